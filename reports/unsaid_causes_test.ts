import { assertEquals } from "@std/assert";
import type { Failure } from "./events.ts";
import { mentions, saidCause } from "./unsaid_causes.ts";

const failure = (requirement: string, more: Partial<Failure> = {}): Failure =>
  ({
    requirement,
    statement: "",
    expected: "one",
    actual: "other",
    exchange: [],
    ...more,
  }) as unknown as Failure;

const explained = (id: string, ...requirements: readonly string[]) => {
  const failures = requirements.map((requirement, at) => ({ check: `a/${at}`, requirement }));
  const cause = { id, title: id, seen: [], unseen: [], failures };
  return saidCause(cause, ({ requirement }) => failure(requirement))?.failures.length;
};

Deno.test("a few failures that do not mention an effect pass without it by chance", () => {
  assertEquals(explained("dryRun is ignored", "access.verb-update"), undefined);
  assertEquals(explained("dryRun is ignored", "access.verb-update", "acme.dry-run-silent"), 2);
  assertEquals(explained("deletions have no effect", "paging.count"), undefined);
  assertEquals(explained("deletions have no effect", ...Array(9).fill("paging.count")), 9);
  assertEquals(explained("limit is ignored", "access.verb-update"), 1);
});

Deno.test("a status explains what is about the status", () => {
  const id = "DELETE is answered with 202";
  assertEquals(explained(id, "acme.delete-status", "acme.fields-kept"), 1);
  assertEquals(explained(id, "acme.fields-kept"), undefined);
});

Deno.test("a failure mentions what a behaviour concerns, and not what each does", () => {
  const cause = { id: "percent-encoded names are not decoded" };
  assertEquals(mentions(failure("a.b", { statement: "A percent sign encodes." }), cause), true);
  assertEquals(mentions(failure("a.b", { statement: "Its names are not changed." }), cause), false);
});
