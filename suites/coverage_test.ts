import { assertEquals } from "@std/assert";
import { LEVELS } from "../reports/events.ts";
import { CHECKS as checks } from "./areas/mod.ts";
import { type RequirementId, REQUIREMENTS } from "./catalogue.ts";

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
  const wrong = checks.filter(({ level, requirements }) =>
    LEVELS.find((each) =>
      requirements.some((id) => REQUIREMENTS[id as RequirementId].level === each)
    ) !== level
  );
  assertEquals(wrong.map(({ id }) => id), []);
});
