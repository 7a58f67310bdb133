/**
 * The watches that are open, and what rules do to them.
 *
 * @module
 */
import { expired } from "../../api_error.ts";
import type { WatchEvent, WatchSource } from "../../registry/watch_source.ts";
import type { Clock } from "../../sources.ts";
import { drawDuration } from "./chance.ts";
import { pause } from "./pause.ts";
import type { RequestMatch } from "./rule.ts";
import { type Hit, matches, type RequestFacts } from "./rule_book.ts";

/** How a watch ends: by an event of type ERROR that says 410, or as if its time was over. */
export type WatchEnd = "expire" | "drop";

/** The ways a watch can be ended. */
export const WATCH_ENDS: readonly WatchEnd[] = ["expire", "drop"];

interface OpenWatch {
  readonly facts: RequestFacts;
  end(how: WatchEnd): void;
}

/** The watches of one server. */
export class OpenWatches {
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  readonly #open = new Set<OpenWatch>();

  /** No watch is open yet; `clock` tells how long slow ones wait, `stopped` when nobody does. */
  constructor(clock: Clock, stopped: AbortSignal) {
    this.#clock = clock;
    this.#stopped = stopped;
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
    const watch: OpenWatch = {
      facts,
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
        return told;
      }
      if (left.count === Infinity) return events;
      const sent = events.slice(0, left.count);
      left = { ...left, count: left.count - sent.length };
      return sent;
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
