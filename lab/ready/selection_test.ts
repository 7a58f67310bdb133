import { assert, assertEquals } from "@std/assert";
import { allFiles } from "./changes.ts";
import { readGraph } from "./graph.ts";
import { areasOf, LONG_TESTS, selectTests } from "./selection.ts";

const files = [
  "architecture_test.ts",
  "x/a.ts",
  "x/a_test.ts",
  "x/consumer_test.ts",
  "x/recorded/one.json",
  "y/b.ts",
  "y/b_test.ts",
];
const graph = new Map([
  ["x/a.ts", new Set<string>()],
  ["x/a_test.ts", new Set(["x/a.ts"])],
  ["x/consumer_test.ts", new Set(["x/a.ts"])],
  ["y/b.ts", new Set(["x/a.ts"])],
  ["y/b_test.ts", new Set(["y/b.ts"])],
]);

Deno.test("the tests nearest to a change run first, and long ones last", () => {
  assertEquals(
    selectTests(["x/a.ts"], graph, files),
    ["architecture_test.ts", "x/a_test.ts", "y/b_test.ts", "x/consumer_test.ts"],
  );
  assertEquals(selectTests(["y/b.ts"], graph, files), ["architecture_test.ts", "y/b_test.ts"]);
  assertEquals(selectTests([], graph, files), []);
});

Deno.test("a file that no module names selects the tests of the nearest folder", () => {
  assertEquals(
    selectTests(["x/recorded/one.json"], graph, files),
    ["architecture_test.ts", "x/a_test.ts", "x/consumer_test.ts"],
  );
});

Deno.test("areas are those of changed checks and bugs", () => {
  const changed = [
    "suites/areas/field_validation/checks.ts",
    "mutants/areas/paging/mod.ts",
    "suites/areas/mod.ts",
    "server/mod.ts",
  ];
  assertEquals(areasOf(changed), ["field-validation", "paging"]);
});

Deno.test("the graph of this repository has the test of each module that it selects", async () => {
  const known = await allFiles();
  const tests = selectTests(["lab/ready/graph.ts"], await readGraph(known), known);
  assert(
    tests.includes("lab/ready/graph_test.ts") && tests.includes("lab/ready/selection_test.ts"),
  );
  const missing = LONG_TESTS.filter((name) =>
    !known.some((path) => `/${path}`.endsWith(`/${name}`))
  );
  assertEquals(missing, []);
});
