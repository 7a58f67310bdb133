import { assertEquals } from "@std/assert";
import { causesOf } from "./causes.ts";
import type { CheckResult } from "./events.ts";

const failing = (id: string) => ({
  id,
  level: "must",
  failures: [{
    requirement: `${id}.r`,
    statement: "",
    expected: `one ${id}`,
    actual: `other ${id}`,
    exchange: [],
    confirmed: { attempts: 1, reproduced: 1 },
    verdict: "fail",
  }],
} as unknown as CheckResult);

Deno.test("what shows a behaviour at its violation belongs to the behaviour that explains others", () => {
  const title = "A list ignores `limit`";
  const explained = [{
    id: "limit is ignored",
    title,
    seen: [],
    unseen: [],
    failures: [{ check: "a", requirement: "a.r" }],
  }];
  const alike = [{
    title,
    seen: [],
    unseen: [],
    failures: [{ check: "b", requirement: "b.r" }],
  }];
  const checks = [failing("a"), failing("b"), failing("c")];
  const causes = causesOf({ checks, explained, alike });
  assertEquals(causes.map((cause) => cause.checks.toSorted()).toSorted(), [["a", "b"], ["c"]]);
});
