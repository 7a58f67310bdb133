import { assertEquals } from "@std/assert";
import { mutants } from "../mod.ts";
import { CHECKS } from "@plumbline/suites/areas";
import { REQUIREMENTS } from "@plumbline/suites/catalogue";
import { UNBREAKABLE } from "./unbreakable.ts";

const checked = new Set<string>(CHECKS.flatMap(({ requirements }) => requirements));
const broken = new Set(mutants.flatMap(({ breaks }) => breaks));

Deno.test("each requirement that a check covers is violated by a mutant, whatever its level", () => {
  const left = Object.keys(REQUIREMENTS).filter((id) =>
    checked.has(id) && !broken.has(id) && !Object.hasOwn(UNBREAKABLE, id)
  );
  assertEquals(left, []);
});

Deno.test("requirements listed as unbreakable are checked, and no mutant violates them", () => {
  const wrong = Object.keys(UNBREAKABLE).filter((id) => !checked.has(id) || broken.has(id));
  assertEquals(wrong, []);
});
