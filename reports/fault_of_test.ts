import { assertEquals } from "@std/assert";
import type { Failure } from "./events.ts";
import { ofWrongAnswers, withOtherFault } from "./fault_of.ts";

/** Returns the number of failures with another fault than most, given what was expected and observed. */
function others(...facts: readonly (readonly [expected: string, actual: string, area?: string])[]) {
  const failed = facts.map(([expected, actual, area = "exchanges"]) => ({
    failure: { requirement: `${area}.a`, expected, actual, exchange: [] } as unknown as Failure,
  }));
  return withOtherFault(failed).map((one) => failed.indexOf(one));
}

const kept = ["spec.a: 1", "spec.a: 2"] as const;

Deno.test("a status of its own is another fault than a wrong content", () => {
  assertEquals(others(kept, kept, ["409", "400 BadRequest"]), [2]);
  assertEquals(others(kept, kept, ["success", "422 Invalid"], ["success", "400"]), [2, 3]);
  // What is stored decides it.
  assertEquals(others(kept, kept, ["success", "404 NotFound"], ["success", "409 Conflict"]), []);
  assertEquals(others(kept, kept, ["forbidden", "404 NotFound", "access"]), []);
});

Deno.test("a status is one fault, of valid requests and of invalid ones", () => {
  const refused = ["success", "406 NotAcceptable"] as const;
  assertEquals(others(refused, refused, ["an error: status 404", "406 NotAcceptable"]), []);
});

Deno.test("a missing validation is another fault if warnings are missing, too", () => {
  const accepted = ["an error: a 4xx status", "200 {}"] as const;
  const unwarned = ["one warning for each of 1 fields", "0 warnings"] as const;
  assertEquals(others(kept, kept, accepted), []);
  assertEquals(others(kept, kept, kept, accepted, unwarned), [3, 4]);
});

Deno.test("no fault is the usual one of as many failures with each", () => {
  assertEquals(others(kept, ["success", "422 Invalid"]), []);
  assertEquals(others(), []);
});

Deno.test("a field that the server writes is another fault than what is sent, but for generations", () => {
  const shown = (metadata: unknown, spec = {}) => JSON.stringify({ metadata, spec });
  const times = shown({ deletionTimestamp: "2026-01-01T00:00:00Z" });
  assertEquals(others(kept, kept, [times, shown({})]), [2]);
  assertEquals(others(kept, kept, [shown({ uid: "1" }), shown({ uid: "2" })]), [2]);
  assertEquals(others(kept, kept, [shown({ generation: 1 }), shown({ generation: 2 })]), []);
  assertEquals(others(kept, kept, [times, shown({}, { a: 1 })]), []);
});

Deno.test("another status of success than the one that is due is a fault of its own", () => {
  const accepted = ["200 or 201", "202 {}"] as const;
  assertEquals(others(kept, kept, kept, accepted, ["status 200", "202 {}"]), [3, 4]);
  const some = ["patch: status 200, 201 or an error", "202"] as const;
  assertEquals(others(kept, kept, some, accepted, accepted), [0, 1]);
  assertEquals(others(kept, kept, ["200 or 201", "201 {}"], ["success", "202 {}"]), []);
});

Deno.test("of a status of success that is wrong only those are named that say so", () => {
  const failures = ["a", "b", "c"].map((check) => ({ check, requirement: `${check}.r` }));
  const alike = (title: string) => [{ title, failures, seen: [], unseen: [] }];
  const one = (expected: string, actual: string) => ({ expected, actual }) as Failure;
  const found: Readonly<Record<string, Failure>> = {
    a: one("status 200", "202"),
    b: one("no items", "one/s0"),
    c: one("patch: status 200, 201 or an error", "202 {}"),
  };
  const named = (title: string, without = "") =>
    ofWrongAnswers(alike(title), ({ check }) => check === without ? undefined : found[check])
      .flatMap((each) => each.failures.map(({ check }) => check)).join("");
  assertEquals(named("A patch is answered with 202"), "ac");
  assertEquals(named("A patch is answered with 202", "a"), "c");
  // Nothing says that it is wrong: the bodies are.
  assertEquals(named("A patch is answered with 200"), "abc");
  assertEquals(named("A patch is answered with 404"), "abc");
});
