/**
 * Deletecollection requests: finalizers, namespaces and parameters.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { untilGone } from "../../session/accepted_deletion.ts";
import { everyType } from "../../session/every_type.ts";
import { asObject, metadataOf, nameOf } from "../../model/object.ts";
import { collectionPath, namespacedTypesOf, typeNamed, typesOf } from "../../resources/mod.ts";
import { anError, forEveryType } from "../../session/for_every_type.ts";
import { accepted, Objects, rejected } from "../../session/objects.ts";
import { describeResponse, expectSuccess } from "../../session/violation.ts";
import { stopUnless, verify } from "../../verify.ts";

const FINALIZER = "plumbline.invalid/finalizer";

const PARAMETERS: readonly Readonly<Record<string, string>>[] = [
  { timeoutSeconds: "5" },
  { pretty: "true" },
  { gracePeriodSeconds: "0", propagationPolicy: "Background" },
];

/** Checks of deletecollection. */
export const COLLECTION_DELETIONS: readonly Check[] = [
  property<{ resource: string; withFinalizer: readonly boolean[] }>({
    id: "lifecycle/collections",
    title:
      "A deletecollection request removes objects without finalizers and starts the deletion of those with finalizers",
    requirements: ["lifecycle.collection-deletes-many"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        withFinalizer: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
      }),
    run: async (scope, { resource, withFinalizer }) => {
      const id = "lifecycle.collection-deletes-many";
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = await Promise.all(
        withFinalizer.map((has, index) =>
          objects.create(objects.newObject(`s${index}`, has ? { finalizers: [FINALIZER] } : {}))
        ),
      );
      const response = await objects.removeAll(created[0]!);
      expectSuccess(id, response);
      if (response.status === 202) {
        await untilGone(scope, { path: objects.collectionOf(created[0]!) }, () => true);
      }
      const left = await objects.list(created[0]!);
      const actual = left.map((each) =>
        `${nameOf(each)} ${
          metadataOf(each).deletionTimestamp === undefined ? "not deleted" : "being deleted"
        }`
      ).sort().join(", ");
      const expected = created.filter((_, index) => withFinalizer[index]).map((each) =>
        `${nameOf(each)} being deleted`
      ).sort().join(", ");
      verify(id, {
        expected: expected || "nothing left",
        actual: actual || "nothing left",
      });
    },
  }),
  example({
    id: "lifecycle/collection-in-one-namespace",
    version: 2,
    title: "A deletecollection request deletes nothing in other namespaces",
    requirements: ["lifecycle.collection-in-one-namespace"],
    needs: ["own namespaces"],
    run: async (scope) => {
      await everyType(scope, namespacedTypesOf(scope.target), async (type) => {
        const objects = new Objects(scope, type);
        // The name of one namespace begins with that of the other, where both can be created.
        const [near, far] = [scope.namespaces[0], scope.namespaces[1]!];
        for (const [from, to] of [[near, far], [far, near]] as const) {
          const [created, other] = [from, to].map((namespace) =>
            objects.newObject(`object ${from === near ? "near" : "far"}`, {}, { namespace })
          );
          await objects.create(created!);
          await objects.create(other!);
          accepted(await objects.removeAll(created!), "the deletecollection request was rejected");
          verify("lifecycle.collection-in-one-namespace", {
            holds: await objects.read(other!) !== undefined,
            expected: `${nameOf(other!)} still in ${to} after the deletion of those in ${from}`,
            actual: "404",
          });
        }
      });
    },
  }),
  forEveryType("lifecycle/all-namespaces-list-only", {
    title: "A deletecollection request over all namespaces is rejected with a 4xx Status",
    verifies: "lifecycle.all-namespaces-list-only",
    types: namespacedTypesOf,
    send: ({ scope, objects }) => {
      const path = collectionPath(objects.type, scope.target.dialect);
      // The selector matches nothing: no object has this label.
      const labelSelector = `${scope.selector},plumbline/never-set=${scope.id}`;
      return scope.send({ method: "DELETE", path, query: { labelSelector } });
    },
    expect: [anError()],
  }),
  example({
    id: "lifecycle/collection-parameters",
    title: "A deletecollection request accepts its parameters and deletes what it selects",
    requirements: ["lifecycle.collection-parameters-accepted"],
    run: async (scope) => {
      await everyType(scope, typesOf(scope.target), async (type) => {
        const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
        for (const [number, query] of PARAMETERS.entries()) {
          const created = await scope.create(
            type,
            scope.newObject(type, { name: `one ${number}` }),
          );
          if (created.status >= 300) {
            throw rejected(created, "no object could be created");
          }
          const labelSelector = scope.selector;
          const response = await scope.send({
            method: "DELETE",
            path,
            query: { ...query, labelSelector },
          });
          if (response.status === 403) {
            throw new Discard("the current identity may not delete collections");
          }
          const left = await scope.send({ method: "GET", path, query: { labelSelector } });
          const items = asObject(left.json)?.items;
          const gone = response.status === 202 || Array.isArray(items) && items.length === 0;
          const isDone = verify("lifecycle.collection-parameters-accepted", {
            holds: response.status < 300 && gone,
            expected: `all selected objects deleted with ${JSON.stringify(query)}`,
            actual: describeResponse(response),
          });
          stopUnless(isDone, "other parameters");
        }
      });
    },
  }),
];
