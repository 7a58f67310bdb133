/**
 * The live page of a run (`check --ui`).
 *
 * @module
 */
import { safeLine, safeText, truncate } from "@plumbline/reports/text";
import type { FeatureResult, RunEvent } from "@plumbline/reports/events";
import { ProgressMeter } from "@plumbline/reports/progress";
import { byFailure, type Report } from "@plumbline/reports/report";
import { VERDICT_DESCRIPTIONS } from "@plumbline/reports/html/overview";
import { LiveFeed } from "../feed.ts";
import { pageRoutes } from "../page.ts";
import { type LiveServer, startLiveServer } from "../server.ts";
import { RUN_BODY, RUN_STYLE } from "./assets.ts";
import AREAS from "../client/run/areas.js" with { type: "text" };
import FAILURES from "../client/run/failures.js" with { type: "text" };
import SKIPPED from "../client/run/skipped.js" with { type: "text" };
import OVERVIEW from "../client/run/overview.js" with { type: "text" };
import PROGRAM from "../client/run_program.js" with { type: "text" };
import { resultView } from "./result_view.ts";

/** Options of {@linkcode RunPage}. */
export interface RunPageOptions {
  /** The port on 127.0.0.1; 0 chooses a free one. @default {0} */
  readonly port?: number;
  /** Returns the time in milliseconds. @default {Date.now} */
  now?(): number;
}

/** The end of a run. */
export interface RunOutcome {
  /** The report. */
  readonly report: Report;
  /** The decision of the gate, as lines of text. */
  readonly sentences: readonly string[];
  /** The content of `report.html`. */
  readonly html: string;
}

/** Minimum time between two updates of the progress, in milliseconds. */
const UPDATE_INTERVAL = 200;

/** A live page that shows the events of a run. */
export class RunPage {
  readonly #feed: LiveFeed;
  readonly #meter = new ProgressMeter();
  readonly #server: LiveServer;
  readonly #now: () => number;
  /** Runs after an update of the progress; the next update waits for it. */
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isBehind = false;
  readonly #report: { html?: string };

  /** Starts to serve the page, which is empty until the first event. */
  static async start({ port = 0, now = Date.now }: RunPageOptions = {}): Promise<RunPage> {
    const feed = new LiveFeed();
    const report: { html?: string } = {};
    const server = await startLiveServer({
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
        "GET /events": (request) => feed.response(request),
        "GET /report.html": () => reportPage(report.html),
      },
    });
    return new RunPage({ feed, server, report, now });
  }

  private constructor(
    { feed, server, report, now }: {
      feed: LiveFeed;
      server: LiveServer;
      report: { html?: string };
      now: () => number;
    },
  ) {
    this.#feed = feed;
    this.#server = server;
    this.#report = report;
    this.#now = now;
  }

  /** The address of the page with the token. */
  get address(): string {
    return this.#server.address;
  }

  /** Handles the next event of the run. */
  take(event: RunEvent): void {
    this.#meter.take(event, this.#now());
    this.#send(event);
    // The verdict must agree with the failures on the page.
    const isNews = event.type === "check finished" && event.result.verdict !== "pass";
    if (isNews || this.#pause === undefined) this.#updateProgress();
    else this.#isBehind = true;
  }

  #updateProgress(): void {
    this.#feed.set("progress", this.#meter.progress(this.#now()));
    this.#isBehind = false;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#isBehind) this.#updateProgress();
    }, UPDATE_INTERVAL);
  }

  #send(event: RunEvent): void {
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
          if (feature.verdict !== "pass") this.#feed.add("feature", featureView(feature));
        }
        break;
      case "check finished":
        if (event.result.verdict === "pass") break;
        for (const result of byFailure(event.result)) this.#feed.add("result", resultView(result));
        break;
      case "stale deviation":
        this.#feed.add(
          "note",
          safeLine(`Stale known deviation ${event.check}: ${event.why}. Remove it from its file.`),
        );
        break;
      case "left behind":
        if (event.resources.length === 0) break;
        this.#feed.add(
          "note",
          safeText(truncate(`Left behind on the target: ${event.resources.join(", ")}`, 2_000)),
        );
        break;
    }
  }

  /** Shows the end of the run and links to the report. */
  finish({ report, sentences, html }: RunOutcome): void {
    const { verdict, aborted } = report;
    this.#report.html = html;
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

  /** Closes the page. Open browser windows keep their content. */
  async close(): Promise<void> {
    clearTimeout(this.#pause);
    this.#feed.end();
    await this.#server.close();
  }

  /** Closes the page. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function featureView({ feature, about, verdict, seen }: FeatureResult): unknown {
  return { feature, verdict, about: safeLine(about), seen: safeLine(seen) };
}

/** Serves the report, which contains a content security policy of its own. */
function reportPage(html: string | undefined): Response {
  if (html === undefined) {
    return new Response("Not found: the run has not finished\n", { status: 404 });
  }
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "connect-src 'none'; frame-ancestors 'none'; object-src 'none'",
    },
  });
}
