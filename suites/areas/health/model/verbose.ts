/**
 * The verbose form of a health answer: what it lists, and what is wrong with it.
 *
 * @module
 */
import { type Finding, finding } from "../../../model/finding.ts";

/** What one line says of one check. */
export interface CheckLine {
  readonly name: string;
  readonly state: "passed" | "failed" | "excluded";
}

/** A verbose answer, read. */
export interface VerboseHealth {
  readonly checks: readonly CheckLine[];
  /** The line that sums up, empty where there is none. */
  readonly last: string;
  /** Lines in between that are of no known form. */
  readonly others: readonly string[];
}

/** What was asked for. */
export interface VerboseAsk {
  /** The names to exclude. */
  readonly excluded: readonly string[];
  /** The names of all checks, where an earlier answer told them. */
  readonly known?: readonly string[];
}

/** The last line of a success, as the interface has it. */
export const PASSED = "healthz check passed";

/** Reads a verbose answer. */
export function readVerbose(text: string): VerboseHealth {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const checks: CheckLine[] = [];
  const others: string[] = [];
  const last = /^\[[+-]\]/.test(lines.at(-1) ?? "") ? "" : lines.pop() ?? "";
  for (const line of lines) {
    const check = readLine(line);
    if (check === undefined) others.push(line);
    else checks.push(check);
  }
  return { checks, last, others };
}

function readLine(line: string): CheckLine | undefined {
  const failed = /^\[-\](\S+)/.exec(line);
  if (failed) return { name: failed[1]!, state: "failed" };
  const passed = /^\[\+\](\S+) (excluded: )?ok$/.exec(line);
  if (passed === null) return undefined;
  return { name: passed[1]!, state: passed[2] ? "excluded" : "passed" };
}

/** Holds a verbose readiness, answered with this status, to what the interface says of it. */
export function judgeVerbose(status: number, text: string, ask: VerboseAsk): Finding[] {
  const found: Finding[] = [];
  const { checks, last, others } = readVerbose(text);
  const names = checks.map(({ name }) => name);
  for (const line of others) {
    const requirement = line.startsWith("[+]")
      ? "health.verbose-passing-line"
      : "health.verbose-line-per-check";
    found.push(finding(requirement, "[+]<check> ok, or [-] and a check", line));
  }
  if (checks.length === 0) {
    found.push(finding("health.verbose-line-per-check", "a line for each check", text));
  }
  for (const twice of names.filter((name, index) => names.indexOf(name) !== index)) {
    found.push(finding("health.verbose-each-check-once", `one line for ${twice}`, "two"));
  }
  for (const { name, state } of checks) {
    const due = ask.excluded.includes(name);
    if (due && state !== "excluded") {
      const expected = `[+]${name} excluded: ok`;
      found.push(finding("health.exclude-marks-the-check", expected, `${name} ${state}`));
    }
    if (!due && state === "excluded") {
      found.push(finding("health.exclude-leaves-others", `${name} not excluded`, "excluded"));
    }
    if (status === 200 && state === "failed") {
      found.push(finding("health.verbose-agrees-with-status", "no failing check", name));
    }
  }
  const missing = ask.known?.filter((name) => !names.includes(name)) ?? [];
  if (missing.length > 0) {
    const expected = `lines for ${missing.join(" and ")}`;
    found.push(finding("health.exclude-leaves-others", expected, names.join(" ")));
  }
  if (status === 200 && last !== PASSED) {
    found.push(finding("health.verbose-last-line", `the last line ${PASSED}`, last));
  }
  return found;
}
