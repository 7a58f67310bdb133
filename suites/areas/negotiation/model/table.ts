/**
 * The oracle of Tables: columns, rows and cells for known objects.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../client/http_client.ts";
import { type Discrepancy, discrepancy } from "../../../model/discrepancy.ts";
import { asObject, metadataOf, nameOf } from "../../../model/object.ts";

/** The columns of a resource type without a table definition of its own. */
export const DEFAULT_COLUMNS: readonly (readonly [name: string, type: string])[] = [
  ["Name", "string"],
  ["Created At", "date"],
];

/** The expected content of a table. */
export interface ExpectedTable {
  /** The suffix of brand-bearing API groups. */
  readonly suffix: string;
  /** The objects, in any order. */
  readonly objects: readonly JsonObject[];
}

/** Returns the names and types of a table's columns. */
export function columnsOf(table: JsonObject | undefined): readonly (readonly [Json, Json])[] {
  return asArray(table?.columnDefinitions)
    .map((column) => [asObject(column)?.name ?? null, asObject(column)?.type ?? null] as const);
}

/** Compares a response with the expected table. */
export function verifyTable(
  json: Json | undefined,
  { suffix, objects }: ExpectedTable,
): Discrepancy[] {
  const table = asObject(json);
  if (table?.kind !== "Table") {
    return [discrepancy("negotiation.table-kind", "kind Table", JSON.stringify(table?.kind))];
  }
  const found: Discrepancy[] = [];
  const apiVersion = `meta.${suffix}/v1`;
  if (table.apiVersion !== apiVersion) {
    found.push(
      discrepancy("negotiation.table-api-version", apiVersion, JSON.stringify(table.apiVersion)),
    );
  }
  const columns = columnsOf(table);
  if (columns.length === 0 || columns.some((column) => column.some((each) => !isText(each)))) {
    const actual = JSON.stringify(table.columnDefinitions);
    found.push(discrepancy("negotiation.table-columns", "columns with a name and a type", actual));
  }
  const rows = asArray(table.rows).map(asObject);
  if (rows.length !== objects.length) {
    found.push(discrepancy("negotiation.table-rows", `${objects.length} rows`, `${rows.length}`));
  }
  const uneven = rows.find((row) => asArray(row?.cells).length !== columns.length);
  if (uneven !== undefined) {
    const expected = `${columns.length} cells in each row`;
    found.push(discrepancy("negotiation.table-cells", expected, JSON.stringify(uneven.cells)));
  }
  if (isDefault(columns)) found.push(...verifyDefaultColumns(columns, rows, objects));
  return found;
}

/** Returns true if the columns have the names of the default columns. */
function isDefault(columns: readonly (readonly [Json, Json])[]): boolean {
  return columns.map(([name]) => name).join() === DEFAULT_COLUMNS.map(([name]) => name).join();
}

function verifyDefaultColumns(
  columns: readonly (readonly [Json, Json])[],
  rows: readonly (JsonObject | undefined)[],
  objects: readonly JsonObject[],
): Discrepancy[] {
  const found: Discrepancy[] = [];
  if (JSON.stringify(columns) !== JSON.stringify(DEFAULT_COLUMNS)) {
    const expected = JSON.stringify(DEFAULT_COLUMNS);
    found.push(
      discrepancy("negotiation.table-default-column-types", expected, JSON.stringify(columns)),
    );
  }
  const expected = objects.map((object) => cellText([nameOf(object), createdOf(object)])).sort();
  const actual = rows.map((row) => cellText(asArray(row?.cells))).sort();
  // A wrong number of rows is reported separately.
  if (expected.length === actual.length && expected.join() !== actual.join()) {
    found.push(
      discrepancy("negotiation.table-default-cells", expected.join(" "), actual.join(" ")),
    );
  }
  return found;
}

function cellText(cells: readonly Json[]): string {
  return JSON.stringify(cells);
}

function createdOf(object: JsonObject): Json {
  return metadataOf(object).creationTimestamp ?? null;
}

function asArray(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? json : [];
}

function isText(json: Json): boolean {
  return typeof json === "string" && json !== "";
}
