import { assertEquals } from "@std/assert";
import { faults } from "../server/mod.ts";
import { CHECKS, REQUIREMENTS } from "../suites/mod.ts";

/** Requirements that no fault can break, by the reason. */
const UNBREAKABLE: Readonly<Record<string, string>> = {
  "concurrency.shows-nothing-unsent": "no server knows what nobody has sent yet",
};

const musts = Object.entries(REQUIREMENTS)
  .filter(([, { level }]) => level === "must")
  .map(([id]) => id);
const checked = new Set<string>(CHECKS.flatMap(({ requirements }) => requirements));
const broken = new Set(faults().flatMap(({ breaks }) => breaks));

Deno.test("each checked must is broken by a fault", () => {
  const left = musts.filter((id) =>
    checked.has(id) && !broken.has(id) && !Object.hasOwn(UNBREAKABLE, id)
  );
  assertEquals(left, []);
});

Deno.test("what is said to be unbreakable is a checked must that no fault breaks", () => {
  const wrong = Object.keys(UNBREAKABLE).filter((id) =>
    !musts.includes(id) || !checked.has(id) || broken.has(id)
  );
  assertEquals(wrong, []);
});
