/**
 * Mutants of accepted requests: what they answer, store and leave alone.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import { changingJson, strategyOf } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { another, answering, changingBody, changingQuery, parsed } from "./helpers.ts";

const metadataOf = (object: JsonObject) => (object.metadata ?? {}) as JsonObject;

/** The mutants. */
export const acceptedMutants = bugs({
  "requests/strategic-patch-without-ignore": {
    description: "A strategic merge patch of a Role with `fieldValidation=Ignore` gets 400.",
    reason: "The list of values was copied from a release that lacked one.",
    breaks: "requests.accepted",
    install(parts) {
      const concern = { method: "PATCH", resources: ["roles"], media: "strategic" };
      changingQuery(
        parts,
        { ...concern, query: (query) => query.get("fieldValidation") === "Ignore" },
        { fieldValidation: "ignore" },
      );
    },
  },
  "requests/terminating-binding-frozen": {
    description: "A RoleBinding that waits for its finalizers cannot get other labels.",
    reason: "Only the removal of finalizers was meant to be permitted then.",
    breaks: "requests.terminating-accepts-writes",
    install({ resource }) {
      resource(strategyOf("RoleBinding", ({ validateUpdate }) => ({
        validateUpdate: (object, old) => {
          const frozen = old.metadata.deletionTimestamp !== undefined &&
            JSON.stringify(object.metadata.labels) !== JSON.stringify(old.metadata.labels);
          const causes = validateUpdate?.(object, old) ?? [];
          const message = "is being deleted";
          return frozen
            ? [...causes, { reason: "FieldValueForbidden", field: "metadata.labels", message }]
            : causes;
        },
      })));
    },
  },
  "requests/managed-patch-answers-before": {
    description: "A merge patch of a Secret with `fieldManager` answers the object before it.",
    reason: "The object is encoded before ownership is tracked.",
    breaks: "requests.answer-is-result",
    install(parts) {
      const concern = { method: "PATCH", resources: ["secrets"], media: "merge-patch" };
      answering(
        parts,
        { ...concern, query: (query) => query.has("fieldManager") && !query.has("dryRun") },
        async ({ request, url, answer, answerWith }) => {
          const before = await answer(another(request, url, "GET"));
          const response = await answerWith({});
          const isJson = response.headers.get("content-type")?.startsWith("application/json");
          return response.ok && before.ok && isJson ? before : response;
        },
      );
    },
  },
  "requests/warned-json-patch-unstored": {
    description: "A JSON patch of a ClusterRole with `fieldValidation=Warn` is not stored.",
    reason: "The warning is found in a rehearsal, whose result is answered.",
    breaks: "requests.write-takes-effect",
    install(parts) {
      const concern = { method: "PATCH", resources: ["clusterroles"], media: "json-patch" };
      changingQuery(
        parts,
        { ...concern, query: (query) => query.get("fieldValidation") === "Warn" },
        { dryRun: "All" },
      );
    },
  },
  "requests/list-hides-deletion-time": {
    description: "Items of a list of ClusterRoleBindings have no `deletionTimestamp`.",
    reason: "The fields of list items were reduced to save memory.",
    breaks: "requests.list-agrees",
    install(parts) {
      changingJson(
        parts,
        (url) => url.pathname.endsWith("/clusterrolebindings"),
        (body) =>
          Array.isArray(body.items)
            ? {
              ...body,
              items: (body.items as JsonObject[]).map((item) => {
                const { deletionTimestamp: _time, ...metadata } = metadataOf(item);
                return { ...item, metadata };
              }),
            }
            : body,
      );
    },
  },
  "requests/recreated-uid": {
    description: "A Secret has the uid that the last one with its name had.",
    reason: "The uid is derived from the path, so that restores are repeatable.",
    breaks: "requests.new-identity",
    install({ writer }) {
      writer(({ initializeMeta }) => ({
        initializeMeta(object, definition, namespace, sources) {
          initializeMeta(object, definition, namespace, sources);
          if (object.kind !== "Secret") return;
          const bytes = new TextEncoder().encode(`${namespace}/${object.metadata.name}`.padEnd(60));
          const digits = [...bytes].slice(-16).map((byte) => byte.toString(16)).join("");
          object.metadata.uid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
        },
      }));
    },
  },
  "requests/held-object-younger": {
    description: "A write to a ClusterRole with finalizers sets its `creationTimestamp` anew.",
    reason: "The time was left out of the metadata that is carried over.",
    breaks: "requests.identity-kept",
    install({ writer }) {
      writer(({ carryOverMeta }) => ({
        carryOverMeta(object, old) {
          carryOverMeta(object, old);
          if (object.kind !== "ClusterRole" || !old.metadata.finalizers?.length) return;
          object.metadata.creationTimestamp = "2030-01-01T00:00:00Z";
        },
      }));
    },
  },
  "requests/labels-keep-version": {
    description: "A change of the labels of a Role keeps its resourceVersion.",
    reason: "The version is derived from the rules, for caches that look at nothing else.",
    breaks: "requests.version-changes",
    install(parts) {
      const versions = new Map<string, string>();
      const derived = (object: JsonObject): JsonObject => {
        const { uid, resourceVersion, deletionTimestamp, finalizers } = metadataOf(object);
        const key = JSON.stringify([uid, object.rules, deletionTimestamp, finalizers]);
        const known = versions.get(key) ?? String(resourceVersion);
        versions.set(key, known);
        return { ...object, metadata: { ...metadataOf(object), resourceVersion: known } };
      };
      changingJson(
        parts,
        (url) => /\/roles(\/|$)/.test(url.pathname),
        (body) =>
          Array.isArray(body.items)
            ? { ...body, items: (body.items as JsonObject[]).map(derived) }
            : body.kind === "Role"
            ? derived(body)
            : body,
      );
    },
  },
  "requests/same-binding-rewritten": {
    description: "A write that changes nothing gives a ClusterRoleBinding another resourceVersion.",
    reason: "The comparison was left out for small objects.",
    breaks: "requests.unchanged-keeps-version",
    install({ writer }) {
      writer(({ unchanged }) => ({
        unchanged: (object, old, schema) =>
          object.kind !== "ClusterRoleBinding" && unchanged(object, old, schema),
      }));
    },
  },
  "requests/labels-count-as-spec": {
    description: "A strategic merge patch of labels increments the `generation` of a Deployment.",
    reason: "The patched object is compared without defaults, so its spec differs.",
    breaks: "requests.generation",
    install({ verbs }) {
      verbs(({ patch }) => ({
        patch: (registry, request) => {
          const { context: { request: { headers }, info } } = request;
          const media = headers.get("content-type") ?? "";
          if (!media.includes("strategic") || info.subresource) return patch(registry, request);
          const { writer } = registry;
          const contentChanged: typeof writer.contentChanged = (object, old, definition) =>
            object.kind === "Deployment" || writer.contentChanged(object, old, definition);
          return patch({ ...registry, writer: { ...writer, contentChanged } }, request);
        },
      }));
    },
  },
  "requests/forced-dry-apply-stored": {
    description: "An apply to a ClusterRole with `force=true` and `dryRun=All` is stored.",
    reason: "A forced apply takes another path, which does not read the parameter.",
    breaks: "requests.dry-run-changes-nothing",
    install(parts) {
      const concern = { method: "PATCH", resources: ["clusterroles"], media: "apply" };
      changingQuery(
        parts,
        {
          ...concern,
          query: (query) => query.get("force") === "true" && query.get("dryRun") === "All",
        },
        { dryRun: undefined },
      );
    },
  },
  "requests/dry-delete-in-body": {
    description: "A delete of a Deployment with `dryRun` and a grace period in its body deletes.",
    reason: "The options are read again where the grace period is.",
    breaks: "requests.dry-run-changes-nothing",
    install(parts) {
      changingBody(parts, { method: "DELETE", resources: ["deployments"] }, (body) => {
        const { dryRun: _dryRun, ...others } = body;
        return body.gracePeriodSeconds === undefined ? body : others;
      });
    },
  },
  "requests/no-event-of-terminating": {
    description: "Watches receive no change of a ClusterRoleBinding that waits for its finalizers.",
    reason: "Objects being deleted were meant to be of no more interest.",
    breaks: "requests.watch-shows-change",
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents: (events, filter) =>
          viewEvents(
            events.filter(({ type, version: { object }, previous }) =>
              type !== "updated" || object.kind !== "ClusterRoleBinding" ||
              previous?.object.metadata.deletionTimestamp === undefined
            ),
            filter,
          ),
      }));
    },
  },
  "requests/dry-json-patch-seen": {
    description: "A dry-run JSON patch of a RoleBinding is stored and taken back at once.",
    reason: "The dry run is a write that is rolled back.",
    breaks: ["requests.watch-silent", "requests.dry-run-changes-nothing"],
    install(parts) {
      const concern = { method: "PATCH", resources: ["rolebindings"], media: "json-patch" };
      answering(
        parts,
        { ...concern, query: (query) => query.get("dryRun") === "All" },
        async ({ request, url, answer, answerWith }) => {
          const before = parsed(await (await answer(another(request, url, "GET"))).text());
          const response = await answerWith({ query: { dryRun: undefined } });
          if (!response.ok || before === undefined) return response;
          const { resourceVersion: _version, ...metadata } = metadataOf(before);
          const value = { ...before, metadata };
          await answer(another(request, url, "PUT", { type: "application/json", value }));
          return response;
        },
      );
    },
  },
  "requests/ignore-rejects-binding": {
    description: "An update of a ClusterRoleBinding with `fieldValidation=Ignore` is strict.",
    reason: "Unknown fields of bindings were considered dangerous.",
    breaks: "requests.field-dropped",
    install(parts) {
      const concern = { method: "PUT", resources: ["clusterrolebindings"] };
      changingQuery(
        parts,
        { ...concern, query: (query) => query.get("fieldValidation") === "Ignore" },
        { fieldValidation: "Strict" },
      );
    },
  },
  "requests/no-default-warning": {
    description: "A strategic merge patch of a Deployment without `fieldValidation` never warns.",
    reason: "The default is set after the patch was decoded.",
    breaks: "requests.dropped-with-warning",
    install(parts) {
      const concern = { method: "PATCH", resources: ["deployments"], media: "strategic" };
      changingQuery(
        parts,
        { ...concern, query: (query) => !query.has("fieldValidation") },
        { fieldValidation: "Ignore" },
      );
    },
  },
  "requests/grace-keeps-role": {
    description: "A delete of a role or binding with `gracePeriodSeconds=5` removes nothing.",
    reason: "The deletion is left to a process that does not know these types.",
    breaks: "requests.delete-removes",
    install(parts) {
      const resources = ["roles", "rolebindings", "clusterroles", "clusterrolebindings"];
      const concern = { method: "DELETE", resources };
      changingQuery(
        parts,
        { ...concern, query: (query) => query.get("gracePeriodSeconds") === "5" },
        { dryRun: "All" },
      );
    },
  },
  "requests/background-skips-finalizers": {
    description:
      "A delete with `propagationPolicy=Background` of a role or binding does not wait for finalizers.",
    reason: "The policy replaces the list of finalizers.",
    breaks: "requests.delete-waits",
    install(parts) {
      const resources = ["roles", "rolebindings", "clusterroles", "clusterrolebindings"];
      const concern = { method: "DELETE", resources };
      answering(
        parts,
        {
          ...concern,
          query: (query) => query.get("propagationPolicy") === "Background" && !query.has("dryRun"),
        },
        async ({ request, url, answer, answerWith }) => {
          const value = { metadata: { finalizers: null } };
          const type = "application/merge-patch+json";
          await answer(another(request, url, "PATCH", { type, value }));
          return await answerWith({});
        },
      );
    },
  },
  "requests/status-json-patch-labels": {
    description: "A merge patch of `/status` changes labels, too.",
    reason: "Only the spec is reset before the write.",
    breaks: "requests.status-only",
    install(parts) {
      const concern = { method: "PATCH", resources: ["deployments"], media: "merge-patch" };
      answering(
        parts,
        { ...concern, subresource: "status", query: (query) => !query.has("dryRun") },
        async ({ request, url, body, answer, answerWith }) => {
          const response = await answerWith({});
          const labels = metadataOf(parsed(body) ?? {}).labels;
          if (!response.ok || typeof labels !== "object") return response;
          const object = new URL(url.href.replace(/\/status\b.*/, ""));
          const type = "application/merge-patch+json";
          const value = { metadata: { labels } } as JsonObject;
          return await answer(another(request, object, "PATCH", { type, value }));
        },
      );
    },
  },
  "requests/status-update-unstored": {
    description: "An update of `/status` with `fieldManager` is not stored.",
    reason: "The manager of a status is tracked in a rehearsal.",
    breaks: "requests.status-written",
    install(parts) {
      const concern = { method: "PUT", resources: ["deployments"], subresource: "status" };
      changingQuery(
        parts,
        { ...concern, query: (query) => query.has("fieldManager") },
        { dryRun: "All" },
      );
    },
  },
});
