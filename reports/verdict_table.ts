/**
 * The areas and what became of their checks, as a table for a terminal.
 *
 * @module
 */
import { displayWidth, wrap } from "./display_width.ts";
import { type CheckResult, type Verdict, VERDICTS } from "./events.ts";
import { verdictCounts } from "./progress_lines.ts";
import type { Style } from "./style.ts";

/** Lines of a table of areas and verdicts, of those verdicts that there are; a list where it is narrow. */
export function verdictTable(
  checks: readonly CheckResult[],
  { columns, style }: { columns: number; style: Style },
): string[] {
  if (checks.length === 0) return [];
  const verdicts = VERDICTS.filter((verdict) => checks.some((check) => check.verdict === verdict));
  const areas = [...new Set(checks.map(({ area }) => area))];
  const rows = areas.map((area) => ({
    area,
    counts: countsOf(checks.filter((check) => check.area === area)),
  }));
  const first = Math.max("area".length, ...areas.map(displayWidth));
  const widths = verdicts.map((verdict) => Math.max(verdict.length, 4));
  const total = first + widths.reduce((sum, width) => sum + width + 2, 0);
  if (total > columns) {
    return rows.flatMap(({ area, counts }) =>
      wrap(`${area}: ${verdictCounts(counts, style)}`, columns)
    );
  }
  const head = [
    "area".padEnd(first),
    ...verdicts.map((verdict, at) => verdict.padStart(widths[at]!)),
  ];
  return [
    style.dim(head.join("  ")),
    ...rows.map(({ area, counts }) =>
      [
        area + " ".repeat(first - displayWidth(area)),
        ...verdicts.map((verdict, at) => {
          const count = counts[verdict];
          const text = String(count ?? "-").padStart(widths[at]!);
          return count === undefined ? style.dim(text) : style.verdict(verdict, text);
        }),
      ].join("  ")
    ),
  ];
}

function countsOf(checks: readonly CheckResult[]): Partial<Record<Verdict, number>> {
  const counts: Partial<Record<Verdict, number>> = {};
  for (const { verdict } of checks) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}
