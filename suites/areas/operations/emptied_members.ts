/**
 * Objects whose labels, annotations, finalizers, owners and other members a write takes away at once.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { rejected } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { verify } from "../../verify.ts";
import { manyMembers, withMembers } from "./members.ts";

/** More members than one, so that a bug that is about the last one differs from none. */
const COUNT = 3;

interface EmptiedCase {
  readonly resource: string;
  readonly form: WriteForm;
}

const casesOf = (target: Target): EmptiedCase[] =>
  combinations<EmptiedCase>({
    resource: namesOf(target),
    form: WRITE_FORMS.filter((form) => supports(target, form)),
  }, 0);

/** The members besides those of the metadata that no object needs. */
const OPTIONAL = ["data", "subjects"] as const;

/** Checks of objects without members. */
export const EMPTIED_MEMBERS: readonly Check[] = [
  property<EmptiedCase>({
    id: "operations/emptied-members",
    title: "A write takes away all labels, annotations, finalizers, owners, keys or subjects",
    requirements: ["operations.members-removed"],
    uses: ["server-side-apply", "strategic-merge-patch"],
    ...enumerated(casesOf),
    run: async (scope, { resource, form }) => {
      scope.note(form);
      const type = typeNamed(scope.target, resource);
      const owner = await scope.create(type, scope.newObject(type, { name: "owner" }));
      if (owner.status >= 300) throw rejected(owner, "no owner could be created");
      const plain = scope.newObject(type);
      const members = manyMembers(
        scope.target.dialect,
        plain,
        asObject(owner.json) ?? {},
        COUNT,
      );
      const { spec: _spec, rules: _rules, roleRef: _role, ...emptied } = members;
      const object = withMembers(plain, { ...emptied });
      const write = (current: JsonObject, change: JsonObject, as: WriteForm = form) =>
        changeRequest(scope, type, current, as, change);
      const removal = removalOf(emptied);
      // An apply takes away what its manager applied before, and applies no longer.
      const created = form === "apply"
        ? await scope.send(write(object, object))
        : await scope.create(type, object);
      if (created.status >= 300) throw rejected(created, "the object could not be created");
      const written = await scope.send(
        form === "apply"
          ? write(object, asObject(write(object, removal, "update").body)!)
          : write(asObject(created.json) ?? {}, removal),
      );
      if (written.status >= 300) throw rejected(written, "the members could not be removed");
      const path = pathOfObject(scope, type, object);
      const read = await scope.send({ method: "GET", path });
      for (
        const { where, json } of [{ where: "the response", ...written }, {
          where: "a get",
          ...read,
        }]
      ) {
        const left = leftOf(emptied, asObject(json) ?? {});
        verify("operations.members-removed", {
          holds: left.length === 0,
          expected: `none of ${Object.keys(namesIn(emptied)).join(", ")} in ${where} after ${form}`,
          actual: `${left.join(", ")} left`,
        });
      }
      // The label is what the removal of a run's objects selects.
      const labels = { ...scope.labels };
      await scope.send(changeRequest(scope, type, plain, "merge-patch", { metadata: { labels } }));
    },
  }),
];

/** Returns the merge patch that removes the members. */
function removalOf({ metadata, ...content }: JsonObject): JsonObject {
  const none = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.keys(members).map((name) => [name, null]));
  return { metadata: none(asObject(metadata) ?? {}), ...none(content) };
}

/** Returns the names of the members: the keys of maps, and lists as a whole. */
function namesIn(object: JsonObject): Readonly<Record<string, readonly string[]>> {
  const { labels, annotations, finalizers, ownerReferences } = metadataOf(object);
  const all = {
    ...{ labels, annotations, finalizers, ownerReferences },
    ...Object.fromEntries(OPTIONAL.map((name) => [name, object[name]])),
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => {
      const names = Array.isArray(value)
        ? value.map((item) => JSON.stringify(item))
        : Object.keys(asObject(value ?? null) ?? {});
      return names.length > 0 ? [[name, names]] : [];
    }),
  );
}

/** Returns which of the members an object still has. */
function leftOf(before: JsonObject, object: JsonObject): string[] {
  const now = namesIn(object);
  return Object.entries(namesIn(before)).flatMap(([name, items]) =>
    items.filter((item) => now[name]?.includes(item)).map((item) => `${name} ${item}`)
  );
}
