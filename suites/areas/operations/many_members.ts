/**
 * Objects with many finalizers, labels, rules and subjects, and collections of many objects:
 * more than servers are often tried with.
 *
 * @module
 */
import { type Check, property } from "../../check.ts";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import type { JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { asObject, metadataOf, nameOf } from "../../model/object.ts";
import { collectionPath, namesOf, objectPath, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { rejected } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { verify } from "../../verify.ts";

/** A number beyond bounds of 10 and 12. */
const MANY = 13;

interface ManyCase {
  readonly resource: string;
  readonly write: "create" | WriteForm;
}

const manyCases = (target: Target): ManyCase[] =>
  combinations<ManyCase>({
    resource: namesOf(target),
    write: ["create", ...WRITE_FORMS.filter((form) => supports(target, form))],
  }, 0);

/** Returns as many items as there are to be. */
const many = <Item>(item: (at: number) => Item): Item[] =>
  Array.from({ length: MANY }, (_, at) => item(at));

/** Checks of many members and objects. */
export const MANY_MEMBERS: readonly Check[] = [
  property<ManyCase>({
    id: "operations/many-members",
    title: "A write of many finalizers, labels, rules or subjects keeps them all",
    requirements: ["operations.many-members-kept"],
    uses: ["server-side-apply", "strategic-merge-patch"],
    ...enumerated(manyCases),
    run: async (scope, { resource, write }) => {
      const type = typeNamed(scope.target, resource);
      const object = scope.newObject(type);
      const change = manyMembers(scope, object);
      const created = await scope.create(
        type,
        write === "create"
          ? { ...object, ...change, metadata: { ...metadataOf(object), ...metadataOf(change) } }
          : object,
      );
      if (created.status >= 300) throw rejected(created, "no object could be created");
      if (write !== "create") {
        const current = asObject(created.json) ?? {};
        const response = await scope.send(changeRequest(scope, type, current, write, change));
        if (response.status >= 300) throw rejected(response, "the object could not be changed");
      }
      const namespace = type.namespaced ? scope.namespaces[0] : undefined;
      const path = objectPath(type, scope.target.dialect, { namespace, name: nameOf(object) });
      const { json } = await scope.send({ method: "GET", path });
      verify("operations.many-members-kept", {
        expected: countsOf(change),
        actual: countsOf(asObject(json) ?? {}, change),
      });
      const headers = { "content-type": "application/merge-patch+json" };
      const body = { metadata: { finalizers: null } };
      await scope.send({ method: "PATCH", path, headers, body });
    },
  }),
  property<{ readonly resource: string }>({
    id: "operations/many-objects",
    title:
      "A list without `limit` has more than ten objects, and so has a deletion of a collection",
    requirements: ["operations.many-objects"],
    ...enumerated((target) => namesOf(target).map((resource) => ({ resource }))),
    run: async (scope, { resource }) => {
      const type = typeNamed(scope.target, resource);
      const responses = await Promise.all(
        many((at) => scope.create(type, scope.newObject(type, { name: `many ${at}` }))),
      );
      const failed = responses.find(({ status }) => status >= 300);
      if (failed !== undefined) throw rejected(failed, "an object could not be created");
      const namespace = type.namespaced ? scope.namespaces[0] : undefined;
      const path = collectionPath(type, scope.target.dialect, namespace);
      const query = { labelSelector: scope.selector };
      const count = async () => {
        const items = asObject((await scope.send({ method: "GET", path, query })).json)?.items;
        return Array.isArray(items) ? items.length : -1;
      };
      verify("operations.many-objects", { expected: MANY, actual: await count() });
      const { status } = await scope.send({ method: "DELETE", path, query });
      // A deletion that is only accepted may take place later.
      if (status === 200) verify("operations.many-objects", { expected: 0, actual: await count() });
    },
  }),
];

/** Returns the members of a change that have many items, as far as the type has them. */
function manyMembers(scope: Scope, object: JsonObject): JsonObject {
  const { suffix } = scope.target.dialect;
  const metadata = {
    finalizers: many((at) => `plumbline.invalid/f${at}`),
    annotations: Object.fromEntries(many((at) => [`plumbline/a${at}`, `${at}`])),
    labels: {
      ...asObject(metadataOf(object).labels),
      ...Object.fromEntries(many((at) => [`l${at}`, `${at}`])),
    },
  };
  if (Array.isArray(object.rules)) {
    const rules = many((at): JsonObject => ({
      verbs: ["get"],
      apiGroups: ["plumbline.invalid"],
      resources: [`plumbs${at}`],
    }));
    return { metadata, rules };
  }
  if (object.roleRef !== undefined) {
    const apiGroup = `rbac.authorization.${suffix}`;
    const subjects = many((at): JsonObject => ({
      kind: "User",
      name: `plumbline-${at}`,
      apiGroup,
    }));
    // An apply of a binding names its role.
    return { metadata, subjects, roleRef: object.roleRef };
  }
  return { metadata };
}

/** Returns how many items of a change an object has, by member. */
function countsOf(object: JsonObject, change: JsonObject = object): JsonObject {
  const { finalizers, annotations, labels } = metadataOf(object);
  const sent = metadataOf(change);
  const kept = (field: "annotations" | "labels", members: unknown) =>
    Object.keys(asObject(sent[field]) ?? {}).filter((key) => key in (members as JsonObject ?? {}))
      .length;
  const length = (value: unknown) => Array.isArray(value) ? value.length : 0;
  return {
    finalizers: length(finalizers),
    annotations: kept("annotations", annotations),
    labels: kept("labels", labels),
    ...(change.rules !== undefined && { rules: length(object.rules) }),
    ...(change.subjects !== undefined && { subjects: length(object.subjects) }),
  };
}
