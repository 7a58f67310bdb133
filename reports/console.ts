/**
 * Shows a run as it happens: a live line on a terminal, plain lines everywhere else.
 *
 * @module
 */
import type { CheckResult, RunEvent } from "./events.ts";
import { reportOf } from "./model.ts";
import { type Style, styleOf } from "./style.ts";
import { summaryLines } from "./summary.ts";

/** Where and how a run is shown. */
export interface ConsoleReporterOptions {
  /** Writes text to the terminal or file. */
  write(text: string): void;
  /** Keep a line that changes in place; only for a terminal. @default {false} */
  readonly live?: boolean;
  /** Use colours. @default {false} */
  readonly colours?: boolean;
  /** Columns of the terminal. @default {100} */
  readonly columns?: number;
}

/** Goes to the start of the line and clears it. */
const CLEAR = "\r\x1b[2K";

/** Takes the events of a run and shows them. */
export class ConsoleReporter {
  readonly #options: ConsoleReporterOptions;
  readonly #style: Style;
  /** Progress has no place in the report and would only fill memory. */
  readonly #events: RunEvent[] = [];
  readonly #running = new Map<string, { area: string; cases: number; requests: number }>();
  #started = 0;
  #due = 0;
  #done = 0;
  #cases = 0;
  #requests = 0;

  /** Shows runs with these options. */
  constructor(options: ConsoleReporterOptions) {
    this.#options = options;
    this.#style = styleOf({ colours: options.colours ?? false });
  }

  /** Takes the next event. */
  take(event: RunEvent): void {
    if (event.type !== "check progress") this.#events.push(event);
    switch (event.type) {
      case "run started": {
        const { url, dialect, version } = event.target;
        const facts = [
          `dialect ${dialect}`,
          ...(version ? [version] : []),
          `seed ${event.seed}`,
          `run ${event.run}`,
        ];
        this.#started = Date.parse(event.at);
        this.#due = event.checks.length;
        this.#print(`${this.#style.bold(url)} ${this.#style.dim(facts.join(", "))}`);
        break;
      }
      case "check started":
        this.#running.set(event.check, { area: event.area, cases: 0, requests: 0 });
        break;
      case "check progress":
        this.#running.set(event.check, event);
        break;
      case "check finished":
        this.#finish(event.result);
        break;
      case "run finished":
        this.#clear();
        for (const line of summaryLines(reportOf(this.#events), this.#style)) this.#print(line);
        return;
    }
    this.#drawLive();
  }

  #finish(result: CheckResult): void {
    this.#running.delete(result.id);
    this.#done++;
    this.#cases += result.cases;
    this.#requests += result.requests;
    const word = this.#style.verdict(result.verdict, result.verdict.padEnd(8));
    const cases = `${result.cases} ${result.cases === 1 ? "case" : "cases"}`;
    const facts = `${cases}, ${result.requests} requests, ${seconds(result.duration)}`;
    this.#print(`${word} ${result.id}  ${this.#style.dim(facts)}`);
  }

  #print(line: string): void {
    this.#clear();
    this.#options.write(`${line}\n`);
  }

  #clear(): void {
    if (this.#options.live) this.#options.write(CLEAR);
  }

  #drawLive(): void {
    if (!this.#options.live) return;
    const running = [...this.#running.values()];
    const areas = [...new Set(running.map(({ area }) => area))].join(" ");
    const sum = (field: "cases" | "requests") =>
      running.reduce((total, progress) => total + progress[field], 0);
    const line = [
      areas,
      `${this.#done}/${this.#due} checks`,
      `${this.#cases + sum("cases")} cases`,
      `${this.#requests + sum("requests")} requests`,
      seconds(Date.now() - this.#started),
    ].join(" · ");
    this.#options.write(CLEAR + line.slice(0, (this.#options.columns ?? 100) - 1));
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
