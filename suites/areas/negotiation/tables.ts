/**
 * Tables.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { columnsOf, DEFAULT_COLUMNS, verifyTable } from "./model/table.ts";
import { objectPath } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { expectStatus, throwMostSevere } from "../../session/violation.ts";
import type { HttpRequest, HttpResponse, Json, WatchDocument } from "../../client/http_client.ts";
import { expectSame, make, mediaTypes, type ReadCase, readCase } from "./ask.ts";

/** A read, whether JSON is accepted besides, and how many objects more a list shows. */
interface TableCase {
  readonly read: ReadCase;
  readonly orJson: boolean;
  readonly more: number;
}

const tableCase = () =>
  fc.record({ read: readCase(), orJson: fc.boolean(), more: fc.constantFrom(0, 1, 2) });

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
      const { answer } = await askTable(scope, { read: what, orJson: false, more: 0 });
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
      const { read, type } = await make(scope, { resource, operation: "list" });
      const headers = { accept: mediaTypes(scope.target.dialect).table };
      const query = { ...read.query, resourceVersion: "0", timeoutSeconds: "5" };
      const stream = await scope.watch({ path: read.path, query, headers });
      expectStatus("negotiation.table-watch", stream.answer, 200);
      const added = await stream.waitFor(({ type }) => type === "ADDED", 5_000);
      if (added === undefined) throw new Discard("the watch told nothing");
      expectTableOfOne(added);
      const namespace = type.namespaced ? scope.namespaces[0] : undefined;
      const name = scope.name("object");
      const changed = await scope.send({
        method: "PATCH",
        path: objectPath(type, scope.target.dialect, { namespace, name }),
        headers: { "content-type": "application/merge-patch+json" },
        body: { metadata: { annotations: { changed: "yes" } } },
      });
      // What was there comes by another way than what happens later.
      const isChange = (document: WatchDocument) => document !== added;
      if (changed.status < 300) {
        const modified = await stream.waitFor(isChange, 5_000);
        if (modified !== undefined) expectTableOfOne(modified);
      }
      await stream.close();
    },
  }),
];

/** More pages than two objects can take, even if some are empty. */
const MOST_PAGES = 20;

/** The rows of each page, one object a page being asked for. */
async function tablePages(scope: Scope, read: HttpRequest): Promise<Json[][]> {
  const headers = { accept: mediaTypes(scope.target.dialect).table };
  const pages: Json[][] = [];
  let token = "";
  do {
    const query = { ...read.query, limit: "1", ...(token !== "" && { continue: token }) };
    const answer = await scope.send({ ...read, query, headers });
    // Whether there are Tables at all is another matter.
    if (pages.length === 0 && answer.status !== 200) {
      throw new Discard("there is no table to judge");
    }
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
  throwMostSevere(verifyTable(answer.json, { suffix, objects }), level);
}

/** Throws a violation unless an event shows a table of one row. */
function expectTableOfOne({ object: { kind, rows } }: WatchDocument): void {
  const actual = `${kind} of ${Array.isArray(rows) ? rows.length : "no"} rows`;
  expectSame("negotiation.table-watch", actual, "Table of 1 rows");
}

async function askTable(
  scope: Scope,
  { read: what, orJson, more }: TableCase,
): Promise<{ answer: HttpResponse; objects: NonNullable<ReturnType<typeof asObject>>[] }> {
  const { read, object, type } = await make(scope, what);
  const objects = [object];
  for (let index = 0; what.operation === "list" && index < more; index++) {
    const { status, json } = await scope.create(type, scope.make(type, { name: `more-${index}` }));
    const another = asObject(json);
    if (status >= 300 || !another) throw new Discard(`nothing more could be made: ${status}`);
    objects.push(another);
  }
  const { table, json } = mediaTypes(scope.target.dialect);
  const accept = orJson ? `${table}, ${json}` : table;
  const answer = await scope.send({ ...read, headers: { accept } });
  if (answer.status === 200) return { answer, objects };
  const requirement = what.operation === "get" ? "negotiation.table-get" : "negotiation.table-list";
  throw new Violation(requirement, { expected: "200 with a Table", actual: `${answer.status}` });
}
