/**
 * The goals of the reference server with the figures of a run beside them. They are printed and not
 * asserted: figures depend on the machine and on what else it does.
 *
 * @module
 */

/** A goal with today's figure. */
export interface Goal {
  readonly name: string;
  /** The most or the least that the figure should be. */
  readonly atMost?: number;
  readonly atLeast?: number;
  /** The figure; undefined if it was not measured. */
  readonly figure: number | undefined;
  readonly unit: string;
  /** Why it was not measured. */
  readonly why?: string;
}

/** Returns the goals as lines of a table. */
export function goalTable(goals: readonly Goal[]): string[] {
  const rows = goals.map(({ name, atMost, atLeast, figure, unit, why }) => {
    const goal = `${atMost === undefined ? "≥" : "≤"} ${shown(atMost ?? atLeast ?? 0)} ${unit}`;
    if (figure === undefined) return [name, goal, "-", why ?? "not measured"];
    const isReached = figure <= (atMost ?? Infinity) && figure >= (atLeast ?? -Infinity);
    return [name, goal, `${shown(figure)} ${unit}`, isReached ? "reached" : "not reached"];
  });
  const all = [["goal", "wanted", "measured", ""], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()
  );
}

const shown = (figure: number): string =>
  Math.abs(figure) >= 100
    ? Math.round(figure).toLocaleString("en")
    : String(Math.round(10 * figure) / 10);
