/**
 * Tables.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../check.ts";
import { asObject } from "../model/object.ts";
import { columnsOf, DEFAULT_COLUMNS, judgeTable } from "../model/negotiation/table.ts";
import type { Scope } from "../runner/scope.ts";
import { throwGravest } from "../session/violation.ts";
import type { Answer, Ask, Json } from "../target/http_client.ts";
import { expectSame, expectStatus, make, mediaTypes, type ReadCase, readCase } from "./ask.ts";

/** A read, and whether JSON is accepted besides. */
interface TableCase {
  readonly read: ReadCase;
  readonly orJson: boolean;
}

const tableCase = () => fc.record({ read: readCase(), orJson: fc.boolean() });

/** Checks of tables. */
export const TABLES: readonly Check[] = [
  property<TableCase>({
    id: "negotiation/table",
    title: "What is asked for as a Table is one, and shows what there is",
    requirements: [
      "negotiation.table-get",
      "negotiation.table-list",
      "negotiation.table-kind",
      "negotiation.table-api-version",
      "negotiation.table-columns",
      "negotiation.table-default-column-types",
      "negotiation.table-default-cells",
    ],
    level: "must",
    arbitrary: tableCase,
    run: (scope, each) => judge(scope, each, "must"),
  }),
  property<TableCase>({
    id: "negotiation/table-rows",
    title: "A Table has a row for each object and a cell for each column",
    requirements: ["negotiation.table-rows", "negotiation.table-cells"],
    level: "convention",
    arbitrary: tableCase,
    run: (scope, each) => judge(scope, each, "convention"),
  }),
  property<ReadCase>({
    id: "negotiation/table-default-columns",
    title: "Roles are shown in the two default columns",
    requirements: ["negotiation.table-default-for-roles"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: fc.constantFrom("roles", "clusterroles"),
        operation: fc.constantFrom("get" as const, "list" as const),
      }),
    run: async (scope, what) => {
      const { answer } = await askTable(scope, { read: what, orJson: false });
      expectSame(
        "negotiation.table-default-for-roles",
        JSON.stringify(columnsOf(asObject(answer.json))),
        JSON.stringify(DEFAULT_COLUMNS),
      );
    },
  }),
  property<string>({
    id: "negotiation/table-pages",
    title: "A Table that is a page says where the next one begins",
    requirements: ["negotiation.table-pages"],
    level: "must",
    arbitrary: resourceName,
    run: async (scope, resource) => {
      const { read, type } = await make(scope, { resource, operation: "list" });
      const { status } = await scope.create(type, scope.make(type, { name: "another" }));
      if (status >= 300) throw new Discard(`no second object could be made: ${status}`);
      const pages = await tablePages(scope, read);
      const actual = `${pages.flat().length} rows on ${pages.length} pages`;
      scope.note(`${pages.length} pages`);
      if (pages.flat().length === 2) return;
      throw new Violation("negotiation.table-pages", { expected: "2 rows on all pages", actual });
    },
  }),
  property<string>({
    id: "negotiation/table-watch",
    title: "A watch that asks for Tables is sent Tables",
    requirements: ["negotiation.table-watch"],
    level: "convention",
    arbitrary: resourceName,
    run: async (scope, resource) => {
      const { read } = await make(scope, { resource, operation: "list" });
      const headers = { accept: mediaTypes(scope.target.dialect).table };
      const query = { ...read.query, resourceVersion: "0", timeoutSeconds: "5" };
      const stream = await scope.watch({ path: read.path, query, headers });
      expectStatus("negotiation.table-watch", stream.answer, 200);
      const event = await stream.waitFor(({ type }) => type === "ADDED", 5_000);
      await stream.close();
      if (event === undefined) throw new Discard("the watch told nothing");
      const { kind, rows } = event.object;
      const actual = `${kind} of ${Array.isArray(rows) ? rows.length : "no"} rows`;
      expectSame("negotiation.table-watch", actual, "Table of 1 rows");
    },
  }),
];

/** More pages than two objects can take, even if some are empty. */
const MOST_PAGES = 20;

/** The rows of each page, one object a page being asked for. */
async function tablePages(scope: Scope, read: Ask): Promise<Json[][]> {
  const headers = { accept: mediaTypes(scope.target.dialect).table };
  const pages: Json[][] = [];
  let token = "";
  do {
    const query = { ...read.query, limit: "1", ...(token !== "" && { continue: token }) };
    const answer = await scope.ask({ ...read, query, headers });
    expectStatus("negotiation.table-pages", answer, 200);
    const table = asObject(answer.json);
    if (table?.kind !== "Table") throw new Discard("there is no table to judge");
    pages.push(Array.isArray(table.rows) ? table.rows : []);
    const next = asObject(table.metadata)?.continue;
    token = typeof next === "string" ? next : "";
  } while (token !== "" && pages.length < MOST_PAGES);
  return pages;
}

async function judge(scope: Scope, each: TableCase, level: "must" | "convention"): Promise<void> {
  const { answer, objects } = await askTable(scope, each);
  const { suffix } = scope.target.dialect;
  const isTable = asObject(answer.json)?.kind === "Table";
  if (level === "convention" && !isTable) throw new Discard("there is no table to judge");
  throwGravest(judgeTable(answer.json, { suffix, objects }), level);
}

async function askTable(
  scope: Scope,
  { read: what, orJson }: TableCase,
): Promise<{ answer: Answer; objects: NonNullable<ReturnType<typeof asObject>>[] }> {
  const { read, object } = await make(scope, what);
  const { table, json } = mediaTypes(scope.target.dialect);
  const accept = orJson ? `${table}, ${json}` : table;
  const answer = await scope.ask({ ...read, headers: { accept } });
  if (answer.status === 200) return { answer, objects: [object] };
  const requirement = what.operation === "get" ? "negotiation.table-get" : "negotiation.table-list";
  throw new Violation(requirement, { expected: "200 with a Table", actual: `${answer.status}` });
}
