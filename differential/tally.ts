/**
 * Counts what a run saw: a run in which most requests are refused compares little.
 *
 * @module
 */
import type { Outcome } from "./run.ts";
import { EXPLANATIONS } from "./explained.ts";

/** The counts of a run. */
export class Tally {
  #requests = 0;
  #sequences = 0;
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #explained = new Map<string, number>();

  /** Requests compared so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Counts a sequence. */
  add({ exchanges, explained }: Outcome): void {
    this.#sequences++;
    this.#requests += exchanges.length;
    for (const { request, real } of exchanges) {
      const counts = this.#statuses.get(request.method) ?? new Map<number, number>();
      counts.set(real.status, (counts.get(real.status) ?? 0) + 1);
      this.#statuses.set(request.method, counts);
    }
    explained.forEach((times, id) =>
      this.#explained.set(id, (this.#explained.get(id) ?? 0) + times)
    );
  }

  /** One line for people. */
  summary(): string {
    return `${this.#requests} requests in ${this.#sequences} sequences, ` +
      `${this.#explained.size} kinds of explained differences`;
  }

  /** What was answered, by method, then what was explained. */
  *lines(): Generator<string> {
    for (const [method, counts] of [...this.#statuses].sort()) {
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const shares = [...counts].sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count} (${Math.round(100 * count / all)} %)`);
      yield `  ${method} ${shares.join(", ")}`;
    }
    for (const { id, reason } of EXPLANATIONS) {
      const times = this.#explained.get(id);
      if (times) yield `  explained ${times} times: ${id}: ${reason}`;
    }
  }
}
