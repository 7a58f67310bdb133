/**
 * Shows a run as it happens: lines that change on a terminal, few and plain ones everywhere else.
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
import { reportOf } from "./report.ts";
import { type AreaProgress, ProgressMeter, type RunProgress } from "./progress.ts";
import { summaryLines } from "./summary.ts";
import { formatDuration, pluralize, safeLine } from "./text.ts";

/** Where and how a run is shown. */
export interface ConsoleReporterOptions {
  /** Writes text to the terminal or file. */
  write(text: string): void;
  /** Keep lines that change in place; only for a terminal. @default {false} */
  readonly live?: boolean;
  /** Use colours. @default {false} */
  readonly colours?: boolean;
  /** Columns of the terminal: lines are broken to fit. Without, lines stay whole. */
  readonly columns?: number;
  /** Milliseconds, by which progress is told; the machine's by default. */
  now?(): number;
}

/** What a table may take where nobody says how wide the place is. */
const TABLE_COLUMNS = 100;

/** Lines that change are drawn at most so often, in milliseconds. */
const REDRAW = 100;

/** Where nothing changes in place, silence lasts no longer than this, in milliseconds. */
const SILENCE = 30_000;

/** What is broken into several lines cannot be pasted. */
const TO_PASTE = /\b(curl -|deno task )/;

/** Takes the events of a run and shows them. */
export class ConsoleReporter {
  readonly #options: ConsoleReporterOptions;
  readonly #style: Style;
  readonly #now: () => number;
  readonly #meter = new ProgressMeter();
  /** Progress has no place in the report and would only fill memory. */
  readonly #events: RunEvent[] = [];
  /** Areas whose end was told. */
  readonly #told = new Set<string>();
  /** How many lines that change are on the screen. */
  #drawn = 0;
  #drawnAt = -Infinity;
  #saidAt = 0;

  /** Shows runs with these options. */
  constructor(options: ConsoleReporterOptions) {
    this.#options = options;
    this.#style = styleOf({ colours: options.colours ?? false });
    this.#now = options.now ?? Date.now;
  }

  /** Takes the next event. */
  take(event: RunEvent): void {
    if (event.type !== "check progress") this.#events.push(event);
    this.#meter.take(event, this.#now());
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
      case "check finished":
        this.#finish(event.result);
        break;
      case "run finished":
        this.#end();
        return;
    }
    if (this.#options.live) this.#draw();
    else if (this.#now() - this.#saidAt >= SILENCE) this.#print(this.#status());
  }

  /** Failures are told as they come; areas when they are through, where no line shows them. */
  #finish(result: CheckResult): void {
    const { id, title, verdict } = result;
    if (verdict === "fail" || verdict === "error" || verdict === "warn") {
      const word = this.#style.verdict(verdict, verdict.toUpperCase().padEnd(5));
      const took = this.#style.dim(formatDuration(result.duration));
      this.#print(`${word} ${this.#style.bold(id)}  ${safeLine(title)}  ${took}`);
    }
    if (this.#options.live) return;
    const { areas } = this.#meter.progress(this.#now());
    const through = areas.find(({ area, done, due }) => area === result.area && done === due);
    if (through === undefined || this.#told.has(through.area)) return;
    this.#told.add(through.area);
    this.#print(areaLine(through, this.#style));
  }

  #end(): void {
    const report = reportOf(this.#events);
    for (const line of summaryLines(report, this.#style)) this.#print(line);
    const { columns = TABLE_COLUMNS } = this.#options;
    const table = verdictTable(report.checks, { columns, style: this.#style });
    for (const line of ["", ...table]) this.#print(line);
  }

  #status(): string {
    return statusLine(this.#meter.progress(this.#now()), this.#style);
  }

  #print(line: string): void {
    this.#clear();
    const { columns } = this.#options;
    const lines = columns === undefined || TO_PASTE.test(line) ? [line] : wrapText(line, columns);
    this.#options.write(lines.map((one) => `${one}\n`).join(""));
    this.#saidAt = this.#now();
  }

  /** Takes the lines that change off the screen. */
  #clear(): void {
    if (this.#drawn === 0) return;
    const up = this.#drawn > 1 ? `\x1b[${this.#drawn - 1}A` : "";
    this.#options.write(`\r${up}\x1b[J`);
    this.#drawn = 0;
    this.#drawnAt = -Infinity;
  }

  #draw(): void {
    const now = this.#now();
    if (now - this.#drawnAt < REDRAW) return;
    this.#clear();
    const { columns = TABLE_COLUMNS } = this.#options;
    const lines = liveLines(this.#meter.progress(now), { columns, style: this.#style });
    this.#options.write(lines.join("\n"));
    this.#drawn = lines.length;
    this.#drawnAt = now;
  }
}

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
      `${padToWidth(area.area, width)} ${barOf(area, bar, style)} ${area.done}/${area.due}` +
      style.dim(`  ${pluralize(area.cases, "case")}`)
    ),
    ...(more > 0 ? [style.dim(`and ${pluralize(more, "area")} more`)] : []),
    statusLine(progress, style),
  ].map((line) => clipToWidth(line, columns - 1));
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
    pluralize(progress.cases, "case"),
    formatDuration(progress.elapsed),
  ].join(" · ");
}

/** What became of an area, once its last check ended. */
export function areaLine(area: AreaProgress, style: Style): string {
  const facts = `${pluralize(area.cases, "case")}, ${pluralize(area.requests, "request")}`;
  return `${padToWidth(area.area, 18)} ${verdictCounts(area.verdicts, style)}  ${style.dim(facts)}`;
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
