/**
 * What implementations of the API were measured to do, requirement by requirement, from the stored
 * reports of `lab/published`. What no run judged is "not asked".
 *
 * @module
 */

import type { Failure } from "@plumbline/reports/events";
import type { Report } from "@plumbline/reports/report";
import { type OldReport, reportOfSchema1 } from "@plumbline/reports/schema_1";
import { shortened, type Steps, stepsOf } from "./steps.ts";

/** What an implementation does about a requirement. */
export interface Conduct {
  /**
   * `holds`: all checks that judged it passed. `violated`: a check failed. `unsupported`: it does not
   * have the feature. `not asked`: no check of the stored run judged it.
   */
  readonly verdict: "holds" | "violated" | "unsupported" | "not asked";
  /** The reason of a known deviation, or why it was not judged. */
  readonly note?: string;
  /** How a check saw the violation. */
  readonly violation?: Violation;
}

/** How a check saw a violation. */
export interface Violation extends Steps {
  readonly check: string;
  readonly expected: string;
  readonly actual: string;
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

/** A stored report, and what it is of. */
interface Stored {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly how: string;
  readonly section?: string;
}

const OVER_ETCD = {
  name: "kube-apiserver",
  how: "over etcd on loopback",
  section: "kube-apiserver",
};

/** The stored reports. */
const REPORTS: readonly Stored[] = [
  {
    ...OVER_ETCD,
    ...{ id: "kube-apiserver-1.20", version: "1.20.2" },
    file: "kube-apiserver-1.20.2-2026-11-27",
  },
  {
    ...OVER_ETCD,
    ...{ id: "kube-apiserver-1.26", version: "1.26.15" },
    file: "kube-apiserver-1.26.15-2026-11-27",
  },
  {
    ...OVER_ETCD,
    ...{ id: "kube-apiserver-1.36", version: "1.36.3" },
    file: "kube-apiserver-1.36.3-2026-11-27",
  },
  {
    ...{ id: "kine", name: "kube-apiserver over kine", version: "1.26.15, kine 0.17.5" },
    ...{ file: "kube-apiserver-1.26.15-kine-0.17.5", section: "kube-apiserver-over-kine" },
    how: "over kine with SQLite, on loopback",
  },
  {
    ...{ id: "sample-apiserver", name: "sample-apiserver", version: "0.36.3" },
    ...{ file: "sample-apiserver-0.36.3", section: "sample-apiserver" },
    how: "its types flunders and fischers, over etcd",
  },
  {
    ...{ id: "tilt-apiserver", name: "tilt-apiserver", version: "as of 2026-11" },
    ...{ file: "tilt-apiserver", how: "its types, in memory" },
  },
  {
    ...{ id: "mink", name: "mink", version: "commit 90a3b0f" },
    ...{ file: "mink", how: "its library with one type, flunders, over SQLite" },
  },
  {
    ...{ id: "fabric8", name: "fabric8 mock server", version: "7.4.0", file: "fabric8-7.4.0" },
    ...{ how: "its CRUD mode, in memory", section: "the-mock-server-of-fabric8" },
  },
  {
    ...{ id: "x-kubernetes", name: "apiserver from scratch", version: "phosae/x-kubernetes" },
    ...{ file: "x-kubernetes", how: "its type foos, in memory" },
  },
];

/** Implementations that were checked, and whose reports are not stored. */
const WITHOUT_REPORT: readonly Omit<Stored, "file">[] = [
  {
    ...{ id: "kmock", name: "kmock", version: "0.8", section: "kmock" },
    how: "each request takes longer than the one before: a run of 200 s came to 14 of 414 checks",
  },
  {
    ...{ id: "k8shark", name: "k8shark", version: "commit c73885c", section: "k8shark" },
    how: "checked on 2026-11-23, before reports were stored",
  },
];

/** Reads what is stored of all implementations. */
export async function readImplementations(): Promise<readonly Implementation[]> {
  const measured = await Promise.all(REPORTS.map(async ({ file, ...about }) => {
    const report = await readReport(`${file}.json.gz`);
    return { ...about, measured: report.finished.slice(0, 10), conduct: conductOf(report) };
  }));
  const others = WITHOUT_REPORT.map((about) => ({
    ...about,
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
  { checks, requirements }: Pick<Report, "checks" | "requirements">,
): ReadonlyMap<string, Conduct> {
  const violations = new Map<string, Pick<Conduct, "note" | "violation">>();
  const reasons = new Map<string, Set<string>>();
  for (const { id, failures, reason, requirements } of checks) {
    for (const failure of failures) {
      if (violations.has(failure.requirement)) continue;
      violations.set(failure.requirement, {
        ...(failure.reason !== undefined && { note: failure.reason }),
        violation: violationOf(failure, id),
      });
    }
    // Why a check judged nothing; the reason of a failure is another requirement's.
    if (reason === undefined || failures.length > 0) continue;
    for (const requirement of requirements) {
      reasons.set(requirement, (reasons.get(requirement) ?? new Set()).add(reason));
    }
  }
  const conductFor = (id: string, verdict: Conduct["verdict"]): Conduct => {
    if (verdict === "violated") return { verdict, ...violations.get(id) };
    const note = [...reasons.get(id) ?? []].join("; ");
    return { verdict, ...(verdict !== "holds" && note !== "" && { note }) };
  };
  return new Map(requirements.map(({ id, verdict }) => [id, conductFor(id, wordOf(verdict))]));
}

/** The identities whose requests need no name: those of the administrator of the run. */
const ADMINISTRATORS = ["user", "admin"];

function violationOf(failure: Failure, check: string): Violation {
  const { expected, actual, exchange } = failure;
  const admin = exchange.find(({ identity }) => ADMINISTRATORS.includes(identity))?.identity;
  return {
    ...{ check, expected: shortened(expected), actual: shortened(actual) },
    ...stepsOf(failure, admin ?? "admin"),
  };
}

function wordOf(verdict: string | undefined): Conduct["verdict"] {
  switch (verdict) {
    case "pass":
      return "holds";
    case "fail":
    case "warn":
    case "known deviation":
      return "violated";
    case "unsupported":
      return "unsupported";
    default:
      return "not asked";
  }
}
