/**
 * Mutants of delete requests and their responses. Those of finalizers are in `finalizers.ts`.
 *
 * @module
 */
import { badRequest } from "@plumbline/server/api";
import type { ObjectKey } from "@plumbline/server/storage";
import { bugs } from "../../mutant.ts";
import { textOf, withSteps } from "../../helpers.ts";
import { changingEvents } from "../watch/helpers.ts";
import { on } from "../../vocabulary/on.ts";

const namespaceKey = (name: string): ObjectKey => ({
  resource: "/namespaces",
  namespace: "",
  name,
});

export const deletionMutants = bugs({
  "lifecycle/first-delete-without-effect": {
    description:
      "The first delete of a ClusterRole succeeds without effect; the second one removes it.",
    reason: "Cluster-scoped objects are deleted in two phases, as namespaces are.",
    breaks: [
      "lifecycle.delete-without-finalizers-removes",
      "lifecycle.no-new-finalizers",
      "lifecycle.delete-sets-deletion-timestamp",
      "lifecycle.removed-is-not-found",
      "lifecycle.propagation-starts-deletion",
      "lifecycle.grace-period-accepted",
      "lifecycle.deletion-time-stays",
      "lifecycle.collection-deletes-many",
      "lifecycle.uid-precondition-missed",
      "lifecycle.collection-parameters-accepted",
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
          return { removed: true, version: current, before: current };
        },
      }));
    },
  },
  "lifecycle/no-content": {
    description: "A successful delete is answered with 204 without a body.",
    reason: "Many other APIs answer deletes that way.",
    breaks: ["lifecycle.delete-answers-success", "lifecycle.delete-answers-status"],
    install: on("delete,deletecollection").replace(200, async ({ body }) => {
      await body?.cancel();
      return new Response(null, { status: 204 });
    }),
  },
  "lifecycle/delete-returns-secret": {
    description: "A delete of a Secret is answered with the Secret instead of a Status.",
    reason: "A delete is a write, and writes return the object.",
    breaks: "lifecycle.delete-answers-status",
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
  "lifecycle/foreground-without-effect": {
    description:
      "A delete with `propagationPolicy=Foreground` in the query succeeds without effect.",
    reason: "The object is deleted after its last dependent, and it has none.",
    breaks: "lifecycle.propagation-starts-deletion",
    install({ steps }) {
      const fromQuery = new WeakSet<object>();
      steps(({ readDeleteOptions }) => ({
        readDeleteOptions(body, query) {
          const options = readDeleteOptions(body, query);
          if (query.get("propagationPolicy") === "Foreground") fromQuery.add(options);
          return options;
        },
      }));
      steps(({ deleteObject }) => ({
        async deleteObject(registry, definition, key, options) {
          const current = await registry.storage.get(key);
          if (!current || !fromQuery.has(options)) {
            return await deleteObject(registry, definition, key, options);
          }
          return { removed: false, version: current, before: current };
        },
      }));
    },
  },
  "lifecycle/orphan-without-deletion-timestamp": {
    description:
      "A delete with `propagationPolicy: Orphan` adds the finalizer but no `deletionTimestamp`.",
    reason: "The finalizer was expected to be enough to block the removal.",
    breaks: "lifecycle.propagation-starts-deletion",
    install({ steps }) {
      steps(({ markDeletion }) => ({
        markDeletion(object, now, definition, options) {
          const marked = markDeletion(object, now, definition, options);
          const { deletionTimestamp: _, deletionGracePeriodSeconds: __, ...metadata } =
            marked.metadata;
          const orphans = options.propagationPolicy === "Orphan";
          return orphans && !object.metadata.deletionTimestamp ? { ...marked, metadata } : marked;
        },
      }));
    },
  },
  "lifecycle/version-precondition-unread": {
    description: "A delete checks `preconditions.uid` and ignores `preconditions.resourceVersion`.",
    reason: "The resourceVersion is compared only in updates.",
    breaks: "lifecycle.version-precondition-missed",
    install({ steps }) {
      steps(({ checkPreconditions }) => ({
        checkPreconditions: (object, definition, { resourceVersion: _, ...options }) =>
          checkPreconditions(object, definition, options),
      }));
    },
  },
  "lifecycle/deletecollection-ends-at-finalizers": {
    description: "`deletecollection` stops at the first object with finalizers.",
    reason: "An object that was not removed is treated as the end of the collection.",
    breaks: "lifecycle.collection-deletes-many",
    install({ verbs }) {
      verbs(({ deletecollection }) => ({
        deletecollection(registry, request) {
          let hasFinalizers = false;
          const ending = withSteps(deletecollection, ({ deleteObject }) => ({
            async deleteObject(...given) {
              if (hasFinalizers) return undefined;
              const outcome = await deleteObject(...given);
              hasFinalizers = outcome !== undefined && !outcome.removed;
              return outcome;
            },
          }));
          return ending(registry, request);
        },
      }));
    },
  },
  "lifecycle/collection-over-namespaces": {
    description: "`deletecollection` with a `labelSelector` deletes objects in all namespaces.",
    reason: "The label index ignores namespaces.",
    breaks: "lifecycle.collection-in-one-namespace",
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
  "lifecycle/deletecollection-rejects-timeout": {
    description: "`deletecollection` rejects `timeoutSeconds`.",
    reason: "The parameter was assumed to be for watches only.",
    breaks: "lifecycle.collection-parameters-accepted",
    install({ verbs }) {
      verbs(({ deletecollection }) => ({
        deletecollection(registry, request) {
          if (request.context.query.has("timeoutSeconds")) {
            throw badRequest("timeoutSeconds is supported for watches only");
          }
          return deletecollection(registry, request);
        },
      }));
    },
  },
  "lifecycle/namespace-leaves-bindings": {
    description: "Deleting a namespace leaves its RoleBindings behind.",
    reason: "The resources to delete are listed by hand, and this one is missing.",
    breaks: "lifecycle.namespace-deletion-deletes-content",
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
  "lifecycle/namespace-deletes-roles-silently": {
    description: "Watches receive no event of Roles that are deleted with their namespace.",
    reason: "The namespace is dropped with its content, which is not removed one by one.",
    breaks: "lifecycle.namespace-deletion-in-watches",
    install({ verbs }) {
      const deleted = new Set<string>();
      verbs(({ delete: remove, watch }) => ({
        async delete(registry, request) {
          const { context: { info }, definition } = request;
          if (definition.kind === "Namespace") deleted.add(info.name);
          return await remove(registry, request);
        },
        watch: changingEvents(
          watch,
          ({ definition }) => definition.kind === "Role",
          () => (events) =>
            events.filter((event) =>
              event.type !== "DELETED" || !("version" in event) ||
              !deleted.has(event.version.object.metadata.namespace ?? "")
            ),
        ),
      }));
    },
  },
});
