import { assertEquals } from "@std/assert";
import { LEVELS } from "./events.ts";
import { HARMS, isFailure, type Ranked, rankOf, withHarm } from "./harm.ts";

Deno.test("a must fails, and so does what lets in, loses data or ends clients, at any level", () => {
  const failing = (level: Ranked["level"]) => HARMS.filter((harm) => isFailure({ level, harm }));
  assertEquals(failing("must"), HARMS);
  assertEquals(failing("should"), ["security", "data-loss", "availability"]);
  assertEquals(failing("convention"), ["security", "data-loss", "availability"]);
});

Deno.test("requirements are ranked by harm, then by level; without a harm, they mislead", () => {
  const all = HARMS.flatMap((harm) => LEVELS.map((level): Ranked => ({ harm, level })));
  assertEquals(all.map(rankOf), all.map((_, index) => index));
  assertEquals(rankOf({ level: "must" }), rankOf({ level: "must", harm: "misleading" }));
  assertEquals([{ level: "must" }, { level: "should" }].map((one) => isFailure(one as Ranked)), [
    true,
    false,
  ]);
});

Deno.test("a violation may do less than its requirement states, and never more", () => {
  const must = { level: "must", harm: "security" } as const;
  assertEquals(withHarm(must, "misleading"), { level: "must", harm: "misleading" });
  assertEquals(withHarm(must, undefined), must);
  const detail = { level: "should", harm: "detail" } as const;
  assertEquals(withHarm(detail, "misleading"), detail);
});
