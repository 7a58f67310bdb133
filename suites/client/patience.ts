/**
 * How long a client waits for responses: less once the target has left a request unanswered, and less
 * again for a method of which it has left two, as a check repeats a failing request often, and a run
 * has many checks.
 *
 * @module
 */
import { Deadlines } from "./deadlines.ts";

/** Requests of a method that may stay unanswered until it gets the shortest time. */
const UNANSWERED = 2;

/** The part of the full time that is left once a request was not answered. */
const REDUCED_TIME = 1 / 3;

/** The least of a reduced limit, as a multiple of the slowest response so far. */
const TIMES_SLOWEST = 5;

/** The method of a watch, whose time is that until its headers: late ones say nothing of others. */
export const WATCH = "WATCH";

/** The time limits of one client's requests. */
export class Patience {
  readonly #limit: number;
  readonly #shortest: number;
  readonly #full: Deadlines;
  readonly #unanswered = new Map<string, number>();
  #slowest = 0;
  readonly #reduced = new Map<number, { readonly limit: number; readonly deadlines: Deadlines }>();

  /** Waits `limit` milliseconds for each response at first, and never less than `shortest`. */
  constructor(limit: number, shortest = 5_000) {
    this.#limit = limit;
    this.#shortest = shortest;
    this.#full = new Deadlines(limit);
  }

  /** Starts the time of a request; it is aborted when its time limit is over. */
  start(method: string, control: AbortController): Wait {
    const { limit, deadlines } = this.#timeOf(method);
    const started = performance.now();
    let isOver = false;
    deadlines.add(control);
    return {
      limit,
      answered: () => {
        this.#slowest = Math.max(this.#slowest, performance.now() - started);
      },
      end: () => {
        if (isOver) return;
        isOver = true;
        deadlines.delete(control);
        if (!control.signal.aborted) return;
        this.#unanswered.set(method, (this.#unanswered.get(method) ?? 0) + 1);
      },
    };
  }

  #timeOf(method: string): { limit: number; deadlines: Deadlines } {
    const own = this.#unanswered.get(method) ?? 0;
    if (own >= UNANSWERED) return this.#reduce(this.#shortest);
    const others = [...this.#unanswered.keys()].some((each) => each !== WATCH);
    return own > 0 || others
      ? this.#reduce(Math.max(this.#shortest, REDUCED_TIME * this.#limit))
      : { limit: this.#limit, deadlines: this.#full };
  }

  /** Returns the time that is a least one, or more for a slow target. */
  #reduce(least: number): { limit: number; deadlines: Deadlines } {
    let reduced = this.#reduced.get(least);
    if (reduced === undefined) {
      const limit = Math.min(this.#limit, Math.max(least, TIMES_SLOWEST * this.#slowest));
      reduced = { limit, deadlines: new Deadlines(limit) };
      this.#reduced.set(least, reduced);
    }
    return reduced;
  }
}

/** The wait for one response. */
export interface Wait {
  /** The time limit in milliseconds. */
  readonly limit: number;
  /** Records that the response has come. */
  answered(): void;
  /** Ends the time of the request, answered or not. Safe to call twice. */
  end(): void;
}
