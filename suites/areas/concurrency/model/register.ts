/**
 * One object under several writers, as a set that only grows: every write leaves a mark of its own
 * beside those that are there. So every answer tells which writes came before it, and whether all
 * answers agree on one order that real time allows is decided in one sweep.
 *
 * @module
 */
import type { RequirementId } from "../../../catalogue.ts";
import { type Discrepancy, discrepancy } from "../../../model/discrepancy.ts";
import type { Span } from "../../../model/timeline.ts";

/** A request and what it was answered. */
export interface Observation extends Span {
  /** What it was, for a discrepancy. */
  readonly title: string;
  /** The mark a write is to leave; a read has none. */
  readonly mark?: string;
  /** What became of it; `unknown` may have been carried out, then or later. */
  readonly outcome: "accepted" | "refused" | "unknown";
  /** The marks of the state it was answered with; none where it was not accepted. */
  readonly marks?: ReadonlySet<string>;
  /** The version of that state. */
  readonly version?: string | undefined;
}

/** An accepted observation and its place: writes at whole numbers, reads between them. */
interface Placed extends Observation {
  readonly marks: ReadonlySet<string>;
  readonly place: number;
}

/** Whether one order explains all answers; no discrepancy where one does. */
export function verifyRegister(observations: readonly Observation[]): Discrepancy[] {
  const seen = observations.filter((each): each is Observation & { marks: ReadonlySet<string> } =>
    each.outcome === "accepted" && each.marks !== undefined
  );
  return [
    ...refusedMarks(observations, seen),
    ...ownMarks(seen),
    ...oneLine(seen),
    ...versions(seen),
    ...realTime(observations, seen),
  ];
}

type Seen = Observation & { readonly marks: ReadonlySet<string> };

function refusedMarks(observations: readonly Observation[], seen: readonly Seen[]): Discrepancy[] {
  const refused = observations.filter(({ outcome, mark }) => outcome === "refused" && mark);
  return refused.flatMap(({ mark, title }) =>
    seen.filter(({ marks }) => marks.has(mark!)).slice(0, 1).map((by) =>
      tell("refused-leaves-no-trace", `no trace of the refused ${title}`, by)
    )
  );
}

function ownMarks(seen: readonly Seen[]): Discrepancy[] {
  return seen.filter(({ mark, marks }) => mark !== undefined && !marks.has(mark))
    .map((each) => tell("answer-shows-own-write", `the mark ${each.mark} in the answer`, each));
}

/** Each state holds all of every smaller one, and each write is the first that shows its mark. */
function oneLine(seen: readonly Seen[]): Discrepancy[] {
  const line = seen.toSorted((a, b) => a.marks.size - b.marks.size);
  const first = new Map<string, number>();
  for (const [index, each] of line.entries()) {
    const before = line[index - 1];
    const lost = before && [...before.marks].find((mark) => !each.marks.has(mark));
    if (lost !== undefined) {
      return [tell("one-order", `${lost}, which ${before!.title} shows, still there`, each)];
    }
    for (const mark of each.marks) if (!first.has(mark)) first.set(mark, each.marks.size);
  }
  const taken = new Map<number, Seen>();
  for (const each of line) {
    if (each.mark === undefined || !each.marks.has(each.mark)) continue;
    const size = each.marks.size;
    const other = taken.get(size);
    if (first.get(each.mark) !== size || other !== undefined) {
      const expected = `a state of its own after ${each.title}, new to everybody`;
      return [tell("one-order", expected, other ?? each)];
    }
    taken.set(size, each);
  }
  return [];
}

/** One version is one state; one state may get several versions, as others may touch the object. */
function versions(seen: readonly Seen[]): Discrepancy[] {
  const known = new Map<string, Seen>();
  for (const each of seen) {
    if (each.version === undefined) continue;
    const before = known.get(each.version);
    if (before !== undefined && before.marks.size !== each.marks.size) {
      const expected = `what ${before.title} was answered with under version ${each.version}`;
      return [tell("version-names-one-state", expected, each)];
    }
    known.set(each.version, each);
  }
  return [];
}

/** What had ended before another was sent lies before it. */
function realTime(observations: readonly Observation[], seen: readonly Seen[]): Discrepancy[] {
  const placed: Placed[] = seen.map((each) => ({
    ...each,
    place: each.marks.size + (each.mark === undefined ? 0.5 : 0),
  }));
  const starts = placed.toSorted((a, b) => a.began - b.began);
  const ends = placed.toSorted((a, b) => a.ended - b.ended);
  let furthest: Placed | undefined;
  let ended = 0;
  for (const each of starts) {
    for (; ended < ends.length && ends[ended]!.ended < each.began; ended++) {
      if (furthest === undefined || ends[ended]!.place > furthest.place) furthest = ends[ended];
    }
    if (furthest !== undefined && furthest.place > each.place) {
      return [tell(wordOf(furthest, each), `${furthest.title} to come before`, each)];
    }
  }
  const unsure = observations.filter(({ outcome, mark }) => outcome === "unknown" && mark);
  return unsure.flatMap((write) =>
    seen.filter(({ marks, ended }) => marks.has(write.mark!) && ended < write.began).slice(0, 1)
      .map((by) => tell("shows-nothing-unsent", `${write.title}, not yet sent, unseen`, by))
  );
}

function wordOf(earlier: Placed, later: Placed): Word {
  if (later.mark === undefined) {
    return earlier.mark === undefined ? "reads-never-go-back" : "reads-show-acknowledged";
  }
  return earlier.mark === undefined ? "shows-nothing-unsent" : "writes-in-order-of-time";
}

type Word = RequirementId extends infer Id ? Id extends `concurrency.${infer Rest}` ? Rest : never
  : never;

function tell(word: Word, expected: string, { title, marks }: Seen): Discrepancy {
  const actual = `${title} was answered with {${[...marks].sort().join(", ")}}`;
  return discrepancy(`concurrency.${word}`, expected, actual);
}
