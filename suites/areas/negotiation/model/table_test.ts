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

function violated(change: Partial<Record<keyof typeof GOOD, unknown>>): string[] {
  const table = JSON.parse(JSON.stringify({ ...GOOD, ...change }));
  return verifyTable(table, { suffix: "svc.io", objects: [OBJECT] })
    .map(({ requirement }) => requirement);
}

Deno.test("a table with the default columns or others is accepted", () => {
  assertEquals(violated({}), []);
  const columnDefinitions = [{ name: "Name", type: "string" }, { name: "Age", type: "string" }];
  assertEquals(violated({ columnDefinitions, rows: [{ cells: ["one", "2d"] }] }), []);
});

Deno.test("a wrong table violates the corresponding requirement", () => {
  const [name, created] = GOOD.columnDefinitions;
  assertEquals(violated({ kind: "SecretList" }), ["negotiation.table-kind"]);
  assertEquals(violated({ apiVersion: "meta.k8s.io/v1" }), ["negotiation.table-api-version"]);
  assertEquals(violated({ columnDefinitions: [{ name: "Name" }], rows: [{ cells: ["one"] }] }), [
    "negotiation.table-columns",
  ]);
  assertEquals(violated({ rows: [{ cells: ["one"] }] })[0], "negotiation.table-cells");
  assertEquals(violated({ rows: [] })[0], "negotiation.table-rows");
  assertEquals(violated({ columnDefinitions: [name, { ...created, type: "string" }] }), [
    "negotiation.table-default-column-types",
  ]);
  assertEquals(violated({ rows: [{ cells: ["two", CREATED] }] }), [
    "negotiation.table-default-cells",
  ]);
  assertEquals(violated({ rows: [{ cells: ["one", "now"] }] }), [
    "negotiation.table-default-cells",
  ]);
});
