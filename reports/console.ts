/**
 * Shows a run as it happens: lines that change on a terminal, few and plain ones everywhere else.
 *
 * @module
 */
import { wrap } from "./display_width.ts";
import type { CheckResult, RunEvent } from "./events.ts";
import { reportOf } from "./model.ts";
import { ProgressMeter } from "./progress.ts";
import { areaLine, liveLines, statusLine } from "./progress_lines.ts";
import { type Style, styleOf } from "./style.ts";
import { summaryLines } from "./summary.ts";
import { oneLine, spoken } from "./text.ts";
import { verdictTable } from "./verdict_table.ts";

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
          `${this.#style.bold(oneLine(url))} ${this.#style.dim(oneLine(facts.join(", ")))}`,
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
      const took = this.#style.dim(spoken(result.duration));
      this.#print(`${word} ${this.#style.bold(id)}  ${oneLine(title)}  ${took}`);
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
    const lines = columns === undefined || TO_PASTE.test(line) ? [line] : wrap(line, columns);
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
