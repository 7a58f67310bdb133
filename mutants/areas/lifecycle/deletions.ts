/**
 * Mutants of delete requests and their responses. Those of finalizers are in `finalizers.ts`.
 *
 * @module
 */
import { badRequest } from "@plumbline/server/api";
import { over } from "@plumbline/server/parts";
import type { ObjectKey } from "@plumbline/server/storage";
import { bugs } from "../../mutant.ts";
import { keyText } from "../../helpers.ts";
import { withMetadata } from "../../vocabulary/json.ts";
import { all, on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

const namespaceKey = (name: string): ObjectKey => ({
  resource: "/namespaces",
  namespace: "",
  name,
});

export const deletionMutants = bugs({
  "lifecycle/collection-of-shorter-namespaces": {
    description:
      "A deletecollection deletes the objects of namespaces, too, with whose name its own begins.",
    reason: "The namespace of a key is compared up to the end of the shorter one.",
    breaks: "lifecycle.collection-in-one-namespace",
    install: on("deletecollection").where(({ info }) => info.namespace !== "")
      .serve(({ registry: { storage }, next }) =>
        next({
          storage: over(storage, {
            async list({ resource, namespace = "" }, options) {
              const all = await storage.list({ resource }, options);
              const isNear = (other: string) => other !== "" && namespace.startsWith(other);
              return { ...all, versions: all.versions.filter(({ key }) => isNear(key.namespace)) };
            },
          }),
        })
      ),
  },
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
    install(parts) {
      const noted = new Set<string>();
      wrap(
        "steps",
        "deleteObject",
        async ({ deleteObject }, registry, definition, key, options) => {
          const current = await registry.storage.get(key);
          const uid = `${keyText(key)} ${current?.object.metadata.uid}`;
          if (definition.kind !== "ClusterRole" || !current || options.dryRun || noted.has(uid)) {
            return await deleteObject(registry, definition, key, options);
          }
          noted.add(uid);
          return { removed: true, version: current, before: current };
        },
      )(parts);
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
    install: on("delete secrets").serve(async ({ registry, request, verbs, next }) => {
      const last = await verbs.get(registry, request);
      const result = await next();
      return result.kind === "value" && result.status === 200 ? last : result;
    }),
  },
  "lifecycle/collections-deleted-when-created": {
    description: "A deletion of a collection sets `deletionTimestamp` to the `creationTimestamp`.",
    reason: "The time is copied from the list of what is to be deleted.",
    breaks: "lifecycle.deletion-timestamp-is-now",
    install: on("deletecollection").withSteps(({ markDeletion }) => ({
      markDeletion(object, now, ...rest) {
        const marked = markDeletion(object, now, ...rest);
        const { creationTimestamp, deletionTimestamp: before } = object.metadata;
        return before || marked === object
          ? marked
          : withMetadata(marked, { deletionTimestamp: creationTimestamp });
      },
    })),
  },
  "lifecycle/dry-run-returns-object": {
    description: "A dry-run delete of a Role or binding is answered with what would be deleted.",
    reason: "A dry run shows what it is about.",
    breaks: "lifecycle.delete-answers-status",
    install: on("delete roles,rolebindings,clusterrolebindings").serve(
      async ({ registry, request, verbs, next }) => {
        const last = await verbs.get(registry, request).catch(() => undefined);
        const result = await next();
        const isLeft = last && await verbs.get(registry, request).catch(() => undefined);
        return isLeft && result.kind === "value" && result.status === 200 ? last : result;
      },
    ),
  },
  "lifecycle/foreground-without-effect": {
    description:
      "A delete with `propagationPolicy=Foreground` in the query succeeds without effect.",
    reason: "The object is deleted after its last dependent, and it has none.",
    breaks: "lifecycle.propagation-starts-deletion",
    install(parts) {
      const fromQuery = new WeakSet<object>();
      wrap("steps", "readDeleteOptions", ({ readDeleteOptions }, body, query) => {
        const options = readDeleteOptions(body, query);
        if (query.get("propagationPolicy") === "Foreground") fromQuery.add(options);
        return options;
      })(parts);
      wrap(
        "steps",
        "deleteObject",
        async ({ deleteObject }, registry, definition, key, options) => {
          const current = await registry.storage.get(key);
          if (!current || !fromQuery.has(options)) {
            return await deleteObject(registry, definition, key, options);
          }
          return { removed: false, version: current, before: current };
        },
      )(parts);
    },
  },
  "lifecycle/orphan-without-deletion-timestamp": {
    description:
      "A delete with `propagationPolicy: Orphan` adds the finalizer but no `deletionTimestamp`.",
    reason: "The finalizer was expected to be enough to block the removal.",
    breaks: "lifecycle.propagation-starts-deletion",
    install: wrap("steps", "markDeletion", ({ markDeletion }, object, now, definition, options) => {
      const marked = markDeletion(object, now, definition, options);
      const { deletionTimestamp: _, deletionGracePeriodSeconds: __, ...metadata } = marked.metadata;
      const orphans = options.propagationPolicy === "Orphan";
      return orphans && !object.metadata.deletionTimestamp ? { ...marked, metadata } : marked;
    }),
  },
  "lifecycle/version-precondition-unread": {
    description: "A delete checks `preconditions.uid` and ignores `preconditions.resourceVersion`.",
    reason: "The resourceVersion is compared only in updates.",
    breaks: "lifecycle.version-precondition-missed",
    install: wrap(
      "steps",
      "checkPreconditions",
      ({ checkPreconditions }, object, definition, { resourceVersion: _, ...options }) =>
        checkPreconditions(object, definition, options),
    ),
  },
  "lifecycle/deletecollection-ends-at-finalizers": {
    description: "`deletecollection` stops at the first object with finalizers.",
    reason: "An object that was not removed is treated as the end of the collection.",
    breaks: "lifecycle.collection-deletes-many",
    install: on("deletecollection").serve(({ nextWith }) => {
      let hasFinalizers = false;
      return nextWith(({ deleteObject }) => ({
        async deleteObject(...given) {
          if (hasFinalizers) return undefined;
          const outcome = await deleteObject(...given);
          hasFinalizers = outcome !== undefined && !outcome.removed;
          return outcome;
        },
      }));
    }),
  },
  "lifecycle/collection-over-namespaces": {
    description: "`deletecollection` with a `labelSelector` deletes objects in all namespaces.",
    reason: "The label index ignores namespaces.",
    breaks: "lifecycle.collection-in-one-namespace",
    install: on("deletecollection", { labelSelector: true }).serve(({ request, next }) => {
      const { context } = request;
      return next({}, { context: { ...context, info: { ...context.info, namespace: "" } } });
    }),
  },
  "lifecycle/deletecollection-rejects-timeout": {
    description: "`deletecollection` rejects `timeoutSeconds`.",
    reason: "The parameter was assumed to be for watches only.",
    breaks: "lifecycle.collection-parameters-accepted",
    install: on("deletecollection", { timeoutSeconds: true })
      .reject(badRequest("timeoutSeconds is supported for watches only")),
  },
  "lifecycle/namespace-leaves-bindings": {
    description: "Deleting a namespace leaves its RoleBindings behind.",
    reason: "The resources to delete are listed by hand, and this one is missing.",
    breaks: "lifecycle.namespace-deletion-deletes-content",
    install: wrap("storage", "list", async ({ get, list }, collection, options) => {
      const { resource, namespace } = collection;
      const found = await list(collection, options);
      if (!namespace || !resource.endsWith("/rolebindings")) return found;
      const home = await get(namespaceKey(namespace));
      const stays = home && !home.object.metadata.deletionTimestamp;
      return stays ? found : { ...found, versions: [] };
    }),
  },
  "lifecycle/namespace-deletes-roles-silently": {
    description: "Watches receive no event of Roles that are deleted with their namespace.",
    reason: "The namespace is dropped with its content, which is not removed one by one.",
    breaks: "lifecycle.namespace-deletion-in-watches",
    install(parts) {
      const deleted = new Set<string>();
      all(
        on("delete namespaces").serve(({ request, next }) => {
          deleted.add(request.context.info.name);
          return next();
        }),
        on("watch roles").changeEvents(() => (events) =>
          events.filter((event) =>
            event.type !== "DELETED" || !("version" in event) ||
            !deleted.has(event.version.object.metadata.namespace ?? "")
          )
        ),
      )(parts);
    },
  },
});
