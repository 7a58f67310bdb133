/**
 * The open watches, and the effects of rules on them.
 *
 * @module
 */
import { complaintAbout, oneWord, onlyFields } from "@plumbline/server/shape";
import { type Clock, expired } from "@plumbline/server/api";
import type { WatchEvent, WatchSource } from "@plumbline/server/parts";
import { durationOf, pause } from "./delay.ts";
import type { RequestMatch } from "./rule.ts";
import { type Hit, matchesRequest, type RequestFacts } from "./rule_book.ts";

/** The way a watch ends: with an ERROR event (410 Expired), or as if it timed out. */
export type WatchEnd = "expire" | "drop";

const WATCH_ENDS: readonly WatchEnd[] = ["expire", "drop"];

/** Parses how a watch ends. @throws {RangeError} for an invalid value */
export function readWatchEnd(value: unknown): WatchEnd {
  if (WATCH_ENDS.some((how) => how === value)) return value as WatchEnd;
  const complaint = complaintAbout(
    { how: value },
    onlyFields({ how: oneWord(WATCH_ENDS) }),
    "Cannot end watches",
  );
  throw new RangeError(complaint);
}

/** An open watch. */
export interface OpenWatch {
  /** The id, unique for the server. */
  readonly id: string;
  /** The user, or the impersonated user. */
  readonly user: string;
  /** The path of the request. */
  readonly path: string;
  /** The query of the request, without the question mark. */
  readonly query: string;
  /** The API group of the resource; empty for the core group. */
  readonly group: string;
  /** The resource, plural: `secrets`. */
  readonly resource: string;
  /** The namespace; empty for cluster-scoped resources and for all namespaces at once. */
  readonly namespace: string;
  /** The start, in milliseconds since 1970. */
  readonly since: number;
  /** The number of events sent, including bookmarks and errors. */
  readonly sent: number;
  /**
   * Ends the watch after the events sent so far. Safe to call twice.
   *
   * @param how with an ERROR event (410 Expired), or as if it timed out
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

/** The open watches of one server. */
export class OpenWatches {
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  readonly #open = new Set<Entry>();
  #count = 0;

  /** Creates an empty list; `clock` times delays, and `stopped` ends them. */
  constructor(clock: Clock, stopped: AbortSignal) {
    this.#clock = clock;
    this.#stopped = stopped;
  }

  /** Lists the open watches, the oldest first. */
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

  /** Ends the selected watches, and returns their number. */
  end(how: WatchEnd, when: RequestMatch = {}): number {
    const meant = [...this.#open].filter(({ facts }) => matchesRequest(facts, when));
    for (const watch of meant) watch.end(how);
    return meant.length;
  }

  /** Returns the events of a watch with the effects of rules. */
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
        await pause(durationOf(effect.time, chance), this.#clock, waiting);
      }
      if (!events || closed.signal.aborted) {
        const final = last;
        last = undefined;
        close();
        return counted(final);
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

/** Returns the number of events after which a watch ends, and how. */
function eventsLeft(hits: readonly Hit[]): { readonly count: number; readonly how?: WatchEnd } {
  for (const { effect } of hits) {
    if (effect.kind !== "expire" && effect.kind !== "drop") continue;
    if (effect.afterEvents !== undefined) return { count: effect.afterEvents, how: effect.kind };
  }
  return { count: Infinity };
}

const GONE: WatchEvent = {
  type: "ERROR",
  object: expired("The resourceVersion of the watch is too old (injected fault)").toStatus(""),
};
