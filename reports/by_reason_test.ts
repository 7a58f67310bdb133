import { assertEquals } from "@std/assert";
import { byReason, reasonLine } from "./by_reason.ts";

Deno.test("a reason is listed once, without numbers that differ", () => {
  const decided = (some: number, all: number) =>
    `only ${some} of ${all} cases were decided, most were discarded: no token`;
  const given: Record<string, readonly string[]> = {
    one: [decided(0, 20)],
    two: ["no list", decided(0, 11)],
    three: [decided(0, 6), "the case was discarded: no token"],
    four: ["no list"],
    five: [decided(3, 9).replace("token", "watch")],
    six: [],
  };
  assertEquals(byReason(Object.keys(given), (name) => given[name]!), [
    { reason: "most cases were discarded: no token", things: ["one", "two", "three"] },
    { reason: "no list", things: ["four"] },
    { reason: decided(3, 9).replace("token", "watch"), things: ["five"] },
    { reason: "unknown reason", things: ["six"] },
  ]);
});

Deno.test("the names behind a reason are cut at the width", () => {
  const things = ["watch/one", "watch/two", "watch/three", "watch/four"];
  const line = (columns: number) => reasonLine({ reason: "no token", things }, "check", columns);
  assertEquals(line(80), "4 checks: no token (watch/one, watch/two, watch/three, watch/four)");
  assertEquals(line(57), "4 checks: no token (watch/one, watch/two and 2 more)");
  assertEquals(
    reasonLine({ reason: "no token", things: ["watch/one"] }, "check"),
    "watch/one: no token",
  );
});
