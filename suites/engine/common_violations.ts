/**
 * Requirements on every exchange that a target violates everywhere. Once a few checks have reported
 * one, the others are judged without it: else one missing header would hide all other deviations.
 *
 * @module
 */
import type { Verdict } from "../../reports/events.ts";

/** Checks that report a violation before the others are judged without it. */
const REPORTING = 3;

/** The requirements that several checks of a run have found violated on their exchanges. */
export class CommonViolations {
  readonly #checks = new Map<string, Set<string>>();

  /** Records the verdict of a check that found a requirement violated; accepted ones do not count. */
  add(requirement: string, check: string, verdict: Verdict): void {
    if (verdict !== "fail" && verdict !== "warn") return;
    const checks = this.#checks.get(requirement) ?? new Set();
    this.#checks.set(requirement, checks.add(check));
  }

  /** Returns the requirements that enough checks have reported. */
  reported(): ReadonlySet<string> {
    return new Set(
      [...this.#checks].filter(([, checks]) => checks.size >= REPORTING).map(([id]) => id),
    );
  }
}
