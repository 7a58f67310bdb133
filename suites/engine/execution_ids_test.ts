import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { ExecutionIds } from "./execution_ids.ts";

Deno.test("the id of an execution follows from its case, and from how often it ran", () => {
  const [one, other] = [new ExecutionIds("r1234567"), new ExecutionIds("r1234567")];
  other.next("another case");
  const ids = [one.next("a case"), one.next("a case")];
  assertEquals([other.next("a case"), other.next("a case")], ids);
  assertNotEquals(one.next("a second case").slice(0, -2), ids[0]!.slice(0, -2));
});

Deno.test("no two executions have the same id, however often a case runs", () => {
  const ids = new ExecutionIds("r1234567");
  const all = Array.from({ length: 3_000 }, () => ids.next("a case"));
  assertEquals(new Set(all).size, all.length);
  for (const id of all) assertMatch(id, /^pr1234567-[0-9a-z]{4}[0-9]{2}$/);
});
