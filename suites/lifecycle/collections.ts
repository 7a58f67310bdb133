/**
 * Deletions of collections, and of namespaces with all they hold.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../arbitraries/resource_types.ts";
import { type Check, Discard, example, property, Violation } from "../check.ts";
import { metadataOf, nameOf } from "../model/object.ts";
import { collectionPath, RESOURCE_TYPES, resourceType } from "../resources/mod.ts";
import { accepted, Objects, succeeded } from "../session/objects.ts";
import { describeAnswer, expectRefusal } from "../session/violation.ts";

const FINALIZER = "plumbline.invalid/hold";

/** How long a namespace may take to go, in milliseconds. */
const PATIENCE = 10_000;

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
      if (!succeeded(answer)) {
        throw new Violation(id, { expected: "success", actual: describeAnswer(answer) });
      }
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
        const answer = await scope.ask({ method: "DELETE", path, query: { labelSelector } });
        expectRefusal("lifecycle.all-namespaces-list-only", answer);
      }
    },
  }),
  example({
    id: "lifecycle/namespace-takes-content",
    title: "What is in a namespace is deleted with it",
    requirements: ["lifecycle.namespace-takes-content"],
    level: "must",
    needs: ["own namespaces"],
    run: async (scope) => {
      const namespace = scope.name("gone");
      const path = "/api/v1/namespaces";
      const labels = { ...scope.labels };
      const metadata = { name: namespace, labels };
      const body = { apiVersion: "v1", kind: "Namespace", metadata };
      accepted(await scope.ask({ method: "POST", path, body }), "the namespace was refused");
      const content = await Promise.all(
        RESOURCE_TYPES.filter((type) => type.namespaced).map(async (type) => {
          const objects = new Objects(scope, type);
          return { objects, made: await objects.create(objects.make("object", {}, { namespace })) };
        }),
      );
      const own = `${path}/${namespace}`;
      accepted(await scope.ask({ method: "DELETE", path: own }), "the deletion was refused");
      const gone = async () => (await scope.ask({ method: "GET", path: own })).status === 404;
      for (const until = performance.now() + PATIENCE; performance.now() < until;) {
        if (await gone()) break;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      const left = await Promise.all(
        content.map(async ({ objects, made }) => await objects.read(made) && objects.type.resource),
      );
      const there = left.filter((each) => each !== undefined).join(", ");
      if (there !== "" && await gone()) {
        const facts = { expected: "nothing left of it", actual: there };
        throw new Violation("lifecycle.namespace-takes-content", facts);
      }
      if (await gone()) return;
      await Promise.all(content.map(({ objects, made }) => objects.remove(made)));
      // A bare API server has nobody who empties namespaces and lets them go.
      const finalized = { ...body, spec: { finalizers: [] } };
      await scope.ask({ method: "PUT", path: `${own}/finalize`, body: finalized });
      throw new Discard("the namespace was still being deleted after 10 s");
    },
  }),
];
