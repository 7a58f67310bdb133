/**
 * Counts the generated values of each field of a case, for the report.
 *
 * @module
 */
import type { Json } from "../client/http_client.ts";
import { counterexampleOf } from "./counterexample.ts";

/** A field with more distinct values is summarised by their number. */
const MOST_VALUES = 12;

/** A longer text is summarised by its length. */
const LONGEST = 40;

/** The depth up to which fields are counted separately. */
const DEPTH = 2;

/** Counts the values of generated cases. */
export class CaseStatistics {
  readonly #fields = new Map<string, Map<string, number>>();

  /** Counts one case. */
  add(input: unknown): void {
    this.#count("", counterexampleOf(input), 0);
  }

  /** Returns the counts by field and value. */
  counts(): Record<string, number> {
    const words: [string, number][] = [];
    for (const [field, values] of this.#fields) {
      const label = field === "" ? "" : `${field} `;
      if (values.size <= MOST_VALUES) {
        words.push(
          ...[...values].map(([value, count]): [string, number] => [label + value, count]),
        );
      } else {
        const sum = [...values.values()].reduce((total, count) => total + count, 0);
        words.push([`${label}with ${values.size} different values`, sum]);
      }
    }
    return Object.fromEntries(words);
  }

  #count(field: string, value: Json, depth: number): void {
    if (Array.isArray(value)) return this.#note(field, `of ${lengthOf(value.length)}`);
    if (typeof value === "string" && value.length > LONGEST) {
      return this.#note(field, `of ${lengthOf(value.length)} characters`);
    }
    if (typeof value !== "object" || value === null) return this.#note(field, String(value));
    if (depth === DEPTH) return this.#note(field, `of ${lengthOf(Object.keys(value).length)}`);
    for (const [name, inner] of Object.entries(value)) {
      this.#count(field === "" ? name : `${field}.${name}`, inner, depth + 1);
    }
  }

  #note(field: string, value: string): void {
    const values = this.#fields.get(field) ?? new Map<string, number>();
    this.#fields.set(field, values);
    values.set(value, (values.get(value) ?? 0) + 1);
  }
}

/** Returns the range of powers of two that contains a length: 0, 1, 2–3, 4–7 and so on. */
function lengthOf(length: number): string {
  if (length < 2) return String(length);
  const least = 2 ** Math.floor(Math.log2(length));
  return `${least}–${2 * least - 1}`;
}
