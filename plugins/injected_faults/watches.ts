/**
 * The watches that are open, and what rules do to them.
 *
 * @module
 */
import { expired } from "../../server/api_error.ts";
import type { WatchEvent, WatchSource } from "../../server/registry/contracts.ts";
import type { Clock } from "../../server/sources.ts";
import { drawDuration } from "./chance.ts";
import { pause } from "./pause.ts";
import type { RequestMatch } from "./rule.ts";
import { type Hit, matches, type RequestFacts } from "./rule_book.ts";

/** How a watch ends: by an event of type ERROR that says 410, or as if its time was over. */
export type WatchEnd = "expire" | "drop";

const WATCH_ENDS: readonly WatchEnd[] = ["expire", "drop"];

/**
 * The value as the way a watch ends, if it is one.
 *
 * @throws {RangeError} otherwise, telling what it must be
 */
export function readWatchEnd(value: unknown): WatchEnd {
  if (WATCH_ENDS.some((how) => how === value)) return value as WatchEnd;
  throw new RangeError(`Cannot end watches by "${value}": use one of ${WATCH_ENDS.join(", ")}`);
}

/** A watch that is open. */
export interface OpenWatch {
  /** What it is called for as long as the server runs. */
  readonly id: string;
  /** Who opened it, or as whom they acted. */
  readonly user: string;
  /** The path it was asked for at. */
  readonly path: string;
  /** The query of the request, without the question mark. */
  readonly query: string;
  /** The API group of what is watched, empty for the core group. */
  readonly group: string;
  /** What is watched, plural: `secrets`. */
  readonly resource: string;
  /** The namespace; empty for cluster-scoped resources and for all namespaces at once. */
  readonly namespace: string;
  /** When it was opened, in milliseconds since 1970. */
  readonly since: number;
  /** How many events it was sent so far, bookmarks and errors included. */
  readonly sent: number;
  /**
   * Ends it, behind what it was sent. Safe to call twice.
   *
   * @param how by an event of type ERROR that says 410, or as if its time was over
   */
  end(how: WatchEnd): void;
}

interface Entry {
  readonly id: string;
  readonly facts: RequestFacts;
  readonly since: number;
  sent: number;
  end(how: WatchEnd): void;
}

/** The watches of one server. */
export class OpenWatches {
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  readonly #open = new Set<Entry>();
  #count = 0;

  /** No watch is open yet; `clock` tells how long slow ones wait, `stopped` when nobody does. */
  constructor(clock: Clock, stopped: AbortSignal) {
    this.#clock = clock;
    this.#stopped = stopped;
  }

  /** Those that are open, the oldest first. */
  list(): readonly OpenWatch[] {
    return [...this.#open].map(({ id, facts: { info, query, user }, since, sent, end }) => ({
      id,
      user: user.name,
      path: info.path,
      query: query.toString(),
      group: info.group,
      resource: info.resource,
      namespace: info.namespace,
      since,
      sent,
      end: (how) => end(readWatchEnd(how)),
    }));
  }

  /** Ends those meant, behind what they have sent already; returns how many there were. */
  end(how: WatchEnd, when: RequestMatch = {}): number {
    const meant = [...this.#open].filter(({ facts }) => matches(facts, when));
    for (const watch of meant) watch.end(how);
    return meant.length;
  }

  /** A watch's events as what hits it leaves them. */
  open(source: WatchSource, facts: RequestFacts, hits: readonly Hit[]): WatchSource {
    const closed = new AbortController();
    const waiting = AbortSignal.any([closed.signal, this.#stopped]);
    let last: readonly WatchEvent[] | undefined;
    let left = eventsLeft(hits);

    const close = () => {
      this.#open.delete(watch);
      closed.abort();
      source.close();
    };
    const watch: Entry = {
      id: String(++this.#count),
      facts,
      since: this.#clock.now(),
      sent: 0,
      end(how) {
        left = { count: Infinity };
        if (how === "expire" && !closed.signal.aborted) last = [GONE];
        close();
      },
    };
    this.#open.add(watch);

    const next = async (): Promise<readonly WatchEvent[] | undefined> => {
      if (left.count === 0 && left.how) watch.end(left.how);
      const events = closed.signal.aborted ? undefined : await source.next();
      for (const { effect, chance } of hits) {
        if (effect.kind !== "slow" || !events) continue;
        await pause(drawDuration(effect.time, chance), this.#clock, waiting);
      }
      if (!events || closed.signal.aborted) {
        const told = last;
        last = undefined;
        close();
        return counted(told);
      }
      if (left.count === Infinity) return counted(events);
      const sent = events.slice(0, left.count);
      left = { ...left, count: left.count - sent.length };
      return counted(sent);
    };
    const counted = (events: readonly WatchEvent[] | undefined) => {
      watch.sent += events?.length ?? 0;
      return events;
    };
    return { next, fail: (error) => source.fail(error), close };
  }
}

/** How many events a watch has before it is ended. */
function eventsLeft(hits: readonly Hit[]): { readonly count: number; readonly how?: WatchEnd } {
  for (const { effect } of hits) {
    if (effect.kind !== "expire" && effect.kind !== "drop") continue;
    if (effect.afterEvents !== undefined) return { count: effect.afterEvents, how: effect.kind };
  }
  return { count: Infinity };
}

const GONE: WatchEvent = {
  type: "ERROR",
  object: expired("Cannot go on with the watch as it was made to expire: list again").toStatus(""),
};
