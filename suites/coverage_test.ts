import { assertEquals } from "@std/assert";
import { CHECKS as checks } from "./areas/mod.ts";
import { highestLevel, type RequirementId, REQUIREMENTS } from "./catalogue.ts";

Deno.test("every requirement has a check, or a reason why there is none", () => {
  const held = new Set<string>(checks.flatMap(({ requirements }) => requirements));
  const wrong = (Object.keys(REQUIREMENTS) as RequirementId[])
    .filter((id) => held.has(id) === (REQUIREMENTS[id].unchecked !== undefined));
  assertEquals(wrong, []);
});

Deno.test("no two checks have one id", () => {
  const ids = checks.map(({ id }) => id);
  assertEquals(ids.filter((id, index) => ids.indexOf(id) !== index), []);
});

Deno.test("the level of a check is the highest of its requirements", () => {
  const levels = (
    ids: RequirementId[],
  ) => [ids.map((id) => REQUIREMENTS[id].level), highestLevel(ids)];
  assertEquals(levels(["watch.zero-or-false"]), [["convention"], "convention"]);
  assertEquals(levels(["watch.zero-or-false", "watch.one-or-true"]), [
    ["convention", "must"],
    "must",
  ]);
});
