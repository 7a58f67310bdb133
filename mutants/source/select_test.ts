import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { sample, select } from "./select.ts";
import type { SourceMutant } from "./source_mutant.ts";

const mutant = (id: string, file: string): SourceMutant => ({
  ...{ id, file, number: "0", line: 1, mutator: "m", original: "a", replacement: "b" },
});

const MUTANTS = [
  mutant("b1", "server/codec/json.ts"),
  mutant("a2", "server/codec/protobuf/decode.ts"),
  mutant("c3", "server/http/view.ts"),
];

const idsOf = (mutants: readonly SourceMutant[]) => mutants.map(({ id }) => id);

Deno.test("a star in a file pattern is one name, two stars are any path", () => {
  assertEquals(idsOf(select(MUTANTS, { file: "server/codec/*.ts" })), ["b1"]);
  assertEquals(idsOf(select(MUTANTS, { file: "codec/**" })), ["b1", "a2"]);
  assertEquals(idsOf(select(MUTANTS, { file: "http/view.ts" })), ["c3"]);
});

Deno.test("the beginning of an id selects a mutant", () => {
  assertEquals(idsOf(select(MUTANTS, { ids: ["c", "b1"] })), ["b1", "c3"]);
});

Deno.test("the slices together have every mutant once", () => {
  const slices = [1, 2].map((part) => idsOf(select(MUTANTS, { slice: [part, 2] })));
  assertEquals(slices, [["a2", "c3"], ["b1"]]);
});

Deno.test("a sample has no mutant twice, and depends on the seed only", () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  const drawn = sample(all, 30, 1);
  assertEquals(new Set(drawn).size, 30);
  assertEquals(sample(all, 30, 1), drawn);
  assertNotEquals(sample(all, 30, 2), drawn);
  assert(sample(all, 200, 1).length === 100);
});
