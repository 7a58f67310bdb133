/**
 * Counts requests, answers and explanations: a run with mostly rejected requests compares little.
 *
 * @module
 */
import { KIND_EXPLANATIONS } from "../kinds/explained.ts";
import { EXPLANATIONS } from "./explained/mod.ts";
import type { SequenceOutcome } from "./run.ts";
import { ACTIONS } from "../../requests/sequences/step.ts";

/** Counts by row and column. */
type Table<Column> = Map<string, Map<Column, number>>;

/** The counts of a run. */
export class Tally {
  #requests = 0;
  #sequences = 0;
  readonly #statuses: Table<number> = new Map();
  readonly #actions: Table<string> = new Map();
  readonly #explained = new Map<string, number>();

  /** Requests compared so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Counts a sequence. */
  add({ exchanges, played }: SequenceOutcome): void {
    this.#sequences++;
    this.#requests += exchanges.length;
    for (const { request, real } of exchanges) count(this.#statuses, request.method, real.status);
    for (const { action, type } of played) {
      count(this.#actions, `${type.kind} ${type.apiVersion.split("/").at(-1)}`, action);
    }
    for (const id of exchanges.flatMap(({ explained }) => explained)) {
      this.#explained.set(id, (this.#explained.get(id) ?? 0) + 1);
    }
  }

  /** Returns a summary in one line. */
  summary(): string {
    const explained = sumOf(this.#explained);
    return `${this.#requests} requests in ${this.#sequences} sequences, ` +
      `${explained} times a difference explained by one of ${this.#explained.size} reasons`;
  }

  /** Returns the answers by method, the requests by kind, and the explanations. */
  *lines(): Generator<string> {
    for (const [method, counts] of [...this.#statuses].sort()) {
      const shares = [...counts].sort(([a], [b]) => a - b)
        .map(([status, times]) => `${status}: ${times}`);
      yield `  ${method} ${sumOf(counts)}: ${shares.join(", ")}`;
    }
    for (const [kind, counts] of [...this.#actions].sort()) {
      const shares = ACTIONS.filter((action) => counts.has(action))
        .map((action) => `${action} ${counts.get(action)}`);
      yield `  ${kind} ${sumOf(counts)}: ${shares.join(", ")}`;
    }
    for (const { id, reason } of [...EXPLANATIONS, ...KIND_EXPLANATIONS]) {
      const times = this.#explained.get(id);
      if (times) yield `  explained ${times} times: ${id}: ${reason}`;
    }
  }
}

function count<Column>(table: Table<Column>, row: string, column: Column): void {
  const counts = table.get(row) ?? new Map<Column, number>();
  counts.set(column, (counts.get(column) ?? 0) + 1);
  table.set(row, counts);
}

const sumOf = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((sum, times) => sum + times, 0);
