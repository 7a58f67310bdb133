/**
 * Mutants that an exchange shows beside the preceding ones, and mutants of Tables and details.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import type { PartChanges } from "../../../server/parts.ts";
import { changingJson } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import {
  changingErrors,
  changingItems,
  changingLists,
  isCollectionOf,
  isObjectOf,
  metadataOf,
  withMetadata,
} from "./helpers.ts";

/** Serves some requests without a query parameter. */
const ignoringParameter = (
  { wire }: PartChanges,
  parameter: string,
  concerns: (url: URL, method: string) => boolean,
): void =>
  wire(({ answer }) => ({
    async answer(request) {
      const url = new URL(request.url);
      if (!url.searchParams.has(parameter) || !concerns(url, request.method)) {
        return await answer(request);
      }
      url.searchParams.delete(parameter);
      return await answer(new Request(url, request));
    },
  }));

/** Changes the Tables of a type. */
const changingTables = (
  parts: PartChanges,
  resource: string,
  change: (table: JsonObject) => JsonObject,
): void =>
  changingJson(
    parts,
    (url) => url.pathname.includes(`/${resource}`),
    (body) => body.kind === "Table" ? change(body) : body,
  );

/** The mutants. */
export const sequenceMutants = bugs({
  "exchanges/list-without-newest": {
    description: "A list of RoleBindings leaves out the object of its own resourceVersion.",
    reason: "The upper bound of the read is exclusive.",
    breaks: "exchanges.list-is-current",
    install(parts) {
      changingLists(parts, "rolebindings", (body) => ({
        ...body,
        items: (body.items as JsonObject[]).filter((item) =>
          metadataOf(item).resourceVersion !== metadataOf(body).resourceVersion
        ),
      }));
    },
  },
  "exchanges/dry-patch-of-cluster-role": {
    description: "A dry-run patch of a ClusterRole is stored.",
    reason: "The options of a patch of this type are those of an update, without `dryRun`.",
    breaks: "exchanges.reads-show-last-write",
    install(parts) {
      ignoringParameter(
        parts,
        "dryRun",
        (url, method) => method === "PATCH" && isObjectOf("clusterroles")(url),
      );
    },
  },
  "exchanges/update-keeps-subjects": {
    description: "The response to an update of a ClusterRoleBinding has no `subjects`.",
    reason: "The subjects are indexed apart, and the index is read before it is written.",
    breaks: ["exchanges.fields-as-written", "exchanges.one-state-per-version"],
    install(parts) {
      changingJson(
        parts,
        (url, { method }) => method === "PUT" && isObjectOf("clusterrolebindings")(url),
        ({ subjects: _, ...body }) => body as JsonObject,
      );
    },
  },
  "exchanges/update-is-new-object": {
    description: "The response to an update of a RoleBinding has another `uid`.",
    reason: "An update prepares the object as a create does.",
    breaks: "exchanges.write-keeps-uid",
    install(parts) {
      let count = 0;
      changingJson(
        parts,
        (url, { method }) => method === "PUT" && isObjectOf("rolebindings")(url),
        (body) => withMetadata(body, { uid: `00000000-0000-4000-8000-${++count}` }),
      );
    },
  },
  "exchanges/every-second-delete-is-lost": {
    description: "Every second delete of a ClusterRole returns 200 and deletes nothing.",
    reason: "Deletions are collected in batches, and a full batch is dropped.",
    breaks: ["exchanges.delete-takes-effect", "exchanges.list-is-current"],
    install({ wire }) {
      let count = 0;
      wire(({ answer }) => ({
        async answer(request) {
          const isDelete = request.method === "DELETE" &&
            isObjectOf("clusterroles")(new URL(request.url));
          if (!isDelete || ++count % 2 !== 0) return await answer(request);
          const exists = await answer(new Request(request.url, { headers: request.headers }));
          if (!exists.ok) return await answer(request);
          return Response.json({ kind: "Status", apiVersion: "v1", status: "Success" });
        },
      }));
    },
  },
  "exchanges/list-hides-deletion": {
    description: "A list of Roles shows objects under deletion without `deletionTimestamp`.",
    reason: "The field is left out when the list is copied.",
    breaks: ["exchanges.deletion-not-undone", "exchanges.one-state-per-version"],
    install(parts) {
      changingItems(parts, "roles", ({ deletionTimestamp: _, ...metadata }) => metadata);
    },
  },
  "exchanges/dry-create-of-role": {
    description: "A dry-run create of a Role is stored.",
    reason: "The storage of this type was written before dry runs existed.",
    breaks: ["exchanges.dry-run-not-persisted", "exchanges.reads-show-last-write"],
    install(parts) {
      ignoringParameter(
        parts,
        "dryRun",
        (url, method) => method === "POST" && isCollectionOf("roles")(url),
      );
    },
  },
  "exchanges/field-selector-of-bindings": {
    description: "A list of RoleBindings ignores `fieldSelector`.",
    reason: "The type has no function that returns the fields of an object.",
    breaks: "exchanges.matches-selector",
    install(parts) {
      ignoringParameter(
        parts,
        "fieldSelector",
        (url, method) => method === "GET" && isCollectionOf("rolebindings")(url),
      );
    },
  },
  "exchanges/table-of-core-group": {
    description: "A Table of ClusterRoleBindings has the `apiVersion` `v1`.",
    reason: "The version of a Status was copied.",
    breaks: ["exchanges.table-shape", "negotiation.table-api-version"],
    install(parts) {
      changingTables(parts, "clusterrolebindings", (table) => ({ ...table, apiVersion: "v1" }));
    },
  },
  "exchanges/table-row-of-name": {
    description: "The rows of a Table of RoleBindings have one cell.",
    reason: "The cells of the other columns were never implemented for the type.",
    breaks: ["exchanges.table-rows", "negotiation.table-cells"],
    install(parts) {
      changingTables(parts, "rolebindings", (table) => ({
        ...table,
        rows: (table.rows as JsonObject[]).map((row) => ({
          ...row,
          cells: (row.cells as string[]).slice(0, 1),
        })),
      }));
    },
  },
  "exchanges/labels-count-as-spec": {
    description: "A change of the labels of a Deployment increments `metadata.generation`.",
    reason: "The labels of the object were taken for those of the pod template.",
    breaks: "exchanges.generation-follows-spec",
    install({ writer }) {
      writer(({ contentChanged }) => ({
        contentChanged: (object, old, definition) =>
          contentChanged(object, old, definition) ||
          (definition.kind === "Deployment" &&
            JSON.stringify(object.metadata.labels) !== JSON.stringify(old.metadata.labels)),
      }));
    },
  },
  "exchanges/not-found-in-core-group": {
    description: "The details of NotFound for a RoleBinding have the group `apps`.",
    reason: "The resource of another type was copied.",
    breaks: "exchanges.error-names-type",
    install(parts) {
      changingErrors(
        parts,
        ({ url }, { status }) => status === 404 && /\/rolebindings\//.test(url),
        (body) => ({ ...body, details: { ...body.details as JsonObject, group: "apps" } }),
      );
    },
  },
  "exchanges/causes-without-field": {
    description: "The causes of an invalid ClusterRole name no field.",
    reason: "The path of the field is only in the message.",
    breaks: "exchanges.error-message",
    install(parts) {
      changingErrors(
        parts,
        ({ url }, { status }) => status === 422 && /\/clusterroles\//.test(url),
        (body) => {
          const { causes, ...details } = body.details as JsonObject;
          const without = (causes as JsonObject[] | undefined)?.map(({ field: _, ...rest }) =>
            rest
          );
          return { ...body, details: { ...details, ...(without && { causes: without }) } };
        },
      );
    },
  },
});
