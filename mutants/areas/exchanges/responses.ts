/**
 * Mutants of single responses: each is confined to one resource type or one verb.
 *
 * @module
 */
import { ApiError, type JsonObject } from "@plumbline/server/api";
import { countingGeneration } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { all, on } from "../../vocabulary/on.ts";
import {
  metadataOf,
  objectsOf,
  withDetails,
  within,
  withMetadata,
  without,
  withoutMetadata,
} from "../../vocabulary/json.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";

/** The mutants. */
export const responseMutants = bugs({
  "exchanges/patch-of-role-accepted": {
    description: "A patch of a Role returns 202.",
    reason: "The handler of patches was copied from the one of deletions.",
    breaks: "exchanges.success-status",
    install: on("patch roles").changeStatus(200, 202),
  },
  "exchanges/bindings-list-kind": {
    description: "A list of ClusterRoleBindings has the kind `RoleBindingList`.",
    reason: "The list kind is looked up by the Go type that both bindings share.",
    breaks: "exchanges.success-kind",
    install: on("list clusterrolebindings").changeList((list) => ({
      ...list,
      kind: "RoleBindingList",
    })),
  },
  "exchanges/role-without-namespace": {
    description: "A get of a Role returns it without `metadata.namespace`.",
    reason: "Roles and ClusterRoles are converted by one function.",
    breaks: "exchanges.requested-object",
    install: on("get roles").changeObject((role) => withoutMetadata(role, "namespace")),
  },
  "exchanges/deployments-labeled-text": {
    description: "A Deployment is returned with the Content-Type `text/plain`.",
    reason: "The media type is set by the encoder, and one encoder is missing it.",
    breaks: "exchanges.media-type",
    install: on("get deployments").changeHeaders((headers) =>
      headers.set("content-type", "text/plain")
    ),
  },
  "exchanges/items-without-uid": {
    description: "The items of a list of RoleBindings have no `uid`.",
    reason: "Lists are projected to save memory, and `uid` is not in the projection.",
    breaks: "exchanges.server-metadata",
    install: on("list rolebindings").changeItems((item) => withoutMetadata(item, "uid")),
  },
  "exchanges/creation-time-of-the-read": {
    description: "A list of ClusterRoles shows the time of an hour ago as `creationTimestamp`.",
    reason: "The list is built by the function that fills in defaults of new objects.",
    breaks: "exchanges.constant-metadata",
    install: on("list clusterroles").changeItems((item) =>
      withMetadata(item, { creationTimestamp: "2020-02-02T02:02:02Z" })
    ),
  },
  "exchanges/deletion-time-moves": {
    description:
      "A get of an object with finalizers under deletion shows the current second as `deletionTimestamp`.",
    reason: "The grace period is added anew at each read.",
    breaks: "exchanges.deletion-time-constant",
    install(parts) {
      let reads = 0;
      on("get,list").change((body) => {
        if (!metadataOf(body).deletionTimestamp) return body;
        const time = new Date(Date.UTC(2026, 0, 1) + ++reads * 1000);
        const deletionTimestamp = `${time.toISOString().slice(0, 19)}Z`;
        return withMetadata(body, { deletionTimestamp });
      })(parts);
    },
  },
  "exchanges/list-drops-annotations": {
    description: "A list of Secrets shows the items without annotations.",
    reason:
      "Annotations of Secrets may hold the last applied configuration and are hidden in lists.",
    breaks: "exchanges.one-state-per-version",
    install: on("list secrets").changeItems((item) => withoutMetadata(item, "annotations")),
  },
  "exchanges/first-get-is-cached": {
    description: "A get of a Role returns the state of the first get for the following four gets.",
    reason: "Roles change rarely, so reads are cached.",
    breaks: ["exchanges.get-is-current", "exchanges.reads-show-last-write"],
    install(parts) {
      const cache = new Map<string, { text: string; uses: number; uid: unknown }>();
      on("get roles").replace(200, async (response, { url }) => {
        const text = await response.text();
        const { status, headers } = response;
        const { uid } = metadataOf(JSON.parse(text));
        const cached = cache.get(url.href);
        if (cached && cached.uid === uid && cached.uses++ < 4) {
          return new Response(cached.text, { status, headers });
        }
        cache.set(url.href, { text, uses: 0, uid });
        return new Response(text, { status, headers });
      })(parts);
    },
  },
  "exchanges/status-write-loses-object": {
    description: "After a PUT to `status` the next get of the Deployment returns 404.",
    reason: "The status write replaces the cache entry under the path of the subresource.",
    breaks: ["exchanges.write-is-persisted", "exchanges.error-names-object"],
    install(parts) {
      const lost = new Set<string>();
      all(
        on("get deployments").handle(({ url, next }) =>
          next(lost.delete(url.pathname) ? { path: `${url.pathname}-lost` } : {})
        ),
        on("update deployments/status").replace(200, (response, { url }) => {
          lost.add(url.pathname.slice(0, -"/status".length));
          return response;
        }),
      )(parts);
    },
  },
  "exchanges/count-beside-selector": {
    description: "A list of Roles with a label selector and more to come has `remainingItemCount`.",
    reason: "The count of the whole collection is known, so it is shown.",
    breaks: "exchanges.list-metadata",
    install: on("list roles").changeList((list) =>
      metadataOf(list).continue ? withMetadata(list, { remainingItemCount: 1 }) : list
    ),
  },
  "exchanges/limit-one-is-two": {
    description: "A list of ClusterRoleBindings with `limit=1` returns two items.",
    reason: "The store reads at least two objects at a time.",
    breaks: ["exchanges.list-limit", "paging.limit-bounds-page"],
    install: wrap("storage", "list", ({ list }, collection, options = {}) =>
      list(collection, {
        ...options,
        ...(options.limit === 1 && collection.resource.endsWith("/clusterrolebindings") &&
          { limit: 2 }),
      })),
  },
  "exchanges/bindings-lose-labels": {
    description: "A create of a RoleBinding is answered without the first label that was sent.",
    reason: "The label that names the creator is removed from the response by its position.",
    breaks: "exchanges.labels-as-written",
    install: on("create rolebindings").change((body) => {
      const labels = Object.entries(within(body, "metadata", "labels")).slice(1);
      return withMetadata(body, { labels: Object.fromEntries(labels) as JsonObject });
    }),
  },
  "exchanges/updated-events": {
    description: "A watch of Roles sends changes with the type `UPDATED`.",
    reason: "The type is the name of the verb in the past tense.",
    breaks: "exchanges.event-shape",
    install: on("watch roles").changeStream((text) =>
      text.replaceAll('"type":"MODIFIED"', '"type":"UPDATED"')
    ),
  },
  "exchanges/generation-always-one": {
    description: "`metadata.generation` of a Deployment is always 1.",
    reason: "The old and the new object are compared after the new one has replaced the old one.",
    breaks: ["exchanges.one-spec-per-generation", "exchanges.generation-follows-spec"],
    install: wrapSteps(
      countingGeneration(({ isChanged, definition: { kind } }) =>
        isChanged && kind !== "Deployment"
      ),
    ),
  },
  "exchanges/not-found-code-zero": {
    description: "The Status of a missing ClusterRole has the code 0.",
    reason: "The code is filled in by the caller, and one caller does not.",
    breaks: "exchanges.error-status",
    install: on("* clusterroles").changeError(404, (status) => ({ ...status, code: 0 })),
  },
  "exchanges/stale-write-invalid": {
    description: "A PUT with an old resourceVersion returns 409 with the reason `Invalid`.",
    reason: "The reason is that of the validation step, the code that of the store.",
    breaks: "exchanges.error-reason",
    install: on("update").changeError(409, (status) => ({ ...status, reason: "Invalid" })),
  },
  "exchanges/conflict-names-kind": {
    description: "The details of AlreadyExists have the kind in `name`.",
    reason: "The arguments of the constructor are swapped.",
    breaks: "exchanges.error-names-object",
    install: on("create").changeError(409, (status) => withDetails(status, { name: "object" })),
  },
  "exchanges/owners-without-fields-type": {
    description: "`managedFields` of ClusterRoles have no `fieldsType`.",
    reason: "There is only one type, so it is left out.",
    breaks: ["exchanges.managed-fields", "exchanges.one-state-per-version"],
    install: on("get clusterroles").changeObject((body) => {
      const entries = objectsOf(metadataOf(body).managedFields);
      const managedFields = entries.map((entry) => without(entry, "fieldsType"));
      return withMetadata(body, entries.length > 0 ? { managedFields } : {});
    }),
  },
  "exchanges/warning-unquoted": {
    description: "Warnings are sent as plain text without a code.",
    reason: "The text is passed to the header as it is.",
    breaks: "exchanges.warning-header",
    install: on("*").changeWarnings((warnings) => warnings.replaceAll(/299 - |"/g, "")),
  },
  "exchanges/deletion-names-collection": {
    description: "The Status of a deletion of a ClusterRole names no object.",
    reason: "It is built by the function for collections.",
    breaks: "exchanges.deletion-status",
    install: on("delete clusterroles").change((body) =>
      body.kind === "Status" ? { ...body, details: { kind: "clusterroles" } } : body
    ),
  },
  "exchanges/missing-role-is-internal-error": {
    description: "A deletion of a Role that does not exist fails with 500.",
    reason: "The object is read before the deletion, and its absence is not handled.",
    breaks: "exchanges.no-internal-error",
    install: on("delete roles").replace(404, () =>
      Response.json(
        { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 500 },
        { status: 500 },
      )),
  },
  "exchanges/numeric-labels-of-roles-rejected": {
    description: "An update of a Role with a number as the value of a label is rejected with 422.",
    reason: "The values of labels are read as YAML on the way, so that it is no text any more.",
    breaks: ["exchanges.valid-request-accepted", "selectors.watch-follows-selector"],
    install: on("update roles").withSteps(({ accept }) => ({
      accept(write) {
        accept(write);
        const { labels = {} } = write.sent!.metadata;
        if (!Object.values(labels).some((value) => /^\d+$/.test(value))) return;
        throw new ApiError("Invalid", "metadata.labels: Invalid value: must be a text");
      },
    })),
  },
});
