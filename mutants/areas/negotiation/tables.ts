/**
 * Mutants of Tables.
 *
 * @module
 */
import { changingAppearance, notAcceptable } from "./helpers.ts";
import { bugs } from "../../mutant.ts";
import type { Expectation } from "@plumbline/server/parts";
import type { JsonObject } from "@plumbline/server/api";
import { wrap } from "../../vocabulary/wrap.ts";

/** Changes every Table before it is encoded. */
const changingTables = (change: (table: JsonObject, expectation: Expectation) => JsonObject) =>
  changingAppearance((appearance, expectation) => {
    const { serializer, view } = appearance;
    if (view?.form.view !== "Table") return appearance;
    const encode = (value: JsonObject) =>
      serializer.encode(value.kind === "Table" ? change(value, expectation) : value);
    return { ...appearance, serializer: { ...serializer, encode } };
  });

/** Changes Tables with the two default columns. */
const changingDefaultColumns = (table: JsonObject, change: (table: JsonObject) => JsonObject) =>
  (table.columnDefinitions as JsonObject[] | null)?.[1]?.name === "Created At"
    ? change(table)
    : table;

const columnsOf = (table: JsonObject) => table.columnDefinitions as JsonObject[] | null;
const rowsOf = (table: JsonObject) => table.rows as JsonObject[];

export const tableMutants = bugs({
  "negotiation/no-table-for-get": {
    description: "A get cannot be answered as a Table.",
    reason: "Tables were implemented for lists only.",
    breaks: [
      "negotiation.table-get",
      "negotiation.first-supported-type",
      "negotiation.some-acceptable-type",
    ],
    install: changingAppearance((appearance, { isList }, { info }) => {
      const isTable = appearance.view?.form.view === "Table";
      if (isTable && !isList && info.verb === "get") throw notAcceptable("a Table");
      return appearance;
    }),
  },
  "negotiation/no-table-for-cluster-scoped": {
    description: "A list of a cluster-scoped resource cannot be answered as a Table.",
    reason: "Rows are keyed by namespace.",
    breaks: [
      "negotiation.table-list",
      "negotiation.some-acceptable-type",
      "negotiation.first-supported-type",
    ],
    install: changingAppearance((appearance, { isList, definition }) => {
      const isTable = appearance.view?.form.view === "Table";
      if (isTable && isList && !definition?.namespaced) throw notAcceptable("a Table");
      return appearance;
    }),
  },
  "negotiation/table-kind-of-object": {
    description: "The Table of a single Secret has the kind `Secret`.",
    reason: "Secrets have a separate writer, which sets the kind of the object.",
    breaks: [
      "negotiation.table-kind",
      "negotiation.first-supported-type",
      "negotiation.some-acceptable-type",
      "negotiation.table-watch",
    ],
    install: changingTables((table, { isList, definition }) =>
      definition?.kind === "Secret" && !isList ? { ...table, kind: "Secret" } : table
    ),
  },
  "negotiation/table-api-version-of-object": {
    description: "The Table of a single object has the `apiVersion` of another group.",
    reason: "The field is set from the object, as in other responses to a get.",
    breaks: "negotiation.table-api-version",
    install: changingTables((table, { isList }) => {
      const [group = ""] = String(table.apiVersion).split("/");
      return isList ? table : { ...table, apiVersion: group.replace("meta.", "apps.") + "/v1" };
    }),
  },
  "negotiation/untyped-columns": {
    description: "Columns without a `format` have no `type`.",
    reason: "Both fields are written in the same branch.",
    breaks: ["negotiation.table-columns", "negotiation.table-default-for-roles"],
    install: changingTables((table) => ({
      ...table,
      columnDefinitions: columnsOf(table)?.map(({ type, ...column }) =>
        column.format === "" ? { ...column, type: "" } : { ...column, type: type! }
      ) ?? null,
    })),
  },
  "negotiation/empty-table-without-columns": {
    description: "The Table of a list without objects has no columns.",
    reason: "The columns are derived from the first row.",
    breaks: "negotiation.table-columns",
    install: changingTables((table) =>
      Array.isArray(table.rows) && table.rows.length > 0
        ? table
        : { ...table, columnDefinitions: [] }
    ),
  },
  "negotiation/created-at-is-a-string": {
    description: "The column `Created At` has the type `string` instead of `date`.",
    reason: "Its cells are JSON strings.",
    breaks: ["negotiation.table-default-column-types", "negotiation.table-default-for-roles"],
    install: changingTables((table) =>
      changingDefaultColumns(table, () => ({
        ...table,
        columnDefinitions: columnsOf(table)!.map((column) => ({ ...column, type: "string" })),
      }))
    ),
  },
  "negotiation/creation-in-milliseconds": {
    description: "The cells of `Created At` in a list have milliseconds.",
    reason: "They are formatted with `toISOString`.",
    breaks: "negotiation.table-default-cells",
    install: changingTables((table, { isList }) =>
      changingDefaultColumns(table, () => {
        const exact = ({ cells, ...row }: JsonObject) => {
          const [name, created] = cells as string[];
          return { ...row, cells: [name!, new Date(created!).toISOString()] };
        };
        return isList ? { ...table, rows: rowsOf(table).map(exact) } : table;
      })
    ),
  },
  "negotiation/rows-without-objects": {
    description: "The rows of ClusterRoleBindings have no objects unless all of them is requested.",
    reason: "Only printers read Tables, and they read cells.",
    breaks: "negotiation.table-include-object",
    install: changingTables((table, { definition }) => ({
      ...table,
      rows: rowsOf(table).map((row) => {
        const { kind } = (row.object ?? {}) as JsonObject;
        const isLost = definition?.kind === "ClusterRoleBinding" && kind !== definition.kind;
        return isLost ? { ...row, object: null } : row;
      }),
    })),
  },
  "negotiation/last-row-missing": {
    description: "The Table of a list with several items omits the last one.",
    reason: "The loop ends one row early because it looks ahead.",
    breaks: "negotiation.table-rows",
    install: changingTables((table) => ({
      ...table,
      rows: rowsOf(table).slice(0, Math.max(1, rowsOf(table).length - 1)),
    })),
  },
  "negotiation/empty-cells-left-out": {
    description: "A row has no cell for an empty value.",
    reason: "The encoder omits empty values.",
    breaks: "negotiation.table-cells",
    install: changingTables((table) => ({
      ...table,
      rows: rowsOf(table).map((row) => ({
        ...row,
        cells: (row.cells as JsonObject[]).filter((cell) =>
          `${cell ?? ""}` !== ""
        ),
      })),
    })),
  },
  "negotiation/roles-show-age": {
    description: "The Table of Roles has an additional column `Age`.",
    reason: "The column is added for all resources.",
    breaks: "negotiation.table-default-for-roles",
    install: changingTables((table) =>
      changingDefaultColumns(table, () => ({
        ...table,
        columnDefinitions: [...columnsOf(table)!, { name: "Age", type: "string" }],
        rows: rowsOf(table).map((row) => ({ ...row, cells: [...row.cells as string[], "0s"] })),
      }))
    ),
  },
  "negotiation/changes-are-no-tables": {
    description:
      "A watch with Tables sends objects instead of Tables after the first MODIFIED event.",
    reason:
      "Initial events and changes use different code paths, and one ignores the requested format.",
    breaks: "negotiation.table-watch",
    install: wrap("exchange", "encode", ({ encode }, result, appearance, sending) => {
      const { view, serializer } = appearance;
      if (result.kind !== "watch" || !view) return encode(result, appearance, sending);
      let changes = false;
      const { source } = result;
      const changedSource = {
        ...source,
        next: async () => {
          const events = await source.next();
          changes ||= events?.some(({ type }) => type === "MODIFIED") ?? false;
          return events;
        },
      };
      const whole = (value: JsonObject) => {
        // An error is no Table and has no rows.
        const object = changes && value.kind === "Table" ? rowsOf(value)[0]?.object : undefined;
        return serializer.encode(object ? object as JsonObject : value);
      };
      const changed = { ...appearance, serializer: { ...serializer, encode: whole } };
      return encode({ ...result, source: changedSource }, changed, sending);
    }),
  },
  "negotiation/table-forgets-token": {
    description: "A page in the form of a Table has no `continue` token.",
    reason: "Tables are for people, who were assumed to need no pages.",
    breaks: ["negotiation.table-pages", "paging.continue-when-more"],
    install: wrap("exchange", "encode", ({ encode }, result, appearance, sending) => {
      if (result.kind !== "list" || appearance.view?.form.view !== "Table") {
        return encode(result, appearance, sending);
      }
      const { resourceVersion = "" } = result.metadata;
      return encode({ ...result, metadata: { resourceVersion } }, appearance, sending);
    }),
  },
});
