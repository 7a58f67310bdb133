import { assertEquals } from "@std/assert";
import { mutants } from "../../server/mod.ts";
import { CHECKS, REQUIREMENTS } from "../../suites/mod.ts";

/** Requirements that no fault can break, by the reason. */
const UNBREAKABLE: Readonly<Record<string, string>> = {
  "concurrency.shows-nothing-unsent": "no server knows what nobody has sent yet",
};

const checked = new Set<string>(CHECKS.flatMap(({ requirements }) => requirements));
const broken = new Set(mutants.flatMap(({ breaks }) => breaks));

Deno.test("each requirement that a check holds is broken by a fault, whatever its level", () => {
  const left = Object.keys(REQUIREMENTS).filter((id) =>
    checked.has(id) && !broken.has(id) && !Object.hasOwn(UNBREAKABLE, id)
  );
  assertEquals(left, []);
});

Deno.test("what is said to be unbreakable is checked, and no fault breaks it", () => {
  const wrong = Object.keys(UNBREAKABLE).filter((id) => !checked.has(id) || broken.has(id));
  assertEquals(wrong, []);
});
