import { assertEquals } from "@std/assert";
import { causesOf } from "./causes.ts";
import type { CheckResult } from "./events.ts";

const failing = (id: string, requirement = `${id}.r`, statement = "") => ({
  id,
  level: "must",
  failures: [{
    requirement,
    statement,
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

Deno.test("a requirement that one behaviour alone explains elsewhere is violated by it", () => {
  const explainedBy = (title: string, ...failures: readonly (readonly [string, string])[]) => ({
    id: title,
    title,
    seen: [],
    unseen: [],
    failures: failures.map(([check, requirement]) => ({ check, requirement })),
  });
  const checks = [
    failing("a", "x.same"),
    failing("b", "x.same"),
    failing("c", "x.both"),
    failing("d", "x.both"),
    failing("e", "x.both"),
  ];
  const explained = [
    explainedBy("limit is ignored", ["a", "x.same"], ["c", "x.both"]),
    explainedBy("dryRun is ignored", ["d", "x.both"]),
  ];
  const causes = causesOf({ checks, explained });
  assertEquals(causes.map((cause) => cause.checks.toSorted().join()).toSorted(), [
    "a,b,c",
    "d",
    "e",
  ]);
});

Deno.test("what the requests of failures have in common is named with what they violate", () => {
  const checks = [failing("a", "a.r", "It holds."), failing("b", "b.r", "It holds, too.")];
  const alike = [{
    title: "A list with limit",
    isRequest: true as const,
    seen: ["list secrets"],
    unseen: [],
    failures: [{ check: "a", requirement: "a.r" }, { check: "b", requirement: "b.r" }],
  }];
  const [cause, ...others] = causesOf({ checks, alike });
  assertEquals(others, []);
  assertEquals(cause!.title, "A list with limit violates: It holds.");
  assertEquals(cause!.seen, ["list secrets"]);
});
