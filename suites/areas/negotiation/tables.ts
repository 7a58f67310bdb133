/**
 * Tables in gets, lists and watches.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { columnsOf, DEFAULT_COLUMNS, verifyTable } from "./model/table.ts";
import { namesOf, objectPath, type TypedTarget, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { expectStatus } from "../../session/violation.ts";
import type {
  HttpRequest,
  HttpResponse,
  Json,
  JsonObject,
  WatchDocument,
} from "../../client/http_client.ts";
import {
  createObject,
  everyRead,
  expectSameText,
  mediaTypes,
  type ReadCase,
  readRequest,
} from "./requests.ts";
import { verify, verifyAll } from "../../verify.ts";
import { rejected } from "../../session/objects.ts";

/** A read, whether it also accepts JSON, and how many objects it shows. */
interface TableCase {
  readonly read: ReadCase;
  readonly orJson: boolean;
  readonly count: number;
}

const tableCases = (target: TypedTarget) =>
  combinations<TableCase>({ read: everyRead(target), orJson: [false, true], count: [1, 3, 0] }, 0)
    .filter(({ read, count }) => read.operation !== "get" || count === 1);

/** Checks of Tables. */
export const TABLES: readonly Check[] = [
  property<TableCase>({
    id: "negotiation/table",
    version: 2,
    title: "A Table has the correct kind, apiVersion and columns, and a row for each object",
    requirements: [
      "negotiation.table-get",
      "negotiation.table-list",
      "negotiation.table-kind",
      "negotiation.table-api-version",
      "negotiation.table-columns",
      "negotiation.table-default-column-types",
      "negotiation.table-default-cells",
      "negotiation.table-rows",
      "negotiation.table-cells",
    ],
    ...enumerated(tableCases),
    run: async (scope, each) => {
      const { response, objects } = await askTable(scope, each);
      const { suffix } = scope.target.dialect;
      verifyAll(verifyTable(response.json, { suffix, objects }));
    },
  }),
  property<ReadCase>({
    id: "negotiation/table-default-columns",
    types: ["roles", "clusterroles"],
    title: "Roles and ClusterRoles are shown in the two default columns",
    requirements: ["negotiation.table-default-for-roles"],
    ...enumerated((target) =>
      everyRead(target).filter(({ resource }) => /^(cluster)?roles$/.test(resource))
    ),
    run: async (scope, what) => {
      const { response } = await askTable(scope, { read: what, orJson: false, count: 1 });
      expectSameText(
        "negotiation.table-default-for-roles",
        JSON.stringify(columnsOf(asObject(response.json))),
        JSON.stringify(DEFAULT_COLUMNS),
      );
    },
  }),
  property<string>({
    id: "negotiation/table-pages",
    title: "Paging through a list as Tables returns every object",
    requirements: ["negotiation.table-pages"],
    ...enumerated((target) => namesOf(target)),
    run: async (scope, resource) => {
      const { read, type } = await createObject(scope, { resource, operation: "list" });
      const second = await scope.create(type, scope.newObject(type, { name: "another" }));
      if (second.status >= 300) throw rejected(second, "no second object could be created");
      const pages = await tablePages(scope, read);
      const actual = `${pages.flat().length} rows on ${pages.length} pages`;
      scope.note(`${pages.length} pages`);
      verify("negotiation.table-pages", {
        holds: pages.flat().length === 2,
        expected: "2 rows on all pages",
        actual,
      });
    },
  }),
  property<string>({
    id: "negotiation/table-watch",
    title: "A watch that requests Tables receives each object as a Table with one row",
    requirements: ["negotiation.table-watch"],
    ...enumerated((target) => namesOf(target)),
    run: async (scope, resource) => {
      const { read, type } = await createObject(scope, { resource, operation: "list" });
      const headers = { accept: mediaTypes(scope.target.dialect).table };
      const query = { ...read.query, resourceVersion: "0", timeoutSeconds: "5" };
      const stream = await scope.watch({ path: read.path, query, headers });
      expectStatus("negotiation.table-watch", stream.response, 200);
      const added = await stream.waitFor(({ type }) => type === "ADDED", 5_000);
      if (added === undefined) throw new Discard("the watch sent no event");
      expectOneRow(added);
      const { columnDefinitions } = added.object;
      const hasColumns = Array.isArray(columnDefinitions) && columnDefinitions.length > 0;
      expectSameText("negotiation.table-watch", hasColumns ? "columns" : "no columns", "columns");
      const namespace = type.namespaced ? scope.namespaces[0] : undefined;
      const name = scope.name("object", type);
      const changed = await scope.send({
        method: "PATCH",
        path: objectPath(type, scope.target.dialect, { namespace, name }),
        headers: { "content-type": "application/merge-patch+json" },
        body: { metadata: { annotations: { changed: "yes" } } },
      });
      // Servers often send existing objects and later changes by different code paths.
      const isChange = (document: WatchDocument) => document !== added;
      if (changed.status < 300) {
        const modified = await stream.waitFor(isChange, 5_000);
        if (modified !== undefined) expectOneRow(modified);
      }
      await stream.close();
    },
  }),
];

/** A limit on the number of pages; two objects need fewer, even if some pages are empty. */
const MAX_PAGES = 20;

/** Returns the rows of each page of a list with `limit=1`. */
async function tablePages(scope: Scope, read: HttpRequest): Promise<Json[][]> {
  const headers = { accept: mediaTypes(scope.target.dialect).table };
  const pages: Json[][] = [];
  let token = "";
  do {
    const query = { ...read.query, limit: "1", ...(token !== "" && { continue: token }) };
    const response = await scope.send({ ...read, query, headers });
    // Whether Tables are served at all is covered by negotiation/table.
    if (pages.length === 0 && response.status !== 200) {
      throw new Discard("the response is not a Table");
    }
    expectStatus("negotiation.table-pages", response, 200);
    const table = asObject(response.json);
    if (table?.kind !== "Table") throw new Discard("the response is not a Table");
    pages.push(Array.isArray(table.rows) ? table.rows : []);
    const next = asObject(table.metadata)?.continue;
    token = typeof next === "string" ? next : "";
  } while (token !== "" && pages.length < MAX_PAGES);
  return pages;
}

/** Verifies that the object of an event is a Table with one row. */
function expectOneRow({ object: { kind, rows } }: WatchDocument): void {
  const actual = `${kind} with ${Array.isArray(rows) ? rows.length : "no"} rows`;
  expectSameText("negotiation.table-watch", actual, "Table with 1 rows");
}

async function askTable(
  scope: Scope,
  { read: what, orJson, count }: TableCase,
): Promise<{ response: HttpResponse; objects: JsonObject[] }> {
  const objects: JsonObject[] = [];
  if (count > 0) objects.push((await createObject(scope, what)).object);
  const type = typeNamed(scope.target, what.resource);
  for (let index = 1; index < count; index++) {
    const { status, json } = await scope.create(
      type,
      scope.newObject(type, { name: `more-${index}` }),
    );
    const another = asObject(json);
    if (status >= 300 || !another) throw new Discard(`not all objects could be created: ${status}`);
    objects.push(another);
  }
  const read = readRequest(scope, what);
  const { table, json } = mediaTypes(scope.target.dialect);
  const accept = orJson ? `${table}, ${json}` : table;
  const response = await scope.send({ ...read, headers: { accept } });
  if (response.status === 200) return { response, objects };
  const requirement = what.operation === "get" ? "negotiation.table-get" : "negotiation.table-list";
  throw new Violation(requirement, { expected: "200 with a Table", actual: `${response.status}` });
}
