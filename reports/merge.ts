/**
 * Merges the reports of shards.
 *
 * @module
 */
import { causesOf } from "./causes.ts";
import { type Verdict, VERDICTS } from "./events.ts";
import { type Report, type RequirementResult, runVerdictOf, worstOf } from "./report.ts";
import { unjudgedOf } from "./unjudged.ts";

/**
 * Merges the reports of shards into that of the whole run. The shards may have started a server each:
 * its host and version must be the same, not its port.
 *
 * @param reports the reports of all shards of one run
 * @returns one report with the checks of all shards
 * @throws {TypeError} if the reports have different targets, suites, seeds or numbers of cases, or if
 * a check is in two of them
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { mergeReports, reportOf } from "@plumbline/plumbline/reports";
 *
 * const at = "2026-01-01T00:00:00Z";
 * const shard = reportOf([
 *   {
 *     type: "run started", schema: 2, run: "one", suiteVersion: "0.1.0", seed: 7, at,
 *     target: { url: "http://localhost:8001", dialect: "svc" }, requirements: [], checks: [],
 *   },
 *   { type: "run finished", at, requests: 5 },
 * ]);
 * assertEquals(mergeReports([shard, shard]).requests, 10);
 * ```
 */
export function mergeReports(reports: readonly Report[]): Report {
  const [start, ...rest] = reports;
  if (start === undefined) throw new TypeError("Cannot merge as no report was given");
  // Each shard counted the objects while others ran: the counts cannot be combined.
  const { census: _, unjudged: __, causes: ___, ...first } = start;
  for (const other of rest) {
    for (const field of ["suiteVersion", "dialect", "seed", "runs"] as const) {
      if (other[field] !== first[field]) {
        throw new TypeError(
          `Cannot merge reports of different ${field}: ${first[field]} and ${other[field]}`,
        );
      }
    }
    const [one, two] = [serverOf(first), serverOf(other)];
    if (one !== two) {
      throw new TypeError(`Cannot merge reports of different targets: ${one} and ${two}`);
    }
  }
  const checks = reports.flatMap((report) => report.checks);
  const twice = checks.find(({ id }, index) => checks.findIndex((one) => one.id === id) < index);
  if (twice !== undefined) throw new TypeError(`Cannot merge as ${twice.id} is in two reports`);
  const features = [
    ...new Map(reports.flatMap((report) => report.features ?? []).map((one) => [one.feature, one]))
      .values(),
  ];
  const requirements = first.requirements.map((one) => mergedRequirement(one, reports));
  const causes = causesOf({ checks, features, requirements });
  const { acceptances = [] } = first;
  // A requirement that one part of the run could not judge may be judged by another part.
  const unjudged = unjudgedOf({ requirements, checks, features, acceptances });
  const aborted = reports.find((report) => report.aborted !== undefined);
  const verdict = aborted === undefined ? runVerdictOf({ checks, features, unjudged }) : "aborted";
  return {
    ...first,
    ...aborted && { aborted: aborted.aborted! },
    ...(reports.some(({ unreachable }) => unreachable) && { unreachable: true as const }),
    started: reports.map(({ started }) => started).sort()[0]!,
    finished: reports.map(({ finished }) => finished).sort().at(-1)!,
    verdict,
    totals: Object.fromEntries(
      VERDICTS.map((one) => [one, reports.reduce((sum, { totals }) => sum + totals[one], 0)]),
    ) as Record<Verdict, number>,
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    requirements,
    ...(unjudged.length > 0 && { unjudged }),
    ...(features.length > 0 && { features }),
    ...(causes.length > 0 && { causes }),
    checks,
    leftBehind: reports.flatMap(({ leftBehind }) => leftBehind),
    staleDeviations: [
      ...new Map(
        reports.flatMap(({ staleDeviations }) => staleDeviations)
          .map((one) => [JSON.stringify(one), one]),
      ).values(),
    ],
  };
}

/** Returns what shards must have in common of their server: each may have started its own. */
function serverOf({ target: { url, version } }: Pick<Report, "target">): string {
  // The URL is text of a file.
  const { protocol, hostname } = URL.parse(url) ?? { protocol: "", hostname: url };
  return [`${protocol}//${hostname}`, ...(version === undefined ? [] : [version])].join(" ");
}

function mergedRequirement(
  { verdict: _, ...requirement }: RequirementResult,
  reports: readonly Report[],
): RequirementResult {
  const same = reports.flatMap(({ requirements }) =>
    requirements.filter(({ id }) => id === requirement.id)
  );
  const verdict = worstOf(same.flatMap((one) => one.verdict ?? []));
  return {
    ...requirement,
    ...(verdict !== undefined && { verdict }),
    checks: [...new Set(same.flatMap(({ checks }) => checks))],
  };
}
