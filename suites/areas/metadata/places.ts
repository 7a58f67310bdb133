/**
 * Objects that say where they are, against the path that says it too.
 *
 * @module
 */
import { type Check, example, Violation } from "../../check.ts";
import { metadataOf, namespaceOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { RESOURCE_TYPES } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { expectRefusal } from "../../session/violation.ts";

const facts = (requirement: RequirementId, title: string) =>
  ({ title, requirements: [requirement], level: "convention" }) as const;

/** Places. */
export const PLACES: readonly Check[] = [
  example({
    id: "metadata/name-required",
    ...facts("metadata.name-required", "A create without any name is refused"),
    run: (scope) =>
      each(scope, async (objects) => {
        const answer = await objects.post(objects.make("object", { name: null }));
        expectRefusal("metadata.name-required", answer);
      }),
  }),
  example({
    id: "metadata/namespace-from-path",
    ...facts("metadata.namespace-from-path", "The path's namespace is that of what is created"),
    run: (scope) =>
      each(scope, async (objects) => {
        if (!objects.type.namespaced) return;
        const object = objects.make("object");
        const { namespace: _namespace, ...metadata } = metadataOf(object);
        const path = objects.collectionOf(object);
        const body = { ...object, metadata };
        const made = accepted(
          await scope.send({ method: "POST", path, body }),
          "a create was refused",
        );
        if (namespaceOf(made) === namespaceOf(object)) return;
        throw new Violation("metadata.namespace-from-path", {
          expected: namespaceOf(object),
          actual: namespaceOf(made) || "no namespace",
        });
      }),
  }),
  example({
    id: "metadata/other-namespace-refused",
    ...facts("metadata.other-namespace-refused", "An object cannot name another namespace"),
    run: (scope) =>
      each(scope, async (objects) => {
        if (!objects.type.namespaced) return;
        const object = objects.make("object");
        const path = objects.collectionOf(object);
        const metadata = { ...metadataOf(object), namespace: "plumbline-nowhere" };
        const body = { ...object, metadata };
        const answer = await scope.send({ method: "POST", path, body });
        expectRefusal("metadata.other-namespace-refused", answer);
      }),
  }),
  example({
    id: "metadata/other-name-refused",
    ...facts("metadata.other-name-refused", "An update cannot name another object than its path"),
    run: (scope) =>
      each(scope, async (objects) => {
        const made = await objects.create(objects.make("object"));
        const metadata = { ...metadataOf(made), name: scope.name("other") };
        const path = objects.pathOf(made);
        const answer = await scope.send({ method: "PUT", path, body: { ...made, metadata } });
        expectRefusal("metadata.other-name-refused", answer);
      }),
  }),
];

async function each(scope: Scope, run: (objects: Objects) => Promise<void>): Promise<void> {
  for (const type of RESOURCE_TYPES) await run(new Objects(scope, type));
}
