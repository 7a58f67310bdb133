import { assertEquals } from "@std/assert";
import { verifyTable } from "./table.ts";

const CREATED = "2026-01-02T03:04:05Z";
const OBJECT = { metadata: { name: "one", creationTimestamp: CREATED } };
const GOOD = {
  kind: "Table",
  apiVersion: "meta.svc.io/v1",
  columnDefinitions: [{ name: "Name", type: "string" }, { name: "Created At", type: "date" }],
  rows: [{ cells: ["one", CREATED] }],
};

function told(change: Partial<Record<keyof typeof GOOD, unknown>>): string[] {
  const table = JSON.parse(JSON.stringify({ ...GOOD, ...change }));
  return verifyTable(table, { suffix: "svc.io", objects: [OBJECT] })
    .map(({ requirement }) => requirement);
}

Deno.test("a table of the default columns is accepted, and one of a type's own", () => {
  assertEquals(told({}), []);
  const columnDefinitions = [{ name: "Name", type: "string" }, { name: "Age", type: "string" }];
  assertEquals(told({ columnDefinitions, rows: [{ cells: ["one", "2d"] }] }), []);
});

Deno.test("a table that is wrong is told as what it breaks", () => {
  const [name, created] = GOOD.columnDefinitions;
  assertEquals(told({ kind: "SecretList" }), ["negotiation.table-kind"]);
  assertEquals(told({ apiVersion: "meta.k8s.io/v1" }), ["negotiation.table-api-version"]);
  assertEquals(told({ columnDefinitions: [{ name: "Name" }], rows: [{ cells: ["one"] }] }), [
    "negotiation.table-columns",
  ]);
  assertEquals(told({ rows: [{ cells: ["one"] }] })[0], "negotiation.table-cells");
  assertEquals(told({ rows: [] })[0], "negotiation.table-rows");
  assertEquals(told({ columnDefinitions: [name, { ...created, type: "string" }] }), [
    "negotiation.table-default-column-types",
  ]);
  assertEquals(told({ rows: [{ cells: ["two", CREATED] }] }), ["negotiation.table-default-cells"]);
  assertEquals(told({ rows: [{ cells: ["one", "now"] }] }), ["negotiation.table-default-cells"]);
});
