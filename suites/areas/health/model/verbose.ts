/**
 * Parser and oracle for the verbose output of a health endpoint.
 *
 * @module
 */
import { type Discrepancy, discrepancy } from "../../../model/discrepancy.ts";

/** The line of one health check. */
export interface CheckLine {
  readonly name: string;
  readonly state: "passed" | "failed" | "excluded";
}

/** A parsed verbose output. */
export interface VerboseHealth {
  readonly checks: readonly CheckLine[];
  /** The last line, the summary; empty if there is none. */
  readonly last: string;
  /** Lines before it that do not parse. */
  readonly others: readonly string[];
}

/** Context of a request for verbose output. */
export interface VerboseContext {
  /** Names of the excluded checks. */
  readonly excluded: readonly string[];
  /** Names of all checks, if an earlier response listed them. */
  readonly known?: readonly string[];
}

/** The last line of a successful verbose output. */
export const PASSED = "healthz check passed";

/** Parses a verbose output. */
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
  // A name may have spaces: it is the text between the mark and what the line ends with.
  const failed = /^\[-\](\S.*?)(?= failed\b|: |$)/.exec(line);
  if (failed) return { name: failed[1]!, state: "failed" };
  const passed = /^\[\+\](\S.*?) (excluded: )?ok$/.exec(line);
  if (passed === null) return undefined;
  return { name: passed[1]!, state: passed[2] ? "excluded" : "passed" };
}

/** Returns the violations of a verbose `/readyz` response with this status. */
export function verifyVerbose(
  status: number,
  text: string,
  { excluded, known }: VerboseContext,
): Discrepancy[] {
  const failures: Discrepancy[] = [];
  const { checks, last, others } = readVerbose(text);
  const names = checks.map(({ name }) => name);
  for (const line of others) {
    const requirement = line.startsWith("[+]")
      ? "health.verbose-passing-line"
      : "health.verbose-line-per-check";
    failures.push(
      discrepancy(requirement, "[+]<check> ok, or a line that starts with [-]<check>", line),
    );
  }
  if (checks.length === 0) {
    failures.push(discrepancy("health.verbose-line-per-check", "a line for each check", text));
  }
  for (const duplicate of names.filter((name, index) => names.indexOf(name) !== index)) {
    failures.push(
      discrepancy("health.verbose-each-check-once", `one line for ${duplicate}`, "two lines"),
    );
  }
  for (const { name, state } of checks) {
    const isExcluded = excluded.includes(name);
    if (isExcluded && state !== "excluded") {
      const expected = `[+]${name} excluded: ok`;
      failures.push(discrepancy("health.exclude-marks-the-check", expected, `${name} ${state}`));
    }
    if (!isExcluded && state === "excluded") {
      failures.push(
        discrepancy("health.exclude-leaves-others", `${name} not excluded`, `${name} excluded`),
      );
    }
    if (status === 200 && state === "failed") {
      failures.push(discrepancy("health.verbose-agrees-with-status", "no failing check", name));
    }
  }
  const missing = known?.filter((name) => !names.includes(name)) ?? [];
  if (missing.length > 0) {
    const expected = `lines for ${missing.join(" and ")}`;
    failures.push(discrepancy("health.exclude-leaves-others", expected, names.join(" ")));
  }
  if (status === 200 && last !== PASSED) {
    failures.push(discrepancy("health.verbose-last-line", `the last line ${PASSED}`, last));
  }
  return failures;
}
