/**
 * What implementations of the API were measured to do, requirement by requirement, from the stored
 * reports of `lab/published`. What no run judged is unknown.
 *
 * @module
 */

import type { Report } from "@plumbline/reports/report";
import { type OldReport, reportOfSchema1 } from "@plumbline/reports/schema_1";

/** What an implementation does about a requirement. */
export interface Conduct {
  /**
   * `yes`: all checks passed. `deviates`: a check failed. `unsupported`: it does not have the feature.
   * `not run`: no check of the stored run judged it.
   */
  readonly verdict: "yes" | "deviates" | "unsupported" | "not run";
  /** The reason of a known deviation, or what was observed. */
  readonly note?: string;
}

/** An implementation with its conduct. */
export interface Implementation {
  /** A word for addresses. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The day of the run; absent if no run is stored. */
  readonly measured?: string;
  /** How it was measured, or why there is no run, in one sentence. */
  readonly how: string;
  /** The anchor of its section in the track record, if it has one. */
  readonly section?: string;
  readonly conduct: ReadonlyMap<string, Conduct>;
}

const PUBLISHED = new URL("../../published/", import.meta.url);

/** The stored reports. */
const REPORTS = [
  ["kube-apiserver-1.20", "kube-apiserver", "1.20.2", "kube-apiserver-1.20.2.json.gz"],
  ["kube-apiserver-1.26", "kube-apiserver", "1.26.15", "kube-apiserver-1.26.15-2026-11-27.json.gz"],
  ["kube-apiserver-1.36", "kube-apiserver", "1.36.3", "kube-apiserver-1.36.3.json.gz"],
] as const;

/** Implementations that were checked, and whose reports are not stored. */
const WITHOUT_REPORT = [
  ["kine", "kube-apiserver over kine", "1.26.15, kine 0.17.5", "kube-apiserver-over-kine"],
  ["sample-apiserver", "sample-apiserver", "0.36.3", "sample-apiserver"],
  ["fabric8", "fabric8 mock server", "7.4.0", "the-mock-server-of-fabric8"],
  ["kmock", "kmock", "0.8", "kmock"],
  ["k8shark", "k8shark", "commit c73885c", "k8shark"],
] as const;

/** Reads what is stored of all implementations. */
export async function readImplementations(): Promise<readonly Implementation[]> {
  const measured = await Promise.all(REPORTS.map(async ([id, name, version, file]) => {
    const report = await readReport(file);
    const measured = report.finished.slice(0, 10);
    return {
      ...{ id, name, version, measured },
      how: "all areas, over etcd on loopback",
      section: "kube-apiserver",
      conduct: conductOf(report),
    };
  }));
  const others = WITHOUT_REPORT.map(([id, name, version, section]) => ({
    ...{ id, name, version, section },
    how: "checked; no report is stored: the track record has the deviations",
    conduct: new Map<string, Conduct>(),
  }));
  return [...measured, ...others];
}

async function readReport(file: string): Promise<Report> {
  const zipped = new Blob([await Deno.readFile(new URL(file, PUBLISHED))]).stream();
  const text = zipped.pipeThrough(new DecompressionStream("gzip"));
  const report: Report | OldReport = await new Response(text).json();
  return report.schema === 1 ? reportOfSchema1(report) : report;
}

/** Returns the conduct that a report shows, by requirement. */
export function conductOf(
  report: Pick<Report, "checks" | "requirements">,
): ReadonlyMap<string, Conduct> {
  const notes = new Map<string, string>();
  for (const { requirement, reason, actual } of report.checks.flatMap(({ failures }) => failures)) {
    notes.set(requirement, reason ?? `Observed: ${actual}`);
  }
  return new Map(report.requirements.map(({ id, verdict }) => {
    const note = notes.get(id);
    return [id, { verdict: wordOf(verdict), ...(note !== undefined && { note }) }];
  }));
}

function wordOf(verdict: string | undefined): Conduct["verdict"] {
  switch (verdict) {
    case "pass":
      return "yes";
    case "fail":
    case "warn":
    case "known deviation":
      return "deviates";
    case "unsupported":
      return "unsupported";
    default:
      return "not run";
  }
}
