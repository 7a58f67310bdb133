import { assertEquals } from "@std/assert";
import { dependentsOf, filesNamedIn } from "./graph.ts";

const graph = new Map([
  ["a.ts", new Set(["b.ts"])],
  ["b.ts", new Set(["c.ts"])],
  ["c.ts", new Set<string>()],
  ["d.ts", new Set(["c.ts", "a.ts"])],
]);

Deno.test("dependents are found through other modules, with the shortest distance", () => {
  assertEquals(
    Object.fromEntries(dependentsOf(["c.ts"], graph)),
    { "c.ts": 0, "b.ts": 1, "d.ts": 1, "a.ts": 2 },
  );
  assertEquals(Object.fromEntries(dependentsOf(["d.ts"], graph)), { "d.ts": 0 });
});

Deno.test("modules that import one another are visited once", () => {
  const circle = new Map([["a.ts", new Set(["b.ts"])], ["b.ts", new Set(["a.ts"])]]);
  assertEquals(Object.fromEntries(dependentsOf(["a.ts"], circle)), { "a.ts": 0, "b.ts": 1 });
});

Deno.test("files that a module starts or reads are found by their names", () => {
  const known = new Set(["x/worker.ts", "docs/gates.md", "x/data/one.json", "x/imported.ts"]);
  const text = [
    'import { one } from "./imported.ts";',
    'new Worker(new URL("./worker.ts", import.meta.url));',
    'read("docs/gates.md"); read("data/one.json"); read("absent.json");',
  ].join("\n");
  assertEquals(
    [...filesNamedIn(text, "x/module.ts", known)],
    ["x/worker.ts", "docs/gates.md", "x/data/one.json"],
  );
});
