/**
 * Deletions of collections.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { metadataOf, nameOf } from "../../model/object.ts";
import { collectionPath, RESOURCE_TYPES, resourceType } from "../../resources/mod.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { expectRefusal, expectSuccess } from "../../session/violation.ts";

const FINALIZER = "plumbline.invalid/hold";

/** Collections. */
export const COLLECTIONS: readonly Check[] = [
  property<{ resource: string; held: readonly boolean[] }>({
    id: "lifecycle/collections",
    title: "A deletion of a collection removes what nothing holds and marks what finalizers hold",
    requirements: ["lifecycle.collection-deletes-many"],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        held: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
      }),
    run: async (scope, { resource, held }) => {
      const id = "lifecycle.collection-deletes-many";
      const objects = new Objects(scope, resourceType(resource));
      const made = await Promise.all(
        held.map((holds, index) =>
          objects.create(objects.make(`s${index}`, holds ? { finalizers: [FINALIZER] } : {}))
        ),
      );
      const answer = await objects.removeAll(made[0]!);
      expectSuccess(id, answer);
      if (answer.status === 202) throw new Discard("the deletion happens later");
      const left = await objects.list(made[0]!);
      const told = left.map((each) =>
        `${nameOf(each)} ${metadataOf(each).deletionTimestamp === undefined ? "live" : "held"}`
      ).sort().join(", ");
      const due = made.filter((_, index) => held[index]).map((each) => `${nameOf(each)} held`)
        .join(", ");
      if (told === due) return;
      throw new Violation(id, { expected: due || "nothing left", actual: told || "nothing left" });
    },
  }),
  example({
    id: "lifecycle/collection-in-one-namespace",
    title: "A deletion of a collection reaches into no other namespace",
    requirements: ["lifecycle.collection-in-one-namespace"],
    level: "must",
    needs: ["own namespaces"],
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        if (!type.namespaced) continue;
        const objects = new Objects(scope, type);
        const made = await objects.create(objects.make("object"));
        const namespace = scope.namespaces[1]!;
        const other = await objects.create(objects.make("object", {}, { namespace }));
        accepted(await objects.removeAll(made), "the deletion was refused");
        if (await objects.read(other) !== undefined) continue;
        throw new Violation("lifecycle.collection-in-one-namespace", {
          expected: `${nameOf(other)} still in ${namespace}`,
          actual: "404",
        });
      }
    },
  }),
  example({
    id: "lifecycle/all-namespaces-list-only",
    title: "The collection over all namespaces cannot be deleted",
    requirements: ["lifecycle.all-namespaces-list-only"],
    level: "convention",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        if (!type.namespaced) continue;
        const path = collectionPath(type, scope.target.dialect);
        // It selects nothing: nobody's objects carry this label.
        const labelSelector = `${scope.selector},plumbline/nobody=${scope.id}`;
        const answer = await scope.send({ method: "DELETE", path, query: { labelSelector } });
        expectRefusal("lifecycle.all-namespaces-list-only", answer);
      }
    },
  }),
];
