/**
 * A comparison of the reference server, or of parts of it, with a real server.
 *
 * @module
 */
import type { Target } from "../client/target.ts";

/** The input of a comparison. */
export interface ComparisonContext {
  /** A real server in the `kubernetes` dialect. */
  readonly real: Target;
  /** A reference server, started for the run. */
  readonly reference: Target;
  readonly seed: number;
  /** Cases to generate; each comparison has its own default. */
  readonly runs?: number;
  /** Kinds to compare; all if absent. */
  readonly kinds?: readonly string[];
  /** Prints a line. */
  report(line: string): void;
}

/** One of the comparisons of generated cases; throws with the first case that differs. */
export interface Comparison {
  readonly name: string;
  /** One line for the help text. */
  readonly help: string;
  /** Compares; returns what `--record` writes, one item per line. */
  run(context: ComparisonContext): Promise<readonly unknown[]>;
}

/** The text of a file of recorded items. */
export const recordText = (items: readonly unknown[]): string =>
  `[\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n]\n`;
