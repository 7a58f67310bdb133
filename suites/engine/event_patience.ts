/**
 * How long the checks of a run wait for the events of watches. A target that never sends some events would
 * cost the full time in every case. So waits become short for a kind of watch of which several events did
 * not come in time, and for all watches once many did not.
 *
 * @module
 */
import type { PlacedRequest } from "../client/http_client.ts";

/** The events that may stay away until waits are short: of a kind of watch, and of all together. */
const MISSES = { ofKind: 3, ofAll: 8 } as const;

/** The milliseconds of a wait that counts, if no event comes: shorter ones may be meant to end. */
const FULL = 4_500;

/** A short wait: milliseconds, and a multiple of the longest wait of the run that had its event. */
const SHORT = { least: 2_000, timesLongest: 4 } as const;

/** What a run knows of how long events take. */
export class EventPatience {
  readonly #now: () => number;
  /** How many events did not come in the full time, by the kind of watch. */
  readonly #missed = new Map<string, number>();
  #longest = 0;

  /** Nothing is known yet. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the milliseconds to wait for an event of a kind of watch, where a check would wait so long. */
  limit(kind: string, deadline: number): number {
    const own = this.#missed.get(kind) ?? 0;
    const all = [...this.#missed.values()].reduce((sum, each) => sum + each, 0);
    if (own < MISSES.ofKind && all < MISSES.ofAll) return deadline;
    return Math.min(deadline, Math.max(SHORT.least, SHORT.timesLongest * this.#longest));
  }

  /**
   * Records a wait that begins now.
   *
   * @returns What to call at its end: with true if the event came, with false if the time was over.
   */
  start(kind: string, time: number): (isFound: boolean) => void {
    const started = this.#now();
    return (isFound) => {
      if (isFound) this.#longest = Math.max(this.#longest, this.#now() - started);
      else if (time >= FULL) this.#missed.set(kind, (this.#missed.get(kind) ?? 0) + 1);
    };
  }
}

/** Returns the kind of a watch: its resource type and form, whatever the values of its parameters. */
export function kindOfWatch({ place, path, headers = {}, query = {} }: WatchFacts): string {
  const type = place === undefined ? path : [
    place.apiVersion,
    place.resource,
    place.namespace === "" ? "" : "namespaced",
    place.name === "" ? "" : "named",
  ].join(" ");
  const parameters = Object.keys(query).filter((name) => query[name] !== undefined).sort();
  // A watch from any version begins with the objects that exist.
  const start = query.resourceVersion === "0" ? "from any version" : "";
  return [type, headers.accept ?? "", ...parameters, start].join(" ");
}

/** What the kind of a watch depends on. */
type WatchFacts = Pick<PlacedRequest, "place" | "path" | "headers" | "query">;
