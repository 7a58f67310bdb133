import { assert, assertEquals, assertMatch } from "@std/assert";
import { AREAS } from "./areas/mod.ts";
import { REQUIREMENTS } from "./catalogue.ts";

const entries = Object.entries(REQUIREMENTS);

Deno.test("an id is an area and words with dashes", () => {
  for (const [id] of entries) {
    assertMatch(id, /^[a-z-]+\.[a-z0-9]+(-[a-z0-9]+)*$/);
    assert(AREAS.some((area) => area.id === id.split(".")[0]), id);
  }
});

Deno.test("a statement is one sentence, and no two are the same", () => {
  for (const [id, { statement }] of entries) {
    assertMatch(statement, /^[A-Zw].*[^.]\.$/, id);
    assert(!/\. [A-Z]/.test(statement), `${id} has two sentences`);
  }
  assertEquals(new Set(entries.map(([, each]) => each.statement)).size, entries.length);
});

Deno.test("the list table is covered cell by cell", () => {
  const cells = entries.filter(([id]) =>
    /^resource-versions\.list-(plain|exact|not-older)-/.test(id)
  );
  assertEquals(cells.length, 21);
});
