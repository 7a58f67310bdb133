/**
 * The oracle of concurrent writes to one object. The object is a set that only grows: each write
 * adds a mark of its own, so that each response shows which writes came before it. One sweep over the
 * responses decides whether they agree on one order that real time allows.
 *
 * @module
 */
import type { RequirementId } from "../../../catalogue.ts";
import { type Discrepancy, discrepancy, withExchanges } from "../../../model/discrepancy.ts";
import type { Span } from "../../../model/timeline.ts";

/** A request and its response. */
export interface RegisterObservation extends Span {
  /** A description of the request, for messages. */
  readonly title: string;
  /** The mark that a write adds; undefined for a read. */
  readonly mark?: string;
  /** `unknown` if the write may have taken effect, then or later. */
  readonly outcome: "accepted" | "rejected" | "unknown";
  /** The marks in the response; undefined where the request was not accepted. */
  readonly marks?: ReadonlySet<string>;
  /** The resourceVersion in the response. */
  readonly version?: string | undefined;
}

/** An accepted observation and its position: writes at whole numbers, reads between them. */
interface Positioned extends RegisterObservation {
  readonly marks: ReadonlySet<string>;
  readonly position: number;
}

/** Returns the discrepancies with one order of the writes; none if an order explains all responses. */
export function verifyRegister(observations: readonly RegisterObservation[]): Discrepancy[] {
  const seen = observations.filter((
    each,
  ): each is RegisterObservation & { marks: ReadonlySet<string> } =>
    each.outcome === "accepted" && each.marks !== undefined
  );
  return [
    ...rejectedMarks(observations, seen),
    ...ownMarks(seen),
    ...oneOrder(seen),
    ...versions(seen),
    ...realTime(observations, seen),
  ];
}

type Seen = RegisterObservation & { readonly marks: ReadonlySet<string> };

function rejectedMarks(
  observations: readonly RegisterObservation[],
  seen: readonly Seen[],
): Discrepancy[] {
  const rejected = observations.filter(({ outcome, mark }) => outcome === "rejected" && mark);
  return rejected.flatMap(({ mark, title, exchange }) =>
    seen.filter(({ marks }) => marks.has(mark!)).slice(0, 1).map((by) =>
      report("rejected-leaves-no-trace", `no trace of the rejected ${title}`, by, exchange)
    )
  );
}

function ownMarks(seen: readonly Seen[]): Discrepancy[] {
  return seen.filter(({ mark, marks }) => mark !== undefined && !marks.has(mark))
    .map((each) => report("answer-shows-own-write", `the mark ${each.mark} in the response`, each));
}

/** Each state contains every smaller one, and each write is the first to show its mark. */
function oneOrder(seen: readonly Seen[]): Discrepancy[] {
  const line = seen.toSorted((a, b) => a.marks.size - b.marks.size);
  const first = new Map<string, number>();
  for (const [index, each] of line.entries()) {
    const before = line[index - 1];
    const lost = before && [...before.marks].find((mark) => !each.marks.has(mark));
    if (lost !== undefined) {
      return [
        report(
          "one-order",
          `the mark ${lost}, which ${before!.title} shows, to be kept`,
          each,
          before!.exchange,
        ),
      ];
    }
    for (const mark of each.marks) if (!first.has(mark)) first.set(mark, each.marks.size);
  }
  const taken = new Map<number, Seen>();
  for (const each of line) {
    if (each.mark === undefined || !each.marks.has(each.mark)) continue;
    const size = each.marks.size;
    const other = taken.get(size);
    if (first.get(each.mark) !== size || other !== undefined) {
      const expected = `a new state after ${each.title}`;
      return [report("one-order", expected, other ?? each, each.exchange)];
    }
    taken.set(size, each);
  }
  return [];
}

/** One resourceVersion is one state; a state may have several, as other clients may write the object. */
function versions(seen: readonly Seen[]): Discrepancy[] {
  const known = new Map<string, Seen>();
  for (const each of seen) {
    if (each.version === undefined) continue;
    const before = known.get(each.version);
    if (before !== undefined && before.marks.size !== each.marks.size) {
      const expected = `the state that ${before.title} showed at resourceVersion ${each.version}`;
      return [report("version-names-one-state", expected, each, before.exchange)];
    }
    known.set(each.version, each);
  }
  return [];
}

/** A request that ended before another one began comes before it. */
function realTime(
  observations: readonly RegisterObservation[],
  seen: readonly Seen[],
): Discrepancy[] {
  const positioned: Positioned[] = seen.map((each) => ({
    ...each,
    position: each.marks.size + (each.mark === undefined ? 0.5 : 0),
  }));
  const starts = positioned.toSorted((a, b) => a.began - b.began);
  const ends = positioned.toSorted((a, b) => a.ended - b.ended);
  let furthest: Positioned | undefined;
  let ended = 0;
  for (const each of starts) {
    for (; ended < ends.length && ends[ended]!.ended < each.began; ended++) {
      if (furthest === undefined || ends[ended]!.position > furthest.position) {
        furthest = ends[ended];
      }
    }
    if (furthest !== undefined && furthest.position > each.position) {
      const expected = `the effect of ${furthest.title}, which ended before`;
      return [report(wordOf(furthest, each), expected, each, furthest.exchange)];
    }
  }
  const unknown = observations.filter(({ outcome, mark }) => outcome === "unknown" && mark);
  return unknown.flatMap((write) =>
    seen.filter(({ marks, ended }) => marks.has(write.mark!) && ended < write.began).slice(0, 1)
      .map((by) =>
        report(
          "no-change-before-its-request",
          `no effect of ${write.title}, which is not sent yet`,
          by,
          write.exchange,
        )
      )
  );
}

function wordOf(earlier: Positioned, later: Positioned): Word {
  if (later.mark === undefined) {
    return earlier.mark === undefined ? "reads-never-go-back" : "reads-show-acknowledged";
  }
  return earlier.mark === undefined ? "no-change-before-its-request" : "writes-in-real-time-order";
}

type Word = RequirementId extends infer Id ? Id extends `concurrency.${infer Rest}` ? Rest : never
  : never;

/** Reports what a response shows, which contradicts that to another request. */
function report(
  word: Word,
  expected: string,
  { title, marks, exchange }: Seen,
  other?: number,
): Discrepancy {
  const actual = `${title} shows {${[...marks].sort().join(", ")}}`;
  const [found] = withExchanges(
    [discrepancy(`concurrency.${word}`, expected, actual)],
    other,
    exchange,
  );
  return found!;
}
