/**
 * Prints a run as it happens: updated in place on a terminal, as few plain lines elsewhere.
 *
 * @module
 */
import {
  clipToWidth,
  displayWidth,
  padToWidth,
  type Style,
  styleOf,
  wrapText,
} from "./terminal.ts";
import { type CheckResult, type RunEvent, type Verdict, VERDICTS } from "./events.ts";
import type { NextStep } from "./cause_lines.ts";
import { type Report, reportOf } from "./report.ts";
import { type AreaProgress, ProgressMeter, type RunProgress } from "./progress.ts";
import { resultLines, totalLines } from "./summary.ts";
import { typeTotals } from "./type_lines.ts";
import { formatDuration, pluralize, safeLine } from "./text.ts";

/** Options of {@linkcode ConsoleReporter}. */
export interface ConsoleReporterOptions {
  /** Writes text to the output. */
  write(text: string): void;
  /** Update progress lines in place; only for terminals. @default {false} */
  readonly live?: boolean;
  /** Use colours. @default {false} */
  readonly colours?: boolean;
  /** Width of the terminal, to which lines are wrapped; without it they are not wrapped. */
  readonly columns?: number;
  /** Print nothing but the summary. @default {false} */
  readonly summaryOnly?: boolean;
  /** Returns commands to run after the run, for the overview of what is wrong. */
  next?(report: Report): readonly NextStep[];
  /** Returns the time in milliseconds, for the progress. @default {Date.now} */
  now?(): number;
}

/** Width of tables if the width of the output is unknown. */
const TABLE_COLUMNS = 100;

/** Minimum time between two updates in place, in milliseconds. */
const REDRAW = 100;

/** Maximum time between two lines of an output without updates in place, in milliseconds. */
const SILENCE = 60_000;

/** Maximum length of a line about the target. */
const LINE = 300;

/** Matches commands, which are not wrapped so that they can be copied. */
const COMMAND =
  /(^|\s)(curl -|deno (task|run) |npx |\S*plumbline\S* (check|cleanup|report|known) )/;

/** Prints the events of a run. */
export class ConsoleReporter {
  readonly #options: ConsoleReporterOptions;
  readonly #style: Style;
  readonly #now: () => number;
  readonly #meter = new ProgressMeter();
  /** All events except progress events, which the report does not need. */
  readonly #events: RunEvent[] = [];
  /** The newest failure, for the progress lines. */
  #newest: CheckResult | undefined;
  /** Number of progress lines on the screen. */
  #liveLines = 0;
  #updatedAt = -Infinity;
  #printedAt = 0;

  /** Creates a reporter for one run. */
  constructor(options: ConsoleReporterOptions) {
    this.#options = options;
    this.#style = styleOf({ colours: options.colours ?? false });
    this.#now = options.now ?? Date.now;
  }

  /** Handles the next event of the run. */
  take(event: RunEvent): void {
    if (event.type !== "check progress") this.#events.push(event);
    this.#meter.take(event, this.#now());
    if (this.#options.summaryOnly && event.type !== "run finished") return;
    switch (event.type) {
      case "run started": {
        const { url, dialect, version } = event.target;
        const facts = [
          `dialect ${dialect}`,
          ...(version ? [version] : []),
          `seed ${event.seed}`,
          `run ${event.run}`,
        ];
        this.#print(
          `${this.#style.bold(safeLine(url))} ${this.#style.dim(safeLine(facts.join(", ")))}`,
        );
        break;
      }
      case "types surveyed":
        this.#print(typeTotals(event.types));
        break;
      case "target described":
        for (const line of event.lines) this.#print(`  ${safeLine(line, LINE)}`);
        break;
      case "explaining failures":
        // For some minutes, nothing else happens.
        if (!this.#options.live) this.#print(this.#status());
        break;
      case "check finished":
        if (NOTABLE.includes(event.result.verdict)) this.#newest = event.result;
        break;
      case "run finished":
        this.#end();
        return;
    }
    if (this.#options.live) this.#update();
    else if (this.#now() - this.#printedAt >= SILENCE) this.#print(this.#status());
  }

  /** Removes the progress lines before the next run. */
  stop(): void {
    this.#clear();
  }

  #end(): void {
    const report = reportOf(this.#events);
    const { columns = TABLE_COLUMNS, next } = this.#options;
    const table = verdictTable(report.checks, { columns, style: this.#style });
    const lines = [
      ...resultLines(report, this.#style, { next: next?.(report), columns: this.#options.columns }),
      ...(table.length === 0 ? [] : ["", ...table]),
      "",
      ...totalLines(report, this.#style),
    ];
    for (const line of lines) this.#print(line);
  }

  #status(): string {
    return statusLine(this.#meter.progress(this.#now()), this.#style);
  }

  #print(line: string): void {
    this.#clear();
    const { columns } = this.#options;
    const lines = columns === undefined || COMMAND.test(line) ? [line] : wrapText(line, columns);
    this.#options.write(lines.map((one) => `${one}\n`).join(""));
    this.#printedAt = this.#now();
  }

  /** Removes the progress lines from the screen. */
  #clear(): void {
    if (this.#liveLines === 0) return;
    const up = this.#liveLines > 1 ? `\x1b[${this.#liveLines - 1}A` : "";
    this.#options.write(`\r${up}\x1b[J`);
    this.#liveLines = 0;
    this.#updatedAt = -Infinity;
  }

  #update(): void {
    const now = this.#now();
    if (now - this.#updatedAt < REDRAW) return;
    this.#clear();
    const { columns = TABLE_COLUMNS } = this.#options;
    const progress = this.#meter.progress(now);
    const lines = liveLines(progress, { columns, style: this.#style, newest: this.#newest });
    this.#options.write(lines.join("\n"));
    this.#liveLines = lines.length;
    this.#updatedAt = now;
  }
}

/** Maximum number of running areas on the screen. */
const MAX_AREAS = 6;

/** Returns the progress lines, each narrower than the terminal. */
function liveLines(
  progress: RunProgress,
  { columns, style, newest }: { columns: number; style: Style; newest: CheckResult | undefined },
): string[] {
  const running = progress.areas.filter((area) => area.running > 0);
  const visible = running.slice(0, MAX_AREAS);
  const more = running.length - visible.length;
  const width = Math.max(0, ...visible.map(({ area }) => area.length));
  const bar = Math.max(8, Math.min(30, columns - width - 40));
  return [
    ...visible.map((area) =>
      `${padToWidth(area.area, width)} ${barOf(area, bar, style)} ${area.done}/${area.total}` +
      style.dim(`  ${pluralize(area.cases, "case")}`)
    ),
    ...(more > 0 ? [style.dim(`and ${pluralize(more, "area")} more`)] : []),
    ...(newest === undefined ? [] : [newestLine(newest, style)]),
    statusLine(progress, style),
  ].map((line) => clipToWidth(line, columns - 1));
}

/** Verdicts of checks that are shown while the run goes on. */
const NOTABLE: readonly Verdict[] = ["fail", "warn", "error"];

function newestLine({ verdict, id, title }: CheckResult, style: Style): string {
  return `${style.verdict(verdict, verdict.toUpperCase())} ${id}  ${safeLine(title)}`;
}

/** The most checks that are named when no other waits. */
const MAX_LAST = 2;

/** Returns the progress of the whole run as a line. */
function statusLine(progress: RunProgress, style: Style): string {
  const { done, total, remaining, last = [], explaining, verdicts } = progress;
  const bad = (["fail", "error", "warn"] as const).flatMap((verdict) =>
    verdicts[verdict] ? [style.verdict(verdict, `${verdicts[verdict]} ${verdict}`)] : []
  );
  return [
    style.bold(`${done}/${total} checks`),
    ...bad,
    ...(remaining === undefined || done === total || explaining !== undefined
      ? []
      : [`about ${roughly(remaining)} left`]),
    ...(last.length === 0 ? [] : [`still running: ${last.slice(0, MAX_LAST).join(", ")}`]),
    ...(explaining === undefined ? [] : [
      `repeating ${pluralize(explaining.failures, "failed case")} to separate their causes: ${
        roughly(explaining.time)
      } at most`,
    ]),
    `${progress.requests} requests, ${progress.rate}/s`,
    pluralize(progress.cases, "case"),
    formatDuration(progress.elapsed),
  ].join(" · ");
}

/** Returns the counts as text: `12 pass, 1 fail`. */
function verdictCounts(counts: Partial<Record<Verdict, number>>, style: Style): string {
  return VERDICTS.flatMap((verdict) =>
    counts[verdict] ? [style.verdict(verdict, `${counts[verdict]} ${verdict}`)] : []
  ).join(", ");
}

function barOf({ done, running, total }: AreaProgress, width: number, style: Style): string {
  const full = Math.floor(width * done / total);
  const half = Math.min(width - full, Math.ceil(width * running / total));
  return `[${style.verdict("pass", "#".repeat(full))}${"-".repeat(half)}${
    style.dim(".".repeat(width - full - half))
  }]`;
}

/** Returns an estimated duration without false precision. */
function roughly(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.ceil(seconds / 60)} min`;
}

/** Returns a table of areas and verdicts, or a list if the terminal is too narrow for the table. */
function verdictTable(
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
      wrapText(`${area}: ${verdictCounts(counts, style)}`, columns)
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
