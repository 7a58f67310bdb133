/** The sweep on handwritten histories, and compared with a search through all orders. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type RegisterObservation, verifyRegister } from "./register.ts";
import { hasExplainingOrder } from "./search.ts";

const write = (
  mark: string,
  began: number,
  ended: number,
  ...marks: string[]
): RegisterObservation => ({
  title: `write ${mark}`,
  mark,
  began,
  ended,
  outcome: "accepted",
  marks: new Set([mark, ...marks]),
});

const read = (began: number, ended: number, ...marks: string[]): RegisterObservation => ({
  title: "read",
  began,
  ended,
  outcome: "accepted",
  marks: new Set(marks),
});

const violated = (...observations: RegisterObservation[]) =>
  verifyRegister(observations).map(({ requirement }) => requirement)[0];

Deno.test("writes one after the other and reads between them are in order", () => {
  assertEquals(
    violated(
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
  assertEquals(violated(write("a", 1, 4, "b"), write("b", 2, 3), read(5, 6, "a", "b")), undefined);
  assertEquals(violated(write("a", 1, 4), write("b", 2, 3, "a"), read(5, 6, "a", "b")), undefined);
});

Deno.test("a lost update is reported", () => {
  assertEquals(violated(write("a", 1, 4), write("b", 2, 3)), "concurrency.one-order");
  assertEquals(violated(write("a", 1, 2), write("b", 3, 4)), "concurrency.one-order");
});

Deno.test("two writes that each show the other are reported", () => {
  assertEquals(violated(write("a", 1, 4, "b"), write("b", 2, 3, "a")), "concurrency.one-order");
});

Deno.test("a read that misses an acknowledged write is reported", () => {
  assertEquals(violated(write("a", 1, 2), read(3, 4)), "concurrency.reads-show-acknowledged");
});

Deno.test("a read that shows a write not yet sent is reported", () => {
  assertEquals(
    violated(read(1, 2, "a"), write("a", 3, 4)),
    "concurrency.no-change-before-its-request",
  );
  const unsure: RegisterObservation = {
    title: "w",
    mark: "a",
    began: 3,
    ended: 4,
    outcome: "unknown",
  };
  assertEquals(violated(read(1, 2, "a"), unsure), "concurrency.no-change-before-its-request");
});

Deno.test("reads that go back are reported, though the write is still in progress", () => {
  assertEquals(
    violated(write("a", 1, 9), read(2, 3, "a"), read(4, 5)),
    "concurrency.reads-never-go-back",
  );
});

Deno.test("a write that takes effect before one that had ended is reported", () => {
  assertEquals(
    violated(write("a", 1, 2, "b"), write("b", 3, 4)),
    "concurrency.writes-in-real-time-order",
  );
});

Deno.test("a response without its own write, and a trace of a rejected one, are reported", () => {
  const blind: RegisterObservation = { ...write("a", 1, 2), marks: new Set<string>() };
  assertEquals(violated(blind), "concurrency.answer-shows-own-write");
  const rejected: RegisterObservation = {
    title: "w",
    mark: "a",
    began: 1,
    ended: 2,
    outcome: "rejected",
  };
  assertEquals(violated(rejected, read(3, 4, "a")), "concurrency.rejected-leaves-no-trace");
});

Deno.test("one resourceVersion for two states is reported", () => {
  const at = (observation: RegisterObservation) => ({ ...observation, version: "7" });
  assertEquals(
    violated(at(write("a", 1, 2)), at(write("b", 3, 4, "a"))),
    "concurrency.version-names-one-state",
  );
});

/** Requests at any times, with responses of any states: some histories are in order, most are not. */
const anyHistory = fc.array(
  fc.record({
    began: fc.nat({ max: 8 }),
    lasts: fc.integer({ min: 1, max: 5 }),
    writes: fc.boolean(),
    outcome: fc.constantFrom(
      ...["accepted", "accepted", "accepted", "unknown", "rejected"] as const,
    ),
    shows: fc.nat({ max: 31 }),
  }),
  { minLength: 1, maxLength: 5 },
).map((requests) =>
  requests.map(({ began, lasts, writes, outcome, shows }, index): RegisterObservation => ({
    title: `request ${index}`,
    ...(writes && { mark: `${index}` }),
    began,
    ended: began + lasts,
    outcome,
    ...(outcome === "accepted" && { marks: stateOf(requests, shows, writes ? index : undefined) }),
  }))
);

/** Decodes a number into the marks of a response; nearly always its own mark is among them. */
function stateOf(
  requests: readonly { writes: boolean; outcome: string }[],
  shows: number,
  own: number | undefined,
): Set<string> {
  return new Set(
    requests.flatMap(({ writes }, index) =>
      writes && ((shows >> index) & 1 || (index === own && shows !== 31)) ? [`${index}`] : []
    ),
  );
}

/** Histories of a correct register, some with one response changed. */
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
  const history = order.map(({ before, after, writes, index }, place): RegisterObservation => {
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
      const expected = hasExplainingOrder(history);
      verdicts[expected ? "in" : "out"]++;
      assertEquals(verifyRegister(history).length === 0, expected);
    }),
    { numRuns: 3000, seed: 7 },
  );
  // Neither kind may be so rare that nothing was compared.
  assert(verdicts.in > 300 && verdicts.out > 300, JSON.stringify(verdicts));
});
