/**
 * What the cases that pass show: it is no sign of a failure.
 *
 * @module
 */
import type { HttpClient } from "../../client/http_client.ts";
import type { Seen } from "./behaviour.ts";
import { RelievedClient } from "./relieved_client.ts";
import { traitsOf } from "./traits.ts";

/** The cases of each check whose traits are kept. */
const CASES = 8;

/** Counts the checks with a passing case that shows a trait. */
export class PassingTraits {
  readonly #counts = new Map<string, number>();
  readonly #cases = new Map<string, number>();
  /** The traits of each check with fewer cases than are kept. */
  readonly #ofCheck = new Map<string, Set<string>>();

  /** Returns what follows the requests of one case of a check; undefined if enough were followed. */
  follow(check: string): FollowedCase | undefined {
    const count = this.#cases.get(check) ?? 0;
    if (count >= CASES) return undefined;
    this.#cases.set(check, count + 1);
    let client: RelievedClient | undefined;
    return {
      clientOf: (original) => client = new RelievedClient(original),
      passed: () => this.#add(check, client?.seen ?? []),
    };
  }

  /** Returns the number of checks with a passing case that shows a trait. */
  count(text: string): number {
    return this.#counts.get(text) ?? 0;
  }

  #add(check: string, seen: readonly Seen[]): void {
    const known = this.#ofCheck.get(check) ?? new Set();
    this.#ofCheck.set(check, known);
    for (const { texts } of traitsOf(seen)) {
      for (const text of texts) {
        if (known.has(text)) continue;
        known.add(text);
        this.#counts.set(text, this.count(text) + 1);
      }
    }
  }
}

/** A case whose requests are followed. */
export interface FollowedCase {
  /** Returns the client of the case. */
  clientOf(original: HttpClient): HttpClient;
  /** Counts what it shows, once it has passed. */
  passed(): void;
}
