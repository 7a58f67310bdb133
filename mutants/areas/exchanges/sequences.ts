/**
 * Mutants that an exchange shows beside the preceding ones, and mutants of Tables and details.
 *
 * @module
 */
import { countingGeneration } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import {
  listOf,
  metadataOf,
  objectsOf,
  withDetails,
  within,
  withMetadata,
  without,
  withoutMetadata,
} from "../../vocabulary/json.ts";
import { wrapSteps } from "../../vocabulary/wrap.ts";

/** The mutants. */
export const sequenceMutants = bugs({
  "exchanges/list-without-newest": {
    description: "A list of RoleBindings leaves out the object of its own resourceVersion.",
    reason: "The upper bound of the read is exclusive.",
    breaks: "exchanges.list-is-current",
    install: on("list rolebindings").changeList((list) => ({
      ...list,
      items: objectsOf(list.items).filter((item) =>
        metadataOf(item).resourceVersion !== metadataOf(list).resourceVersion
      ),
    })),
  },
  "exchanges/dry-patch-of-cluster-role": {
    description: "A dry-run patch of a ClusterRole is stored.",
    reason: "The options of a patch of this type are those of an update, without `dryRun`.",
    breaks: "exchanges.reads-show-last-write",
    install: on("patch clusterroles").changeQuery({ dryRun: undefined }),
  },
  "exchanges/update-keeps-subjects": {
    description: "The response to an update of a ClusterRoleBinding has no `subjects`.",
    reason: "The subjects are indexed apart, and the index is read before it is written.",
    breaks: ["exchanges.fields-as-written", "exchanges.one-state-per-version"],
    install: on("update clusterrolebindings").change((body) => without(body, "subjects")),
  },
  "exchanges/update-is-new-object": {
    description: "The response to an update of a RoleBinding has another `uid`.",
    reason: "An update prepares the object as a create does.",
    breaks: "exchanges.write-keeps-uid",
    install(parts) {
      let count = 0;
      on("update rolebindings").change((body) =>
        withMetadata(body, { uid: `00000000-0000-4000-8000-${++count}` })
      )(parts);
    },
  },
  "exchanges/every-second-delete-is-lost": {
    description: "Every second delete of a ClusterRole returns 200 and deletes nothing.",
    reason: "Deletions are collected in batches, and a full batch is dropped.",
    breaks: ["exchanges.delete-takes-effect", "exchanges.list-is-current"],
    install(parts) {
      let count = 0;
      on("delete clusterroles").handle(async ({ send, next }) => {
        if (++count % 2 !== 0 || !(await send("GET")).ok) return await next();
        return Response.json({ kind: "Status", apiVersion: "v1", status: "Success" });
      })(parts);
    },
  },
  "exchanges/list-hides-deletion": {
    description: "A list of Roles shows objects under deletion without `deletionTimestamp`.",
    reason: "The field is left out when the list is copied.",
    breaks: ["exchanges.deletion-not-undone", "exchanges.one-state-per-version"],
    install: on("list roles").changeItems((item) => withoutMetadata(item, "deletionTimestamp")),
  },
  "exchanges/dry-create-of-role": {
    description: "A dry-run create of a Role is stored.",
    reason: "The storage of this type was written before dry runs existed.",
    breaks: ["exchanges.dry-run-not-persisted", "exchanges.reads-show-last-write"],
    install: on("create roles").changeQuery({ dryRun: undefined }),
  },
  "exchanges/field-selector-of-bindings": {
    description: "A list of RoleBindings ignores `fieldSelector`.",
    reason: "The type has no function that returns the fields of an object.",
    breaks: "exchanges.matches-selector",
    install: on("list,watch rolebindings").changeQuery({ fieldSelector: undefined }),
  },
  "exchanges/table-of-core-group": {
    description: "A Table of ClusterRoleBindings has the `apiVersion` `v1`.",
    reason: "The version of a Status was copied.",
    breaks: ["exchanges.table-shape", "negotiation.table-api-version"],
    install: on("* clusterrolebindings").changeTable((table) => ({ ...table, apiVersion: "v1" })),
  },
  "exchanges/table-row-of-name": {
    description: "The rows of a Table of RoleBindings have one cell.",
    reason: "The cells of the other columns were never implemented for the type.",
    breaks: ["exchanges.table-rows", "negotiation.table-cells"],
    install: on("* rolebindings").changeTable((table) => ({
      ...table,
      rows: objectsOf(table.rows).map((row) => ({ ...row, cells: listOf(row.cells).slice(0, 1) })),
    })),
  },
  "exchanges/labels-count-as-spec": {
    description: "A change of the labels of a Deployment increments `metadata.generation`.",
    reason: "The labels of the object were taken for those of the pod template.",
    breaks: "exchanges.generation-follows-spec",
    install: wrapSteps(
      countingGeneration(({ isChanged, definition: { kind }, object, current }) =>
        isChanged || (kind === "Deployment" &&
          JSON.stringify(object.metadata.labels) !==
            JSON.stringify(current!.object.metadata.labels))
      ),
    ),
  },
  "exchanges/not-found-in-core-group": {
    description: "The details of NotFound for a RoleBinding have the group `apps`.",
    reason: "The resource of another type was copied.",
    breaks: "exchanges.error-names-type",
    install: on("* rolebindings").changeError(
      404,
      (status) => withDetails(status, { group: "apps" }),
    ),
  },
  "exchanges/causes-without-field": {
    description: "The causes of an invalid ClusterRole name no field.",
    reason: "The path of the field is only in the message.",
    breaks: "exchanges.error-message",
    install: on("* clusterroles").changeError(422, (status) => {
      const { causes } = within(status, "details");
      return causes === undefined ? status : withDetails(status, {
        causes: objectsOf(causes).map((cause) => without(cause, "field")),
      });
    }),
  },
});
