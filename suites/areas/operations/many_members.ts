/**
 * Objects with many finalizers, labels, rules and subjects, and collections of many objects:
 * more than servers are often tried with.
 *
 * @module
 */
import { type Check, property } from "../../check.ts";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { asObject, resourceVersionOf } from "../../model/object.ts";
import { collectionPath, namesOf, type ResourceType, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { rejected } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { verify } from "../../verify.ts";
import { manyMembers, namedMembers, withMembers, withoutOwners } from "./members.ts";

/** A number beyond bounds of 10 and 12. */
const MANY = 13;

/** A number that is a bound itself. */
const BOUND = 10;

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
const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

/** Checks of many members and objects. */
export const MANY_MEMBERS: readonly Check[] = [
  property<ManyCase>({
    id: "operations/many-members",
    version: 3,
    title: "A write of many finalizers, owners, labels, rules or subjects keeps them all",
    requirements: ["operations.many-members-kept"],
    uses: ["server-side-apply", "strategic-merge-patch"],
    ...enumerated(manyCases),
    run: async (scope, { resource, write }) => {
      const type = typeNamed(scope.target, resource);
      const owner = await scope.create(type, scope.newObject(type, { name: "owner" }));
      if (owner.status >= 300) throw rejected(owner, "no owner could be created");
      const object = scope.newObject(type);
      const membersOf = (count: number) =>
        manyMembers(scope.target.dialect, object, asObject(owner.json) ?? {}, count);
      const begun = withMembers(object, membersOf(write === "create" ? MANY : BOUND));
      const created = await scope.create(type, begun);
      if (created.status >= 300) throw rejected(created, "no object could be created");
      await verifyMembers(scope, type, begun, created);
      if (write !== "create") {
        const current = asObject(created.json) ?? {};
        const change = membersOf(MANY);
        const response = await scope.send(changeRequest(scope, type, current, write, change));
        if (response.status >= 300) throw rejected(response, "the object could not be changed");
        await verifyMembers(scope, type, withMembers(object, change), response);
      }
      const headers = { "content-type": "application/merge-patch+json" };
      const body = { metadata: { finalizers: null } };
      await scope.send({ method: "PATCH", path: pathOfObject(scope, type, object), headers, body });
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
        many(MANY, (at) => scope.create(type, scope.newObject(type, { name: `many ${at}` }))),
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

/** Verifies that the response to a write and a get have all members that were written. */
async function verifyMembers(
  scope: Scope,
  type: ResourceType,
  written: JsonObject,
  response: HttpResponse,
): Promise<void> {
  const { json } = await scope.send({ method: "GET", path: pathOfObject(scope, type, written) });
  const [answered, read] = [response.json, json].map((each) => asObject(each) ?? {});
  // Where controllers run, one of them takes away owners that do not exist.
  const isAsWritten = resourceVersionOf(answered!) === resourceVersionOf(read!);
  for (
    const { where, object } of [
      { where: "the response", object: answered! },
      { where: "a get", object: read! },
    ]
  ) {
    const members = where === "the response" || isAsWritten ? written : withoutOwners(written);
    const expected = namedMembers(members);
    const kept = namedMembers(object);
    const lost = Object.fromEntries(
      Object.entries(expected).map(([name, ids]) =>
        [name, ids.filter((id) => kept[name]?.includes(id) !== true)] as const
      ).filter(([, ids]) => ids.length > 0),
    );
    verify("operations.many-members-kept", {
      holds: Object.keys(lost).length === 0,
      expected: `in ${where} ${
        Object.entries(expected).map(([name, { length }]) => `${length} ${name}`).join(", ")
      }`,
      actual: `without ${JSON.stringify(lost)}`,
    });
  }
}
