import { assertEquals } from "@std/assert";
import { faults } from "../server/mod.ts";
import { CHECKS, REQUIREMENTS } from "../suites/mod.ts";

/** The areas in which each `must` that a check holds is broken by a fault. */
const COVERED: readonly string[] = [
  "deployments",
  "dry-run",
  "field-validation",
  "paging",
  "secrets",
  "versions",
  "watch",
];

/** Requirements that no fault can break, by the reason. */
const UNBREAKABLE: Readonly<Record<string, string>> = {};

const musts = Object.entries(REQUIREMENTS)
  .filter(([, { level }]) => level === "must")
  .map(([id]) => id);
const checked = new Set<string>(CHECKS.flatMap(({ requirements }) => requirements));
const broken = new Set(faults().flatMap(({ breaks }) => breaks));

Deno.test("in the areas covered each checked must is broken by a fault", () => {
  const left = musts.filter((id) =>
    COVERED.some((area) => id.startsWith(`${area}.`)) && checked.has(id) && !broken.has(id) &&
    !Object.hasOwn(UNBREAKABLE, id)
  );
  assertEquals(left, []);
});

Deno.test("what is said to be unbreakable is a checked must that no fault breaks", () => {
  const wrong = Object.keys(UNBREAKABLE).filter((id) =>
    !musts.includes(id) || !checked.has(id) || broken.has(id)
  );
  assertEquals(wrong, []);
});
