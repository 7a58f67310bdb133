/**
 * How long a client waits for responses: less once the target has left requests of a method
 * unanswered, as a check repeats a failing request often, and a run has many checks.
 *
 * @module
 */
import { Deadlines } from "./deadlines.ts";

/** Requests of a method that may stay unanswered for the full time limit. */
const UNANSWERED = 2;

/** The reduced limit, as a multiple of the slowest response so far. */
const TIMES_SLOWEST = 5;

/** The time limits of one client's requests. */
export class Patience {
  readonly #limit: number;
  readonly #shortest: number;
  readonly #full: Deadlines;
  readonly #unanswered = new Map<string, number>();
  #slowest = 0;
  #reduced: { readonly limit: number; readonly deadlines: Deadlines } | undefined;

  /** Waits `limit` milliseconds for each response at first, and never less than `shortest`. */
  constructor(limit: number, shortest = 5_000) {
    this.#limit = limit;
    this.#shortest = shortest;
    this.#full = new Deadlines(limit);
  }

  /** Starts the time of a request; it is aborted when its time limit is over. */
  start(method: string, control: AbortController): Wait {
    const isReduced = (this.#unanswered.get(method) ?? 0) >= UNANSWERED;
    const { limit, deadlines } = isReduced
      ? this.#reduced ??= this.#reduce()
      : { limit: this.#limit, deadlines: this.#full };
    const started = performance.now();
    deadlines.add(control);
    return {
      limit,
      answered: () => {
        this.#slowest = Math.max(this.#slowest, performance.now() - started);
      },
      end: () => {
        deadlines.delete(control);
        if (!control.signal.aborted) return;
        this.#unanswered.set(method, (this.#unanswered.get(method) ?? 0) + 1);
      },
    };
  }

  #reduce(): { limit: number; deadlines: Deadlines } {
    const limit = Math.min(this.#limit, Math.max(this.#shortest, TIMES_SLOWEST * this.#slowest));
    return { limit, deadlines: new Deadlines(limit) };
  }
}

/** The wait for one response. */
export interface Wait {
  /** The time limit in milliseconds. */
  readonly limit: number;
  /** Records that the response has come. */
  answered(): void;
  /** Ends the time of the request, answered or not. */
  end(): void;
}
