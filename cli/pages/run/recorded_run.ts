/**
 * Reconstructs the events of a report, for tests of the live page.
 *
 * @module
 */
import type { Report } from "@plumbline/reports/report";
import type { RunEvent } from "@plumbline/reports/events";

/** Returns the events, one check after the other. */
export function eventsOf(report: Report): RunEvent[] {
  const { run, suiteVersion, target, seed, started, finished, requirements, checks } = report;
  return [
    {
      type: "run started",
      schema: 2,
      run,
      suiteVersion,
      target,
      seed,
      at: started,
      requirements: requirements.map(({ verdict: _, checks: __, ...summary }) => summary),
      checks: checks.map(({ id }) => id),
    },
    { type: "features surveyed", features: report.features ?? [] },
    ...checks.flatMap((result): RunEvent[] => [
      { type: "check started", check: result.id, area: result.area },
      {
        type: "check progress",
        check: result.id,
        area: result.area,
        cases: 1,
        requests: Math.ceil(result.requests / 2),
      },
      { type: "check finished", result },
    ]),
    ...report.staleDeviations.map((stale) => ({ type: "stale deviation", ...stale }) as RunEvent),
    { type: "left behind", resources: report.leftBehind },
    {
      type: "run finished",
      at: finished,
      requests: report.requests,
      ...(report.aborted !== undefined && { aborted: report.aborted }),
    },
  ];
}
