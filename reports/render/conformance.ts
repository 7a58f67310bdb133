/**
 * Renders `conformance.yaml`: the conformance statement that a vendor publishes, in a versioned format.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import type { CheckResult } from "../events.ts";
import { areasOf, checksWith, type Report } from "../report.ts";
import { safeLine } from "../text.ts";

/** The implementation under test, as its vendor describes it. */
export interface Implementation {
  /** The organization behind it. */
  readonly organization?: string;
  /** The name of the project. */
  readonly project?: string;
  /** The web site of the project. */
  readonly url?: string;
  /** The version. Defaults to the one from `/version` of the target. */
  readonly version?: string;
  /** Contacts: addresses or handles. */
  readonly contact?: readonly string[];
}

/** The version of the file format. */
const API_VERSION = "plumbline/v1";

/** Returns the report as a ConformanceReport with a profile per area: `must` is core, the rest extended. */
export function renderConformance(report: Report, implementation: Implementation = {}): string {
  const { target, totals, features = [] } = report;
  const named = (verdicts: readonly string[]) =>
    features.filter(({ verdict }) => verdicts.includes(verdict)).map(({ feature }) => feature);
  return stringify(
    plain({
      apiVersion: API_VERSION,
      kind: "ConformanceReport",
      implementation: {
        organization: implementation.organization ?? "",
        project: implementation.project ?? "",
        url: implementation.url ?? "",
        version: implementation.version ?? target.version ?? "",
        contact: implementation.contact ?? [],
      },
      date: report.finished,
      run: report.run,
      suiteVersion: report.suiteVersion,
      dialect: report.dialect,
      seed: report.seed,
      verdict: report.verdict,
      totals,
      profiles: areasOf(report.checks).map(({ area, checks }) => ({
        name: area,
        ...part("core", checks.filter(({ level }) => level === "must")),
        ...part("extended", checks.filter(({ level }) => level !== "must")),
      })),
      supportedFeatures: named(["pass", "warn"]),
      unsupportedFeatures: named(["unsupported", "fail"]),
    }),
    { lineWidth: -1 },
  );
}

function part(name: string, checks: readonly CheckResult[]): Record<string, unknown> {
  return checks.length === 0 ? {} : { [name]: statistics(checks) };
}

function statistics(checks: readonly CheckResult[]): Record<string, unknown> {
  const ids = (...verdicts: Parameters<typeof checksWith>[1][]) =>
    checksWith(checks, ...verdicts).map(({ id }) => id);
  const failed = ids("fail", "warn", "error");
  const known = ids("known deviation");
  const skipped = ids("skipped");
  const unsupported = ids("unsupported");
  const passed = ids("pass").length;
  return {
    result: failed.length > 0
      ? "failure"
      : passed + known.length === 0
      ? "inconclusive"
      : known.length + skipped.length > 0
      ? "partial"
      : "success",
    statistics: {
      passed,
      failed: failed.length,
      knownDeviations: known.length,
      skipped: skipped.length,
      unsupported: unsupported.length,
    },
    ...(failed.length > 0 && { failedChecks: failed }),
    ...(known.length > 0 && { knownDeviations: known }),
    ...(skipped.length > 0 && { skippedChecks: skipped }),
    ...(unsupported.length > 0 && { unsupportedChecks: unsupported }),
  };
}

/** Returns the value with every string escaped and truncated. */
function plain(value: unknown): unknown {
  if (typeof value === "string") return safeLine(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [safeLine(key), plain(one)]));
}
