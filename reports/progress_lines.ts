/**
 * How far a run is, in lines: those that change on a terminal, and those that stay.
 *
 * @module
 */
import { clip, padded } from "./display_width.ts";
import { type Verdict, VERDICTS } from "./events.ts";
import type { AreaProgress, RunProgress } from "./progress.ts";
import type { Style } from "./style.ts";
import { counted, spoken } from "./text.ts";

/** How many areas are shown while they run. */
const SHOWN_AREAS = 6;

/** The lines that change while a run goes on; each takes fewer columns than there are. */
export function liveLines(
  progress: RunProgress,
  { columns, style }: { columns: number; style: Style },
): string[] {
  const running = progress.areas.filter((area) => area.running > 0);
  const shown = running.slice(0, SHOWN_AREAS);
  const more = running.length - shown.length;
  const width = Math.max(0, ...shown.map(({ area }) => area.length));
  const bar = Math.max(8, Math.min(30, columns - width - 40));
  return [
    ...shown.map((area) =>
      `${padded(area.area, width)} ${barOf(area, bar, style)} ${area.done}/${area.due}` +
      style.dim(`  ${counted(area.cases, "case")}`)
    ),
    ...(more > 0 ? [style.dim(`and ${counted(more, "area")} more`)] : []),
    statusLine(progress, style),
  ].map((line) => clip(line, columns - 1));
}

/** One line on the run as a whole. */
export function statusLine(progress: RunProgress, style: Style): string {
  const { done, due, left, verdicts } = progress;
  const bad = (["fail", "error", "warn"] as const).flatMap((verdict) =>
    verdicts[verdict] ? [style.verdict(verdict, `${verdicts[verdict]} ${verdict}`)] : []
  );
  return [
    style.bold(`${done}/${due} checks`),
    ...bad,
    ...(left === undefined || done === due ? [] : [`about ${roughly(left)} left`]),
    `${progress.requests} requests, ${progress.rate}/s`,
    counted(progress.cases, "case"),
    spoken(progress.elapsed),
  ].join(" · ");
}

/** What became of an area, once its last check ended. */
export function areaLine(area: AreaProgress, style: Style): string {
  const facts = `${counted(area.cases, "case")}, ${counted(area.requests, "request")}`;
  return `${padded(area.area, 18)} ${verdictCounts(area.verdicts, style)}  ${style.dim(facts)}`;
}

/** `12 pass, 1 fail`. */
export function verdictCounts(counts: Partial<Record<Verdict, number>>, style: Style): string {
  return VERDICTS.flatMap((verdict) =>
    counts[verdict] ? [style.verdict(verdict, `${counts[verdict]} ${verdict}`)] : []
  ).join(", ");
}

function barOf({ done, running, due }: AreaProgress, width: number, style: Style): string {
  const full = Math.floor(width * done / due);
  const half = Math.min(width - full, Math.ceil(width * running / due));
  return `[${style.verdict("pass", "#".repeat(full))}${"-".repeat(half)}${
    style.dim(".".repeat(width - full - half))
  }]`;
}

/** Nobody knows the end to the second. */
function roughly(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.ceil(seconds / 60)} min`;
}
