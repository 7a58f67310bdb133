/**
 * The columns of a Table of custom resources.
 *
 * @module
 */
import type { Json } from "@plumbline/server/api";
import { type Column, formatAge, name as nameColumn } from "@plumbline/server/resources";
import type { PrinterColumn } from "./custom_resource_definition.ts";
import { jsonPath } from "./json_path.ts";

const AGE: PrinterColumn = {
  name: "Age",
  type: "date",
  jsonPath: ".metadata.creationTimestamp",
};

const TYPES = ["string", "integer", "number", "boolean", "date"] as const;

/** Returns the columns of a version: the name, and the printer columns or else the age. */
export function columnsOf(columns: readonly PrinterColumn[]): readonly Column[] {
  return [nameColumn, ...(columns.length > 0 ? columns : [AGE]).map(columnOf)];
}

function columnOf(column: PrinterColumn): Column {
  const read = readerOf(column.jsonPath);
  const { type, format, priority = 0 } = column;
  return {
    name: column.name,
    type: TYPES.find((known) => known === type) ?? "string",
    ...(format && { format }),
    description: column.description ||
      `Custom resource definition column (in JSONPath format): ${column.jsonPath}`,
    priority,
    cell: (object, now) => cellOf(read(object), type, now),
  };
}

/** Returns the reader of a path; of one that cannot be read, it finds nothing. */
function readerOf(path: string): (value: Json) => readonly Json[] {
  try {
    return jsonPath(path);
  } catch {
    return () => [];
  }
}

function cellOf(found: readonly Json[], type: string, now: number): Json {
  const [value = null] = found;
  switch (type) {
    case "string":
      return found.length === 0 ? null : found.map(textOf).join(",");
    case "date":
      return typeof value === "string" ? dateOf(value, now) : null;
    case "integer":
      return typeof value === "number" ? Math.trunc(value) : null;
    case "number":
      return typeof value === "number" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    default:
      return null;
  }
}

const textOf = (value: Json): string => typeof value === "string" ? value : JSON.stringify(value);

function dateOf(text: string, now: number): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? "<invalid>" : formatAge((now - time) / 1000);
}
