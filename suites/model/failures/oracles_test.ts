import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { verifyObjects } from "./object_oracle.ts";
import type { RecordContradiction, RecordedOperation, Round } from "./operation.ts";
import { type Bug, plans, roundOf } from "./test_round.ts";
import { verifyWatchRuns } from "./watch_run_oracle.ts";

function found(round: Round): readonly RecordContradiction[] {
  return [...verifyObjects(round).contradictions, ...verifyWatchRuns(round)];
}

Deno.test("nothing is found in the rounds of a correct server that loses requests and responses", () => {
  fc.assert(
    fc.property(plans, (requests) => {
      assertEquals(found(roundOf(requests)), []);
      assertEquals(verifyObjects(roundOf(requests)).undecided, []);
    }),
    { numRuns: 1_000 },
  );
});

/** Each bug, and the least number of 100 rounds in which it must be found: it need not show. */
const BUGS: Readonly<Record<Bug, number>> = {
  "loses acknowledged write": 90,
  "rolls back": 40,
  "rejected is stored": 50,
  "applied twice": 5,
  "stale read": 70,
  "deleted comes back": 50,
  "uid used again": 50,
  "version used again": 80,
  "stale update accepted": 15,
  "event lost on resume": 60,
  "event twice on resume": 95,
  "events out of order": 50,
  "event with other content": 60,
  "list misses item": 70,
};

for (const [bug, least] of Object.entries(BUGS)) {
  Deno.test(`a server with the bug "${bug}" is found`, () => {
    const inputs = fc.sample(fc.tuple(plans, fc.nat({ max: 15 })), { numRuns: 100, seed: 5 });
    const rounds = inputs.map(([requests, index]) => roundOf(requests, bug as Bug, index));
    const count = rounds.filter((round) => found(round).length > 0).length;
    assert(count >= least, `in ${count} of 100 rounds`);
  });
}

const shown = (mark: string) => ({ mark, version: `v${mark}`, uid: "u", content: mark });

const write = (
  number: number,
  verb: RecordedOperation["verb"],
  mark: string,
  more: Partial<RecordedOperation> = {},
): RecordedOperation => ({
  number,
  key: "a",
  verb,
  mark,
  began: 2 * number,
  ended: 2 * number + 1,
  outcome: "accepted",
  shown: shown(mark),
  ...more,
});

const read = (
  number: number,
  mark: string | undefined,
  more: Partial<RecordedOperation> = {},
): RecordedOperation => ({
  number,
  key: "a",
  verb: "get",
  began: 2 * number,
  ended: 2 * number + 1,
  outcome: "accepted",
  shown: mark === undefined ? "absent" : shown(mark),
  ...more,
});

/** Returns the violated requirements and the requests that are named. */
function named(...operations: RecordedOperation[]): [string, readonly number[]][] {
  const round = { operations, lists: [], watches: [], expiries: [], keys: new Map() };
  return found(round).map(({ requirement, exchanges }) => [requirement, exchanges]);
}

Deno.test("a lost write is named with the request that does not show it", () => {
  assertEquals(named(write(1, "create", "x"), write(2, "patch", "y"), read(3, "x")), [
    ["concurrency.reads-show-acknowledged", [2, 3]],
  ]);
  assertEquals(named(write(1, "create", "x"), read(3, undefined)), [
    ["concurrency.reads-show-acknowledged", [1, 3]],
  ]);
});

Deno.test("a version that goes back is named with the read that was newer", () => {
  const { shown: _, ...lost } = write(2, "patch", "y", { outcome: "unknown" });
  assertEquals(named(write(1, "create", "x"), lost, read(3, "y"), read(4, "x")), [
    ["concurrency.reads-never-go-back", [3, 4]],
  ]);
  assertEquals(named(write(1, "create", "x"), lost, read(3, "x"), read(4, "y")), []);
});

Deno.test("an update of a state that was replaced must not be acknowledged", () => {
  assertEquals(
    named(write(1, "create", "x"), write(2, "patch", "y"), write(3, "update", "z", { base: "x" })),
    [["resource-versions.stale-write-conflicts", [2, 3]]],
  );
});

Deno.test("of two creates without a deletion between them one must fail", () => {
  const other = { ...shown("y"), uid: "u2" };
  assertEquals(named(write(1, "create", "x"), write(2, "create", "y", { shown: other })), [
    ["resource-versions.acknowledged-write-persists", [1, 2]],
  ]);
});

Deno.test("a lost write is found in what later writes keep", () => {
  const kept = (mark: string, ...marks: string[]) => ({
    shown: { ...shown(mark), marks: new Set(marks) },
  });
  const first = [
    write(1, "create", "x", kept("x", "x")),
    write(2, "patch", "y", kept("y", "x", "y")),
  ];
  assertEquals(named(...first, write(3, "patch", "z", kept("z", "x", "z"))), [
    ["resource-versions.acknowledged-write-persists", [2, 3]],
  ]);
  assertEquals(named(...first, write(3, "patch", "z", kept("z", "x", "y", "z"))), []);
});
