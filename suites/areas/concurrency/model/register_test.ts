/** The sweep on histories told by hand, and against a search through all orders. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Observation, verifyRegister } from "./register.ts";
import { isLinearizable } from "./search.ts";

const write = (mark: string, began: number, ended: number, ...marks: string[]): Observation => ({
  title: `write ${mark}`,
  mark,
  began,
  ended,
  outcome: "accepted",
  marks: new Set([mark, ...marks]),
});

const read = (began: number, ended: number, ...marks: string[]): Observation => ({
  title: "read",
  began,
  ended,
  outcome: "accepted",
  marks: new Set(marks),
});

const told = (...observations: Observation[]) =>
  verifyRegister(observations).map(({ requirement }) => requirement)[0];

Deno.test("writes one after the other and reads between them are in order", () => {
  assertEquals(
    told(
      read(1, 2),
      write("a", 3, 4),
      read(5, 6, "a"),
      write("b", 7, 8, "a"),
      read(9, 10, "a", "b"),
    ),
    undefined,
  );
});

Deno.test("writes at one time may take effect in either order", () => {
  assertEquals(told(write("a", 1, 4, "b"), write("b", 2, 3), read(5, 6, "a", "b")), undefined);
  assertEquals(told(write("a", 1, 4), write("b", 2, 3, "a"), read(5, 6, "a", "b")), undefined);
});

Deno.test("a lost update is told", () => {
  assertEquals(told(write("a", 1, 4), write("b", 2, 3)), "concurrency.one-order");
  assertEquals(told(write("a", 1, 2), write("b", 3, 4)), "concurrency.one-order");
});

Deno.test("two writes that each show the other are told", () => {
  assertEquals(told(write("a", 1, 4, "b"), write("b", 2, 3, "a")), "concurrency.one-order");
});

Deno.test("a read that misses what was acknowledged is told", () => {
  assertEquals(told(write("a", 1, 2), read(3, 4)), "concurrency.reads-show-acknowledged");
});

Deno.test("a read that shows what was not yet sent is told", () => {
  assertEquals(told(read(1, 2, "a"), write("a", 3, 4)), "concurrency.shows-nothing-unsent");
  const unsure: Observation = { title: "w", mark: "a", began: 3, ended: 4, outcome: "unknown" };
  assertEquals(told(read(1, 2, "a"), unsure), "concurrency.shows-nothing-unsent");
});

Deno.test("reads that go back are told, though the write is still under way", () => {
  assertEquals(
    told(write("a", 1, 9), read(2, 3, "a"), read(4, 5)),
    "concurrency.reads-never-go-back",
  );
});

Deno.test("a write that lies before one that had ended is told", () => {
  assertEquals(
    told(write("a", 1, 2, "b"), write("b", 3, 4)),
    "concurrency.writes-in-order-of-time",
  );
});

Deno.test("an answer without its own write, and a trace of a refused one, are told", () => {
  const blind: Observation = { ...write("a", 1, 2), marks: new Set<string>() };
  assertEquals(told(blind), "concurrency.answer-shows-own-write");
  const refused: Observation = { title: "w", mark: "a", began: 1, ended: 2, outcome: "refused" };
  assertEquals(told(refused, read(3, 4, "a")), "concurrency.refused-leaves-no-trace");
});

Deno.test("one version for two states is told", () => {
  const at = (observation: Observation) => ({ ...observation, version: "7" });
  assertEquals(
    told(at(write("a", 1, 2)), at(write("b", 3, 4, "a"))),
    "concurrency.version-names-one-state",
  );
});

/** Requests at any times, answered with any states: some histories are in order, most are not. */
const anyHistory = fc.array(
  fc.record({
    began: fc.nat({ max: 8 }),
    lasts: fc.integer({ min: 1, max: 5 }),
    writes: fc.boolean(),
    outcome: fc.constantFrom(
      ...["accepted", "accepted", "accepted", "unknown", "refused"] as const,
    ),
    shows: fc.nat({ max: 31 }),
  }),
  { minLength: 1, maxLength: 5 },
).map((drawn) =>
  drawn.map(({ began, lasts, writes, outcome, shows }, index): Observation => ({
    title: `request ${index}`,
    ...(writes && { mark: `${index}` }),
    began,
    ended: began + lasts,
    outcome,
    ...(outcome === "accepted" && { marks: stateOf(drawn, shows, writes ? index : undefined) }),
  }))
);

/** Which of the marks that exist a number shows: nearly always the own one too. */
function stateOf(
  drawn: readonly { writes: boolean; outcome: string }[],
  shows: number,
  own: number | undefined,
): Set<string> {
  return new Set(
    drawn.flatMap(({ writes }, index) =>
      writes && ((shows >> index) & 1 || (index === own && shows !== 31)) ? [`${index}`] : []
    ),
  );
}

/** A history a true register gave, with one answer changed in some of them. */
const nearlyTrue = fc.record({
  steps: fc.array(
    fc.record({
      at: fc.nat({ max: 20 }),
      before: fc.nat({ max: 4 }),
      after: fc.nat({ max: 4 }),
      writes: fc.boolean(),
    }),
    { minLength: 2, maxLength: 6 },
  ),
  spoil: fc.option(fc.record({ which: fc.nat({ max: 5 }), mark: fc.nat({ max: 5 }) })),
}).map(({ steps, spoil }) => {
  const order = steps.map((step, index) => ({ ...step, index }))
    .sort((a, b) => a.at - b.at || a.index - b.index);
  const state = new Set<string>();
  const history = order.map(({ before, after, writes, index }, place): Observation => {
    if (writes) state.add(`${index}`);
    const at = place * 3;
    return {
      title: `request ${index}`,
      ...(writes && { mark: `${index}` }),
      began: at - before * 2,
      ended: at + 1 + after * 2,
      outcome: "accepted",
      marks: new Set(state),
    };
  });
  if (spoil !== null) {
    const marks = history[spoil.which % history.length]!.marks as Set<string>;
    const mark = `${spoil.mark % steps.length}`;
    if (!marks.delete(mark) && steps[Number(mark)]!.writes) marks.add(mark);
  }
  return history;
});

Deno.test("the sweep and the search through all orders agree", () => {
  const verdicts = { in: 0, out: 0 };
  fc.assert(
    fc.property(fc.oneof(anyHistory, nearlyTrue), (history) => {
      const due = isLinearizable(history);
      verdicts[due ? "in" : "out"]++;
      assertEquals(verifyRegister(history).length === 0, due);
    }),
    { numRuns: 3000, seed: 7 },
  );
  // Neither kind may be so rare that nothing was compared.
  assert(verdicts.in > 300 && verdicts.out > 300, JSON.stringify(verdicts));
});
