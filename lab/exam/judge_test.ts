import { assertEquals } from "@std/assert";
import type { FailureCause } from "@plumbline/reports/events";
import { judgeCauses } from "./judge.ts";

const cause = (...failures: readonly string[]): FailureCause => ({
  id: "a",
  title: "a",
  verdict: "fail",
  checks: failures,
  requirements: ["r"],
  failures: failures.map((check) => ({ check, requirement: "r" })),
});

Deno.test("a cause has the bug that all its failures have, or one for each of them", () => {
  const owners = new Map([["a/1 r", ["x", "y"]], ["a/2 r", ["y"]], ["a/3 r", []]]);
  const bugsOf = (...failures: readonly string[]) =>
    judgeCauses([cause(...failures)], owners).map(({ bugs }) => bugs);
  assertEquals(bugsOf("a/1", "a/2"), [["y"]]);
  assertEquals(bugsOf("a/2", "a/3"), [["y", "unexplained"]]);
  assertEquals(bugsOf("a/3", "a/4"), [["unexplained"]]);
});
