import { assertEquals } from "@std/assert";
import { changeOf, type Mark, staleMarks } from "./marks.ts";
import type { SourceMutant } from "./source_mutant.ts";

const mutant: SourceMutant = {
  ...{ id: "0123456789", file: "server/x.ts", line: 7, number: "3", mutator: "EqualityOperator" },
  ...{ original: "a <\n  b", replacement: "a <= b" },
};
const mark: Mark = {
  id: mutant.id,
  change: "server/x.ts: a < b → a <= b",
  kind: "equivalent",
  reason: "They differ.",
};

Deno.test("a mark describes its change without the line number", () => {
  assertEquals(changeOf(mutant), mark.change);
});

Deno.test("a mark is stale if there is no such mutant or its text is another one", () => {
  const stale = (one: Mark) => staleMarks(new Map([[one.id, one]]), [mutant]);
  assertEquals(stale(mark), []);
  const renamed = { ...mark, id: "9876543210" };
  assertEquals(stale(renamed), [renamed]);
  const changed = { ...mark, change: "server/x.ts: a < c → a <= c" };
  assertEquals(stale(changed), [changed]);
});
