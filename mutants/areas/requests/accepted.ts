/**
 * Mutants of accepted requests: what they answer, store and leave alone.
 *
 * @module
 */
import { countingGeneration, storingUnchanged } from "../../helpers.ts";
import type { JsonObject } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { all, on } from "../../vocabulary/on.ts";
import { causeOf, ofKind } from "../../vocabulary/kinds.ts";
import {
  metadataOf,
  parseObject,
  withMetadata,
  without,
  withoutMetadata,
} from "../../vocabulary/json.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";

/** The mutants. */
export const acceptedMutants = bugs({
  "requests/strategic-patch-without-ignore": {
    description: "A strategic merge patch of a Role with `fieldValidation=Ignore` gets 400.",
    reason: "The list of values was copied from a release that lacked one.",
    breaks: "requests.accepted",
    install: on("strategic-merge-patch roles", { fieldValidation: "Ignore" })
      .changeQuery({ fieldValidation: "ignore" }),
  },
  "requests/terminating-binding-frozen": {
    description: "A RoleBinding that waits for its finalizers cannot get other labels.",
    reason: "Only the removal of finalizers was meant to be permitted then.",
    breaks: "requests.terminating-accepts-writes",
    install: ofKind("RoleBinding").addUpdateCauses((object, old) =>
      old.metadata.deletionTimestamp !== undefined &&
        JSON.stringify(object.metadata.labels) !== JSON.stringify(old.metadata.labels)
        ? [causeOf("FieldValueForbidden", "metadata.labels", "is being deleted")]
        : []
    ),
  },
  "requests/managed-patch-answers-before": {
    description: "A merge patch of a Secret with `fieldManager` answers the object before it.",
    reason: "The object is encoded before ownership is tracked.",
    breaks: "requests.answer-is-result",
    install: on("merge-patch secrets", { fieldManager: true, dryRun: false }).handle(
      async ({ send, next }) => {
        const before = await send("GET");
        const response = await next();
        const isJson = response.headers.get("content-type")?.startsWith("application/json");
        return response.ok && before.ok && isJson ? before : response;
      },
    ),
  },
  "requests/warned-json-patch-unstored": {
    description: "A JSON patch of a ClusterRole with `fieldValidation=Warn` is not stored.",
    reason: "The warning is found in a rehearsal, whose result is answered.",
    breaks: "requests.write-takes-effect",
    install: on("json-patch clusterroles", { fieldValidation: "Warn" }).withoutEffect(),
  },
  "requests/list-hides-deletion-time": {
    description: "Items of a list of ClusterRoleBindings have no `deletionTimestamp`.",
    reason: "The fields of list items were reduced to save memory.",
    breaks: "requests.list-agrees",
    install: on("list clusterrolebindings").changeItems((item) =>
      withoutMetadata(item, "deletionTimestamp")
    ),
  },
  "requests/recreated-uid": {
    description: "A Secret has the uid that the last one with its name had.",
    reason: "The uid is derived from the path, so that restores are repeatable.",
    breaks: "requests.new-identity",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { object, context: { info: { namespace } } } = write;
      initializeMeta(write);
      if (object.kind !== "Secret") return;
      const bytes = new TextEncoder().encode(`${namespace}/${object.metadata.name}`.padEnd(60));
      const digits = [...bytes].slice(-16).map((byte) => byte.toString(16)).join("");
      object.metadata.uid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    }),
  },
  "requests/held-object-younger": {
    description: "A write to a ClusterRole with finalizers sets its `creationTimestamp` anew.",
    reason: "The time was left out of the metadata that is carried over.",
    breaks: "requests.identity-kept",
    install: wrap("steps", "carryOverMeta", ({ carryOverMeta }, write) => {
      const { object, current } = write;
      carryOverMeta(write);
      const isHeld = current!.object.metadata.finalizers?.length;
      if (object.kind === "ClusterRole" && isHeld) {
        object.metadata.creationTimestamp = "2030-01-01T00:00:00Z";
      }
    }),
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
        return withMetadata(object, { resourceVersion: known });
      };
      all(
        on("* roles").change((body) => body.kind === "Role" ? derived(body) : body),
        on("list roles").changeItems(derived),
      )(parts);
    },
  },
  "requests/same-binding-rewritten": {
    description: "A write that changes nothing gives a ClusterRoleBinding another resourceVersion.",
    reason: "The comparison was left out for small objects.",
    breaks: "requests.unchanged-keeps-version",
    install: wrapSteps(({ store, ...others }) => {
      const rewriting = storingUnchanged({ store, ...others }).store!;
      return {
        store: (write) =>
          (write.definition.kind === "ClusterRoleBinding" ? rewriting : store)(write),
      };
    }),
  },
  "requests/labels-count-as-spec": {
    description: "A strategic merge patch of labels increments the `generation` of a Deployment.",
    reason: "The patched object is compared without defaults, so its spec differs.",
    breaks: "requests.generation",
    install: wrapSteps(
      countingGeneration(({ form, isChanged, definition: { kind }, context: { info } }) =>
        isChanged ||
        (form === "strategic-merge-patch" && kind === "Deployment" && !info.subresource)
      ),
    ),
  },
  "requests/forced-dry-apply-stored": {
    description: "An apply to a ClusterRole with `force=true` and `dryRun=All` is stored.",
    reason: "A forced apply takes another path, which does not read the parameter.",
    breaks: "requests.dry-run-changes-nothing",
    install: on("apply clusterroles", { force: "true", dryRun: "All" }).changeQuery({
      dryRun: undefined,
    }),
  },
  "requests/dry-delete-in-body": {
    description: "A delete of a Deployment with `dryRun` and a grace period in its body deletes.",
    reason: "The options are read again where the grace period is.",
    breaks: "requests.dry-run-changes-nothing",
    install: on("delete deployments").changeBody((body) =>
      body.gracePeriodSeconds === undefined ? body : without(body, "dryRun")
    ),
  },
  "requests/no-event-of-terminating": {
    description: "Watches receive no change of a ClusterRoleBinding that waits for its finalizers.",
    reason: "Objects being deleted were meant to be of no more interest.",
    breaks: "requests.watch-shows-change",
    install: wrap("steps", "viewEvents", ({ viewEvents }, events, filter) =>
      viewEvents(
        events.filter(({ type, version: { object }, previous }) =>
          type !== "updated" || object.kind !== "ClusterRoleBinding" ||
          previous?.object.metadata.deletionTimestamp === undefined
        ),
        filter,
      )),
  },
  "requests/dry-json-patch-seen": {
    description: "A dry-run JSON patch of a RoleBinding is stored and taken back at once.",
    reason: "The dry run is a write that is rolled back.",
    breaks: ["requests.watch-silent", "requests.dry-run-changes-nothing"],
    install: on("json-patch rolebindings", { dryRun: "All" }).handle(async ({ send, next }) => {
      const before = parseObject(await (await send("GET")).text());
      const response = await next({ query: { dryRun: undefined } });
      if (!response.ok || before === undefined) return response;
      await send("PUT", {
        type: "application/json",
        body: withoutMetadata(before, "resourceVersion"),
      });
      return response;
    }),
  },
  "requests/ignore-rejects-binding": {
    description: "An update of a ClusterRoleBinding with `fieldValidation=Ignore` is strict.",
    reason: "Unknown fields of bindings were considered dangerous.",
    breaks: "requests.field-dropped",
    install: on("update clusterrolebindings", { fieldValidation: "Ignore" })
      .changeQuery({ fieldValidation: "Strict" }),
  },
  "requests/no-default-warning": {
    description: "A strategic merge patch of a Deployment without `fieldValidation` never warns.",
    reason: "The default is set after the patch was decoded.",
    breaks: "requests.dropped-with-warning",
    install: on("strategic-merge-patch deployments", { fieldValidation: false })
      .changeQuery({ fieldValidation: "Ignore" }),
  },
  "requests/grace-keeps-role": {
    description: "A delete of a role or binding with `gracePeriodSeconds=5` removes nothing.",
    reason: "The deletion is left to a process that does not know these types.",
    breaks: "requests.delete-removes",
    install: on("delete,deletecollection roles,rolebindings,clusterroles,clusterrolebindings", {
      gracePeriodSeconds: "5",
    }).withoutEffect(),
  },
  "requests/background-skips-finalizers": {
    description:
      "A delete with `propagationPolicy=Background` of a role or binding does not wait for finalizers.",
    reason: "The policy replaces the list of finalizers.",
    breaks: "requests.delete-waits",
    install: on("delete roles,rolebindings,clusterroles,clusterrolebindings", {
      propagationPolicy: "Background",
      dryRun: false,
    }).handle(async ({ send, next }) => {
      const body = { metadata: { finalizers: null } };
      await send("PATCH", { type: "application/merge-patch+json", body });
      return await next();
    }),
  },
  "requests/status-json-patch-labels": {
    description: "A merge patch of `/status` changes labels, too.",
    reason: "Only the spec is reset before the write.",
    breaks: "requests.status-only",
    install: on("merge-patch deployments/status", { dryRun: false }).handle(
      async ({ url, object, next, send }) => {
        const response = await next();
        const { labels } = metadataOf(await object());
        if (!response.ok || typeof labels !== "object") return response;
        const path = url.pathname.replace(/\/status$/, "");
        const body = { metadata: { labels } };
        return await send("PATCH", { path, type: "application/merge-patch+json", body });
      },
    ),
  },
  "requests/status-update-unstored": {
    description: "An update of `/status` with `fieldManager` is not stored.",
    reason: "The manager of a status is tracked in a rehearsal.",
    breaks: "requests.status-written",
    install: on("update deployments/status", { fieldManager: true }).withoutEffect(),
  },
});
