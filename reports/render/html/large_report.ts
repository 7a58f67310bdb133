/**
 * Large reports for tests of the page: that of a real run, with failures added.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import timeline from "../../testdata/timeline.json" with { type: "json" };
import type { CheckResult, Failure } from "../../events.ts";
import type { Report } from "../../report.ts";
import type { Timeline } from "../../timeline.ts";
import { reportOfSchema1 } from "../../schema_1.ts";

const PUBLISHED = new URL(
  "../../../lab/published/kube-apiserver-1.26.15.json.gz",
  import.meta.url,
);

/** Returns the report of a real server without failures. */
export function passingReport(): Report {
  return reportOfSchema1(JSON.parse(gunzipSync(readFileSync(PUBLISHED)).toString()));
}

/** Returns the same report with failures, of which the first has a response of two megabytes. */
export function failingReport(failures = 40): Report {
  const report = passingReport();
  const example = report.checks.flatMap((check) => check.failures)[0]!;
  const failed = (check: CheckResult, index: number): CheckResult => ({
    ...check,
    verdict: index % 10 === 9 ? "warn" : "fail",
    failures: [{
      ...(index === 0 ? enlarged(example) : example),
      ...(index === 1 && { timeline: recordedTimeline(), exchange: numbered(example) }),
      requirement: check.requirements[0]!,
      // In words of its own, as failures in the same words have one cause.
      expected: `the state that ${check.id} expects`,
      actual: `not the state that ${check.id} expects`,
      verdict: index % 10 === 9 ? "warn" : "fail",
    }],
  });
  const checks = report.checks.map((check, index) =>
    index % 5 === 0 && index / 5 < failures ? failed(check, index / 5) : check
  );
  const totals = { ...report.totals, fail: 36, warn: 4, pass: report.totals.pass - failures };
  const verdicts = new Map(
    checks.flatMap(({ failures }) => failures)
      .filter(({ verdict }) => verdict !== "known deviation")
      .map(({ requirement, verdict }) => [requirement, verdict]),
  );
  const requirements = report.requirements.map((one) => {
    const verdict = verdicts.get(one.id);
    return verdict === undefined ? one : { ...one, verdict };
  });
  return { ...report, verdict: "not conformant", checks, requirements, totals };
}

/** Returns a part of a report that has every section of the page. */
export function excerptOf(report: Report): Report {
  return {
    ...report,
    checks: report.checks.filter(({ verdict }, index) => index < 12 || verdict !== "pass")
      .slice(0, 24).map(shortened),
    requirements: report.requirements.filter((_, index) => index % 20 === 0),
  };
}

function shortened(check: CheckResult): CheckResult {
  const failures = check.failures.map((failure) => ({
    ...failure,
    exchange: failure.exchange.slice(0, 3),
  }));
  return { ...check, failures };
}

/** Returns the timeline of a case in which a replica lost a write. */
export function recordedTimeline(): Timeline {
  return timeline as Timeline;
}

/** Returns an exchange for each entry of that timeline. */
function numbered({ exchange: [first] }: Failure): Failure["exchange"] {
  return timeline.entries.map(({ number }) => ({ ...first!, number }));
}

function enlarged(failure: Failure): Failure {
  const [first] = failure.exchange;
  const responseBody = JSON.stringify({ items: "x".repeat(2_000_000) });
  const exchange = Array.from({ length: 120 }, () => ({ ...first!, responseBody }));
  return { ...failure, exchange: [...exchange, ...failure.exchange], omittedExchanges: 300 };
}
