import { assertEquals } from "@std/assert";
import { pagingChecks } from "../paging.ts";
import { versionsChecks } from "../versions.ts";
import { watchChecks } from "../watch.ts";
import { type RequirementId, REQUIREMENTS } from "./mod.ts";

const checks = [...versionsChecks, ...pagingChecks, ...watchChecks];

Deno.test("every requirement has a check", () => {
  const held = new Set(checks.flatMap(({ requirements }) => requirements));
  const without = (Object.keys(REQUIREMENTS) as RequirementId[]).filter((id) => !held.has(id));
  assertEquals(without, []);
});

Deno.test("no two checks have one id", () => {
  const ids = checks.map(({ id }) => id);
  assertEquals(ids.filter((id, index) => ids.indexOf(id) !== index), []);
});

Deno.test("a check is as binding as what it holds a target to", () => {
  const levels = checks.filter(({ level, requirements }) =>
    !requirements.some((id) => REQUIREMENTS[id].level === level)
  );
  assertEquals(levels.map(({ id }) => id), []);
});
