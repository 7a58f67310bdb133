/**
 * Reports for the tests of the renderers: that of a real failing run, and one with hostile
 * text wherever text can come from a target.
 *
 * @module
 */
import {
  type CheckResult,
  type Failure,
  FAILURE_VERDICTS,
  type Level,
  LEVELS,
  type RunEvent,
  type Verdict,
  VERDICTS,
} from "../events.ts";
import type { Matrix } from "../matrix.ts";
import { parseEvents } from "../events_file.ts";
import { type Report, reportOf } from "../report.ts";

/** The events of a run with a failed property, an empty one and an object left behind. */
export async function recordedEvents(): Promise<RunEvent[]> {
  return parseEvents(
    await Deno.readTextFile(new URL("../testdata/failing.ndjson", import.meta.url)),
  );
}

/** The report of that run. */
export async function recordedReport(): Promise<Report> {
  return reportOf(await recordedEvents());
}

/** The matrix of a run over two mutants and a benign variant. */
export async function recordedMatrix(): Promise<Matrix> {
  return JSON.parse(await Deno.readTextFile(new URL("../testdata/matrix.json", import.meta.url)));
}

/** Text of a target that could break a page, a parser or a terminal, or deceive a reader. */
export const HOSTILE: string = [
  "<script>alert(1)</script><img src=x onerror=alert(1)>",
  "\"' onmouseover='alert(1)",
  "]]> <!-- --> <![CDATA[ <?xml?> </failure></script></style></details>",
  "\x1b[31mred\x1b]0;title\x07\x1b[2J\x00\x08\x9b31m\r\n",
  "\u202eesrever\u202c \u2066isolated\u2069 zero\u200bwidth\ufeff \u2028line",
  "half \ud800 pair \udfff \ufffe\uffff 😀",
  "```\n# heading\n`code` **bold** [link](javascript:alert(1)) ![image](x) |cell| ~~~",
  "- item: {yaml: [*anchor, &a !!tag]}\n---\n...",
  "${shell} $(shell) `shell` '\\''",
].join("\n");

/** A line of more than a megabyte. */
export const LONG_LINE: string = "x".repeat(1_200_000);

/** Returns a run with a check of every verdict, and this text wherever text can come from a target. */
export function reportSaying(text: string): Report {
  const at = "2026-01-01T00:00:00Z";
  const check = (verdict: Verdict, index: number, { level }: { level: Level }): CheckResult => ({
    id: `watch/${index}${text}`,
    area: "watch",
    title: text,
    requirements: [`watch.${level}`],
    level,
    verdict,
    reason: text,
    cases: 1,
    discards: 0,
    seed: 1,
    requests: 1,
    duration: 1,
    failures: FAILURE_VERDICTS.filter((each) => each === verdict).map((verdict): Failure => ({
      requirement: `watch.${level}`,
      statement: text,
      verdict,
      shrinks: 0,
      notJudged: [text],
      expected: text,
      actual: text,
      counterexample: { [text]: [text] },
      exchange: [{
        method: "POST",
        path: text,
        identity: text,
        requestHeaders: { [text]: text },
        requestBody: text,
        status: 200,
        responseHeaders: { [text]: text },
        responseBody: text,
        sentAt: 0,
        duration: 1,
      }],
      curl: [text],
      replay: text,
      confirmed: { attempts: 3, reproduced: 3 },
      timeline: {
        lanes: [text],
        entries: [{
          number: 1,
          lane: 0,
          title: text,
          from: 0,
          to: 1,
          status: 200,
          version: text,
          note: text,
          contradicts: true as const,
          events: [{ at: 1, type: text, name: text, version: text }],
        }],
        disturbances: [{ title: text, from: 0, to: 1 }],
      },
    })),
  });
  const results = VERDICTS.map((verdict, index) =>
    check(verdict, index, { level: verdict === "warn" ? "should" : "must" })
  );
  return reportOf([
    {
      type: "run started",
      schema: 2,
      run: "one",
      suiteVersion: "0.1.0",
      target: { url: text, dialect: "svc", version: text },
      seed: 1,
      at,
      requirements: LEVELS.map((level) => ({
        id: `watch.${level}`,
        chapter: text,
        statement: text,
        level,
      })),
      checks: results.map(({ id }) => id),
    },
    ...results.map((result) => ({ type: "check finished" as const, result })),
    { type: "left behind", resources: [text] },
    { type: "stale deviation", check: text, why: "the check did not fail" },
    { type: "run finished", at, requests: 1, aborted: text },
  ]);
}

/**
 * Returns a matrix with a killed mutant, a surviving one and a false alarm, and this text wherever
 * text can come from a target.
 */
export function matrixSaying(text: string): Matrix {
  const at = "2026-01-01T00:00:00Z";
  const change = (id: string) => ({ id, area: "watch", description: "It is.", reason: "So." });
  const kill = {
    check: "watch/whole",
    requirement: "watch.must",
    cases: 1,
    shrinks: 1,
    requests: 1,
    failure: {
      expected: text,
      actual: text,
      counterexample: { [text]: [text] },
      curl: [text],
      replay: text,
    },
  };
  const trial = { seed: 1, checks: [kill.check, "watch/idle"], kills: [kill], duration: 1 };
  return {
    schema: 1,
    suiteVersion: "0.1.0",
    runs: 100,
    started: at,
    finished: at,
    mutants: ["watch/found", "watch/missed"].map((id) => ({
      ...change(id),
      breaks: ["watch.must"],
    })),
    benignVariants: [{ ...change("watch/harmless"), allowedBy: "All." }],
    clean: [],
    trials: [
      { ...trial, subject: "watch/found" },
      { ...trial, subject: "watch/missed", kills: [], broken: text },
    ],
    benignTrials: [{ ...trial, subject: "watch/harmless", broken: text }],
  };
}
