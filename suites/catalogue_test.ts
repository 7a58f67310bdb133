import { assert, assertEquals, assertMatch } from "@std/assert";
import { HARMS } from "@plumbline/reports/harm";
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

Deno.test("each requirement has one of the kinds of harm", () => {
  assertEquals(entries.filter(([, { harm }]) => !HARMS.includes(harm)), []);
  assertEquals(new Set(entries.map(([, { harm }]) => harm)), new Set(HARMS));
});

Deno.test("what changes an object that it must not change loses data, or worse", () => {
  const grave =
    /changes-nothing|leaves-no-trace|precondition-missed|(never-changes|own|keep)s?-uid|one-namespace|other-(name|namespace)-rejected|nothing-lost|collection-(limit|spares)/;
  const wrong = entries.filter(([id, { harm }]) =>
    grave.test(id) && !["security", "data-loss"].includes(harm)
  );
  assertEquals(wrong.map(([id]) => id), []);
});
