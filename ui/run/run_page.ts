/**
 * The live page of a run: fed by the run's events, up until it is closed.
 *
 * @module
 */
import { safeLine, safeText, truncate } from "../../reports/text.ts";
import type { FeatureResult, RunEvent } from "../../reports/events.ts";
import { ProgressMeter } from "../../reports/progress.ts";
import type { Report } from "../../reports/report.ts";
import { VERDICT_DESCRIPTIONS } from "../../reports/render/html/overview.ts";
import { LiveFeed } from "../feed.ts";
import { pageRoutes } from "../page.ts";
import { type LiveServer, startLiveServer } from "../server.ts";
import { RUN_BODY, RUN_STYLE } from "./assets.ts";
import AREAS from "../client/run/areas.js" with { type: "text" };
import FAILURES from "../client/run/failures.js" with { type: "text" };
import SKIPPED from "../client/run/skipped.js" with { type: "text" };
import OVERVIEW from "../client/run/overview.js" with { type: "text" };
import PROGRAM from "../client/run_program.js" with { type: "text" };
import { shownResult } from "./shown.ts";

/** Where a run's page is, and by what its time is told. */
export interface RunPageOptions {
  /** The port on 127.0.0.1; 0 is a free one. @default {0} */
  readonly port?: number;
  /** Milliseconds, by which progress is told; the machine's by default. */
  now?(): number;
}

/** How a run ended, as its page tells it. */
export interface RunOutcome {
  /** The report. */
  readonly report: Report;
  /** What the gate decided beside the verdict, a sentence each. */
  readonly sentences: readonly string[];
  /** `report.html`, to which the page leads. */
  readonly html: string;
}

/** Progress is told at most so often, in milliseconds: a reader takes in no more. */
const OFTEN = 200;

/** The live page of a run. */
export class RunPage {
  readonly #feed = new LiveFeed();
  readonly #meter = new ProgressMeter();
  readonly #server: LiveServer;
  readonly #now: () => number;
  /** Runs while progress was told lately; what comes meanwhile is told at its end. */
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isBehind = false;
  #html: string | undefined;

  /** Starts to serve the page; there is nothing on it yet. */
  constructor({ port = 0, now = Date.now }: RunPageOptions = {}) {
    this.#now = now;
    this.#server = startLiveServer({
      port,
      routes: {
        ...pageRoutes({
          title: "Plumbline: a run",
          body: RUN_BODY,
          style: RUN_STYLE,
          program: PROGRAM,
          modules: {
            "run/areas.js": AREAS,
            "run/failures.js": FAILURES,
            "run/skipped.js": SKIPPED,
            "run/overview.js": OVERVIEW,
          },
        }),
        "GET /events": (request) => this.#feed.response(request),
        "GET /report.html": () => reportPage(this.#html),
      },
    });
  }

  /** Where the page is, with the token that lets somebody in. */
  get address(): string {
    return this.#server.address;
  }

  /** Takes the next event of the run. */
  take(event: RunEvent): void {
    this.#meter.take(event, this.#now());
    this.#tell(event);
    // A failure and a verdict that does not know of it would be seen together.
    const isNews = event.type === "check finished" && event.result.verdict !== "pass";
    if (isNews || this.#pause === undefined) this.#tellProgress();
    else this.#isBehind = true;
  }

  #tellProgress(): void {
    this.#feed.set("progress", this.#meter.progress(this.#now()));
    this.#isBehind = false;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#isBehind) this.#tellProgress();
    }, OFTEN);
  }

  #tell(event: RunEvent): void {
    switch (event.type) {
      case "run started": {
        const { target, seed, run, suiteVersion, at } = event;
        const facts = { dialect: target.dialect, seed, run, suiteVersion, at };
        const version = target.version && safeLine(target.version, 200);
        this.#feed.add("start", { ...facts, url: safeLine(target.url, 300), version });
        break;
      }
      case "features surveyed":
        for (const feature of event.features) {
          if (feature.verdict !== "pass") this.#feed.add("feature", shownFeature(feature));
        }
        break;
      case "check finished":
        if (event.result.verdict !== "pass") this.#feed.add("result", shownResult(event.result));
        break;
      case "stale deviation":
        this.#feed.add(
          "note",
          safeLine(`Must go from the known deviations: ${event.check}: ${event.why}`),
        );
        break;
      case "left behind":
        if (event.resources.length === 0) break;
        this.#feed.add(
          "note",
          safeText(truncate(`Left behind: ${event.resources.join(", ")}`, 2_000)),
        );
        break;
    }
  }

  /** Tells how the run ended, and leads to its report from now on. */
  finish({ report, sentences, html }: RunOutcome): void {
    const { verdict, aborted } = report;
    this.#html = html;
    this.#feed.set("progress", this.#meter.progress(this.#now()));
    this.#feed.set("outcome", {
      verdict,
      sentences: [
        VERDICT_DESCRIPTIONS[verdict],
        ...(aborted === undefined ? [] : [safeLine(aborted)]),
        ...sentences.map((sentence) => safeLine(sentence)),
      ],
    });
  }

  /** Ends the page; what a browser shows of it stays. */
  async close(): Promise<void> {
    clearTimeout(this.#pause);
    this.#feed.end();
    await this.#server.close();
  }

  /** Ends the page. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function shownFeature({ feature, about, verdict, seen }: FeatureResult): unknown {
  return { feature, verdict, about: safeLine(about), seen: safeLine(seen) };
}

/** The report brings the sums of its own script and style. */
function reportPage(html: string | undefined): Response {
  if (html === undefined) {
    return new Response("The run goes on: there is no report yet\n", { status: 404 });
  }
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "connect-src 'none'; frame-ancestors 'none'; object-src 'none'",
    },
  });
}
