/**
 * Checks Tables: their shape, and that their rows are those of the request.
 *
 * @module
 */
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import type { ResourceRequest } from "./resource_request.ts";
import { selectorTest } from "./selectors.ts";
import { type ExchangeViolation, violation, type ViolationFacts } from "./violation.ts";

/** Returns the violations of a Table; `isEvent` is true in a watch. */
export function tableViolations(
  request: Pick<HttpRequest, "query">,
  resource: ResourceRequest,
  table: JsonObject,
): ExchangeViolation[] {
  const columns = arrayOf(table.columnDefinitions).map(asObject);
  const isNamed = columns.every((column) => isText(column?.name) && isText(column?.type));
  // Later events of a watch may leave the columns out.
  const mayOmit = resource.verb === "watch";
  if (!isVersion(table.apiVersion) || !isNamed || (columns.length === 0 && !mayOmit)) {
    return [violation("exchanges.table-shape", {
      expected: "a Table of meta/v1 with columnDefinitions that have a name and a type",
      actual: JSON.stringify({ ...table, rows: null }).slice(0, 300),
    })];
  }
  const rows = arrayOf(table.rows).map(asObject);
  const found: ExchangeViolation[] = [];
  const limit = Number(request.query?.limit ?? 0);
  if (resource.verb === "list" && limit > 0 && rows.length > limit) {
    if (request.query?.resourceVersion !== "0") {
      found.push(violation("exchanges.list-limit", {
        expected: `at most ${limit} rows`,
        actual: `${rows.length} rows`,
      }));
    }
  }
  if (resource.verb === "get" && rows.length !== 1) {
    found.push(violation("exchanges.table-rows", {
      expected: "one row",
      actual: `${rows.length} rows`,
    }));
  }
  const test = selectorTest(request);
  for (const row of rows) {
    const facts = wrongRow(row, columns, resource);
    if (facts !== undefined) found.push(violation("exchanges.table-rows", facts));
    const object = asObject(row?.object);
    if (test !== undefined && asObject(object?.metadata) !== undefined && !test(object!)) {
      found.push(violation("exchanges.matches-selector", {
        expected: `rows of objects that match ${JSON.stringify(request.query)}`,
        actual: JSON.stringify(asObject(object?.metadata)).slice(0, 300),
      }));
    }
  }
  // Real servers write no rows as null.
  if (!Array.isArray(table.rows) && table.rows !== null) {
    found.push(violation("exchanges.table-rows", {
      expected: "a list of rows, which may be empty, or null",
      actual: JSON.stringify(table.rows) ?? "none",
    }));
  }
  const version = asObject(table.metadata)?.resourceVersion;
  if (resource.verb !== "watch" && !isText(version)) {
    found.push(violation("exchanges.table-rows", {
      expected: "metadata.resourceVersion of the list or object",
      actual: JSON.stringify(table.metadata),
    }));
  }
  return found.slice(0, 1);
}

function wrongRow(
  row: JsonObject | undefined,
  columns: readonly (JsonObject | undefined)[],
  { namespace, name }: ResourceRequest,
): ViolationFacts | undefined {
  const cells = arrayOf(row?.cells);
  if (columns.length > 0 && cells.length !== columns.length) {
    return { expected: `${columns.length} cells`, actual: JSON.stringify(cells) };
  }
  const metadata = asObject(asObject(row?.object)?.metadata);
  if (metadata === undefined) return undefined;
  const isOther = (name !== "" && metadata.name !== name) ||
    (namespace !== "" && metadata.namespace !== namespace);
  const hasCell = (title: string, value: Json | undefined) => {
    const at = columns.findIndex((column) => column?.name === title);
    return at < 0 || cells[at] === value;
  };
  const { creationTimestamp } = metadata;
  if (!isOther && hasCell("Name", metadata.name) && hasCell("Created At", creationTimestamp)) {
    return undefined;
  }
  return {
    expected: `a row of ${name || "an object"} in ${
      namespace || "any namespace"
    }, with its name and creation time in the cells of these columns`,
    actual: JSON.stringify({ cells, metadata }).slice(0, 300),
  };
}

const isVersion = (version: Json | undefined): boolean =>
  typeof version === "string" && /^meta\.[^/]+\/v1(beta1)?$/.test(version);

const arrayOf = (json: Json | undefined): readonly Json[] => Array.isArray(json) ? json : [];

const isText = (json: Json | undefined): boolean => typeof json === "string" && json !== "";
