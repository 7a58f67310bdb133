/**
 * Describes contradictions of a round as failures of a check.
 *
 * @module
 */
import type { Exchange, Failure } from "@plumbline/reports/events";
import { REQUIREMENTS } from "../catalogue.ts";
import { curlLine } from "../engine/curl.ts";
import { timelineOf } from "../engine/timeline.ts";
import type { RecordContradiction } from "../model/failures/operation.ts";
import type { Injury } from "./nemesis.ts";
import type { RoundResult } from "./round.ts";

/** Maximum number of requests about the object before and after those that contradict each other. */
const AROUND = { before: 20, after: 5 } as const;

/** Maximum number of characters of what was expected and seen. */
const MAX_TEXT = 3_000;

/** A failure without its verdict. */
export type FailureFacts = Omit<Failure, "verdict" | "reason">;

/** Returns a contradiction as a failure, with the requests for the object around it. */
export function failureOf(
  contradiction: RecordContradiction,
  result: RoundResult,
  { injuries, replay, ...target }: {
    readonly injuries: readonly Injury[];
    readonly replay: string;
    readonly url: string;
    readonly identity: string;
    readonly insecure?: boolean | undefined;
  },
): FailureFacts {
  const { requirement, expected, actual, exchanges: named, versions = [] } = contradiction;
  const numbers = chosen(contradiction, result);
  const exchange = numbers.flatMap((number): Exchange[] => {
    const one = result.exchanges[number - 1];
    return one === undefined ? [] : [{ ...one, number }];
  });
  const facts = { exchanges: named, versions, notes: notesOf(result) };
  const timeline = timelineOf(exchange, { ...facts, missing: [] });
  const start = exchange[0]?.sentAt ?? 0;
  const end = Math.max(start, ...exchange.map(({ sentAt, duration }) => sentAt + duration));
  const disturbances = injuries.map(({ action, from, to }) => ({
    title: action,
    from: from - result.clock,
    to: to - result.clock,
  })).filter(({ from, to }) => to >= start && from <= end).map(({ title, from, to }) => ({
    title,
    from: Math.max(0, from - start),
    to: Math.min(to, end) - start,
  }));
  return {
    requirement,
    statement: REQUIREMENTS[requirement].statement,
    expected: expected.slice(0, MAX_TEXT),
    actual: actual.slice(0, MAX_TEXT),
    exchange: exchange.map(({ events: _, ...one }) => one),
    ...(timeline && {
      timeline: { ...timeline, ...(disturbances.length > 0 && { disturbances }) },
    }),
    curl: exchange.filter(({ number }) => named.includes(number ?? 0))
      .map((one) => curlLine(one, target)),
    replay,
    shrinks: 0,
    confirmed: { attempts: 0, reproduced: 0 },
  };
}

/** Returns the numbers of the requests that contradict each other, and of those around them. */
function chosen({ key, exchanges: named }: RecordContradiction, { round }: RoundResult): number[] {
  const own = round.operations.filter((operation) => operation.key === key)
    .toSorted((a, b) => a.began - b.began);
  const places = own.flatMap(({ number }, place) => named.includes(number) ? [place] : []);
  const first = Math.max(0, Math.min(...places, own.length) - AROUND.before);
  const around = own.slice(first, Math.max(-1, ...places) + 1 + AROUND.after);
  const all = new Set([...named, ...around.map(({ number }) => number)]);
  return [...all].sort((a, b) => a - b);
}

/** Returns what each response shows, by the number of its request. */
function notesOf({ round }: RoundResult): Map<number, string> {
  return new Map(round.operations.map(({ number, verb, mark, outcome, shown, base }) => {
    const words = mark === undefined ? [verb] : [`${verb} ${mark}`];
    if (base !== undefined) words.push(`of ${base}`);
    if (verb === "get") words.push(shown === "absent" ? "absent" : `shows ${shown?.mark}`);
    else words.push(outcome);
    return [number, words.join(" ")];
  }));
}
