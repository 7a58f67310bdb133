/**
 * Requirements on every exchange that a target violates everywhere. Once a few checks have reported
 * one, the others are judged without it: else one missing header would hide all other deviations.
 *
 * @module
 */
import type { Verdict } from "@plumbline/reports/events";

/** Checks that report a violation before the others are judged without it. */
const REPORTING = 3;

/** The requirements that several checks of a run have found violated on their exchanges. */
export class CommonViolations {
  readonly #checks = new Map<string, Set<string>>();
  readonly #accepted: ReadonlySet<string>;

  /**
   * @param accepted requirements whose violation is accepted in every check: one check that reports
   * it is enough
   */
  constructor(accepted: Iterable<string> = []) {
    this.#accepted = new Set(accepted);
  }

  /** Records the verdict of a check that found a requirement violated. */
  add(requirement: string, check: string, verdict: Verdict): void {
    // What is accepted in one check is not for the others.
    const counts = verdict === "fail" || verdict === "warn" || this.#accepted.has(requirement);
    if (!counts) return;
    const checks = this.#checks.get(requirement) ?? new Set();
    this.#checks.set(requirement, checks.add(check));
  }

  /** Returns the requirements that enough checks have reported. */
  reported(): ReadonlySet<string> {
    return new Set(
      [...this.#checks]
        .filter(([id, { size }]) => size >= (this.#accepted.has(id) ? 1 : REPORTING))
        .map(([id]) => id),
    );
  }
}
