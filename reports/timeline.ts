/**
 * Timelines: the requests and watches of a failing case over real time, in lanes of clients.
 *
 * @module
 */

/** A document that a watch received. */
export interface TimelineEvent {
  /** Milliseconds from the start of the case. */
  readonly at: number;
  /** The type of the event. */
  readonly type: string;
  /** The name of the object; empty for a bookmark. */
  readonly name: string;
  /** The resourceVersion of the object. */
  readonly version?: string;
  /** True if it is a part of the contradiction. */
  readonly contradicts?: true;
  /** True if the watch should have received it, and did not: at the time of the change. */
  readonly missing?: true;
}

/** A request or watch of a case, from the moment it was sent to the end of its response. */
export interface TimelineEntry {
  /** The number of the request in its case, from 1. */
  readonly number: number;
  /** The index of its lane. */
  readonly lane: number;
  /** The method and the object or collection, as `PATCH secrets/s0`. */
  readonly title: string;
  /** Milliseconds from the start of the case to the request. */
  readonly from: number;
  /** Milliseconds from the start of the case to the end of the response. */
  readonly to: number;
  /** The HTTP status code; 0 if there was no response. */
  readonly status: number;
  /** The resourceVersion of the object or list in the response. */
  readonly version?: string;
  /** What the oracle derived: the state that it led to, showed or may have shown. */
  readonly note?: string;
  /** True if it is a part of the contradiction. */
  readonly contradicts?: true;
  /** The documents received, if it is a watch. */
  readonly events?: readonly TimelineEvent[];
  /** Number of later documents that were not kept. */
  readonly omittedEvents?: number;
}

/** The time from an injected failure of the target until the target was healthy again. */
export interface Disturbance {
  /** What was done to the target. */
  readonly title: string;
  /** Milliseconds from the start of the case. */
  readonly from: number;
  /** Milliseconds from the start of the case. */
  readonly to: number;
}

/** The requests and watches of a case over real time. */
export interface Timeline {
  /** The names of the lanes: clients, replicas and watches. */
  readonly lanes: readonly string[];
  /** The entries in the order they were sent. */
  readonly entries: readonly TimelineEntry[];
  /** Number of entries omitted, if there were too many. */
  readonly omitted?: number;
  /** What was done to the target meanwhile, if anything. */
  readonly disturbances?: readonly Disturbance[];
}

/** A span of time in which nothing was sent, received or ended. */
export interface Pause {
  /** Milliseconds from the start of the case. */
  readonly from: number;
  /** Milliseconds from the start of the case. */
  readonly to: number;
}

/** The least share of the remaining time for which a pause is cut out. */
const LONG = 0.25;

/** The least duration of a pause that is cut out, in milliseconds. */
const NOTABLE = 100;

/** Maximum number of pauses that are cut out. */
const MAX_PAUSES = 6;

/** Returns the long pauses in the order of time, which would leave no room for the rest. */
export function pausesOf(timeline: Timeline): Pause[] {
  const times = timeline.entries.flatMap(({ from, to, events = [] }) => [
    from,
    to,
    ...events.map(({ at }) => at),
  ]).concat(timeline.disturbances?.flatMap(({ from, to }) => [from, to]) ?? [])
    .sort((a, b) => a - b);
  const gaps = times.slice(1).map((to, index): Pause => ({ from: times[index]!, to }))
    .sort((a, b) => b.to - b.from - (a.to - a.from));
  let left = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const pauses: Pause[] = [];
  for (const gap of gaps.slice(0, MAX_PAUSES)) {
    const length = gap.to - gap.from;
    if (length < NOTABLE || length < LONG * left) break;
    pauses.push(gap);
    left -= length;
  }
  return pauses.sort((a, b) => a.from - b.from);
}

/** Returns a time as text precise enough to order neighbouring requests. */
export function formatInstant(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds.toFixed(1)} ms`;
  return `${(milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 3 : 2)} s`;
}

/** Returns the response of an entry in a few words. */
export function answerOf({ status, version, note }: TimelineEntry): string {
  return [
    status === 0 ? "no response" : `${status}`,
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(note === undefined ? [] : [`(${note})`]),
  ].join(" ");
}
