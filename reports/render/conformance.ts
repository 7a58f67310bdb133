/**
 * `conformance.yaml`: the claim a vendor publishes, in a versioned shape of its own.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import type { CheckResult } from "../events.ts";
import { areasOf, checksWith, type Report } from "../report.ts";
import { safeLine } from "../text.ts";

/** Who made the target, as the target's maker says. */
export interface Implementation {
  /** Who stands behind it. */
  readonly organization?: string;
  /** What it is called. */
  readonly project?: string;
  /** Where it is presented. */
  readonly url?: string;
  /** Its version; what the target's /version says by default. */
  readonly version?: string;
  /** Whom to ask: addresses or handles. */
  readonly contact?: readonly string[];
}

/** The version of the file's shape. */
const API_VERSION = "plumbline/v1";

/** The report as a ConformanceReport: a profile an area, with what is binding and what is more. */
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
  const left = ids("skipped");
  const unsupported = ids("unsupported");
  const passed = ids("pass").length;
  return {
    result: failed.length > 0
      ? "failure"
      : passed + known.length === 0
      ? "inconclusive"
      : known.length + left.length > 0
      ? "partial"
      : "success",
    statistics: {
      passed,
      failed: failed.length,
      knownDeviations: known.length,
      skipped: left.length,
      unsupported: unsupported.length,
    },
    ...(failed.length > 0 && { failedChecks: failed }),
    ...(known.length > 0 && { knownDeviations: known }),
    ...(left.length > 0 && { skippedChecks: left }),
    ...(unsupported.length > 0 && { unsupportedChecks: unsupported }),
  };
}

/** The value with every text in it harmless and short. */
function plain(value: unknown): unknown {
  if (typeof value === "string") return safeLine(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [safeLine(key), plain(one)]));
}
