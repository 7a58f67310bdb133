/**
 * Faults of deletion: how one is asked for and answered. Those of objects that finalizers hold are
 * in `finalizers.ts`.
 *
 * @module
 */
import { badRequest } from "../../../server/api_error.ts";
import type { ObjectKey } from "../../../server/storage/storage.ts";
import type { Mutant } from "../../mutant.ts";
import { textOf } from "../../changes.ts";

const namespaceKey = (name: string): ObjectKey => ({
  resource: "/namespaces",
  namespace: "",
  name,
});

/** The faults. */
export const deletionMutants: readonly Mutant[] = [
  {
    id: "lifecycle/cluster-roles-asked-twice",
    area: "lifecycle",
    description: "The deletion of a cluster role is answered with success and only noted down; " +
      "the second one removes it.",
    reason: "What has no namespace goes through two phases, as namespaces do.",
    breaks: [
      "lifecycle.unheld-is-removed",
      "lifecycle.no-new-finalizers",
      "lifecycle.held-is-finalizing",
      "lifecycle.removed-is-not-found",
      "lifecycle.propagation-starts-deletion",
      "lifecycle.grace-period-accepted",
      "lifecycle.deletion-time-stays",
      "lifecycle.collection-deletes-many",
      "lifecycle.uid-precondition-missed",
      "lifecycle.collection-parameters-taken",
    ],
    install({ steps }) {
      const noted = new Set<string>();
      steps(({ deleteObject }) => ({
        async deleteObject(registry, definition, key, options) {
          const current = await registry.storage.get(key);
          const uid = `${textOf(key)} ${current?.object.metadata.uid}`;
          if (definition.kind !== "ClusterRole" || !current || options.dryRun || noted.has(uid)) {
            return await deleteObject(registry, definition, key, options);
          }
          noted.add(uid);
          return { removed: true, version: current };
        },
      }));
    },
  },
  {
    id: "lifecycle/no-content",
    area: "lifecycle",
    description: "A deletion is answered 204 without a body.",
    reason: "That is how other interfaces answer deletions.",
    breaks: ["lifecycle.delete-answers-success", "lifecycle.delete-answers-status"],
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          if (request.method !== "DELETE" || response.status !== 200) return response;
          await response.body?.cancel();
          return new Response(null, { status: 204 });
        },
      }));
    },
  },
  {
    id: "lifecycle/answers-last-content",
    area: "lifecycle",
    description: "The deletion of a secret is answered with the secret as it was.",
    reason: "A deletion is a write, and writes are answered with the object.",
    breaks: ["lifecycle.delete-answers-status"],
    install({ verbs }) {
      verbs((original) => ({
        async delete(registry, request) {
          const last = await original.get(registry, request);
          const result = await original.delete(registry, request);
          return request.definition.kind === "Secret" && result.kind === "value" &&
              result.status === 200
            ? last
            : result;
        },
      }));
    },
  },
  {
    id: "lifecycle/foreground-without-dependents-forgotten",
    area: "lifecycle",
    description: "A deletion in the foreground, said in the query, is answered with success and " +
      "never begun.",
    reason: "The walk through the dependents was to delete the object at its end; there are none.",
    breaks: ["lifecycle.propagation-starts-deletion"],
    install({ steps }) {
      const fromQuery = new WeakSet<object>();
      steps(({ readDeleteOptions, deleteObject }) => ({
        readDeleteOptions(body, query) {
          const options = readDeleteOptions(body, query);
          if (query.get("propagationPolicy") === "Foreground") fromQuery.add(options);
          return options;
        },
        async deleteObject(registry, definition, key, options) {
          const current = await registry.storage.get(key);
          if (!current || !fromQuery.has(options)) {
            return await deleteObject(registry, definition, key, options);
          }
          return { removed: false, version: current };
        },
      }));
    },
  },
  {
    id: "lifecycle/orphans-unmarked",
    area: "lifecycle",
    description:
      "A deletion that orphans gives the object its finalizer, and no deletionTimestamp.",
    reason: "The finalizer was to hold the object, and who added it stopped there.",
    breaks: ["lifecycle.propagation-starts-deletion"],
    install({ steps }) {
      steps(({ finalizing }) => ({
        finalizing(object, now, definition, options) {
          const marked = finalizing(object, now, definition, options);
          const { deletionTimestamp: _, deletionGracePeriodSeconds: __, ...metadata } =
            marked.metadata;
          const orphans = options.propagationPolicy === "Orphan";
          return orphans && !object.metadata.deletionTimestamp ? { ...marked, metadata } : marked;
        },
      }));
    },
  },
  {
    id: "lifecycle/version-precondition-unread",
    area: "lifecycle",
    description: "A deletion heeds the precondition of a uid, and passes over that of a version.",
    reason: "The version was only looked at where an update names one.",
    breaks: ["lifecycle.version-precondition-missed"],
    install({ steps }) {
      steps(({ checkPreconditions }) => ({
        checkPreconditions: (object, definition, { resourceVersion: _, ...options }) =>
          checkPreconditions(object, definition, options),
      }));
    },
  },
  {
    id: "lifecycle/collection-ends-at-held",
    area: "lifecycle",
    description: "A deletion of a collection ends at the first object that a finalizer holds.",
    reason: "An object that was not removed was taken for the end of what may be deleted.",
    breaks: ["lifecycle.collection-deletes-many"],
    install({ verbs }) {
      verbs(({ deletecollection }) => ({
        deletecollection(registry, request) {
          const { steps } = registry;
          let isHeld = false;
          const deleteObject: typeof steps.deleteObject = async (...given) => {
            if (isHeld) return undefined;
            const outcome = await steps.deleteObject(...given);
            isHeld = outcome !== undefined && !outcome.removed;
            return outcome;
          };
          return deletecollection({ ...registry, steps: { ...steps, deleteObject } }, request);
        },
      }));
    },
  },
  {
    id: "lifecycle/collection-over-namespaces",
    area: "lifecycle",
    description: "A deletion of a collection by a selector reaches into all namespaces.",
    reason: "The index of labels knows no namespaces.",
    breaks: ["lifecycle.collection-in-one-namespace"],
    install({ verbs }) {
      verbs(({ deletecollection }) => ({
        deletecollection(registry, request) {
          const { context } = request;
          if (!context.query.has("labelSelector")) return deletecollection(registry, request);
          const info = { ...context.info, namespace: "" };
          return deletecollection(registry, { ...request, context: { ...context, info } });
        },
      }));
    },
  },
  {
    id: "lifecycle/collection-knows-no-timeout",
    area: "lifecycle",
    description: "A deletion of a collection refuses timeoutSeconds.",
    reason: "The parameter was taken for one of watches.",
    breaks: ["lifecycle.collection-parameters-taken"],
    install({ verbs }) {
      verbs(({ deletecollection }) => ({
        deletecollection(registry, request) {
          if (request.context.query.has("timeoutSeconds")) {
            throw badRequest("Cannot read timeoutSeconds as this is no watch");
          }
          return deletecollection(registry, request);
        },
      }));
    },
  },
  {
    id: "lifecycle/namespace-leaves-bindings",
    area: "lifecycle",
    description: "A namespace goes and leaves its role bindings behind.",
    reason: "The kinds to empty a namespace of are a list that somebody wrote down.",
    breaks: ["lifecycle.namespace-takes-content"],
    install({ storage }) {
      storage(({ get, list }) => ({
        async list(collection, options) {
          const { resource, namespace } = collection;
          const found = await list(collection, options);
          if (!namespace || !resource.endsWith("/rolebindings")) return found;
          const home = await get(namespaceKey(namespace));
          const stays = home && !home.object.metadata.deletionTimestamp;
          return stays ? found : { ...found, versions: [] };
        },
      }));
    },
  },
];
