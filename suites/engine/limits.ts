/**
 * What bounds the work spent on one check.
 *
 * @module
 */

/** Times are in milliseconds. */
export interface Limits {
  /** How long the cases of a property may take, before any fails. */
  readonly checkTime: number;
  /** How long one case may take, beside waiting for history to expire. */
  readonly caseTime: number;
  /** How long a failing case may be shrunk. */
  readonly shrinkTime: number;
  /** How often it may be run meanwhile. */
  readonly shrinkExecutions: number;
  /** How often the smallest failing case is run again. */
  readonly confirmations: number;
}

/** Generous for a slow target; a fast one never meets them. */
export const DEFAULT_LIMITS: Limits = {
  checkTime: 600_000,
  caseTime: 120_000,
  shrinkTime: 20_000,
  shrinkExecutions: 500,
  confirmations: 3,
};

/** Requests that the largest case and the largest check send, generously. */
const REQUESTS = { case: 1_000, check: 100_000 } as const;

/**
 * The limits of a run that may send so many requests a second: waiting for one's turn is nobody's
 * fault.
 */
export function limitsFor(rate: number | undefined): Limits {
  if (rate === undefined) return DEFAULT_LIMITS;
  return {
    ...DEFAULT_LIMITS,
    caseTime: DEFAULT_LIMITS.caseTime + (REQUESTS.case * 1_000) / rate,
    checkTime: DEFAULT_LIMITS.checkTime + (REQUESTS.check * 1_000) / rate,
    shrinkTime: DEFAULT_LIMITS.shrinkTime + (REQUESTS.case * 1_000) / rate,
  };
}
