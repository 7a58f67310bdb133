/**
 * Limits of the time and work spent on one check.
 *
 * @module
 */

/** Limits of one check, and of what follows all; times are in milliseconds. */
export interface Limits {
  /** The time for all cases of a property, until one fails. */
  readonly checkTime: number;
  /**
   * The time for one case, without waiting for history to expire. As long as its requests are answered,
   * it has it up to five times.
   */
  readonly caseTime: number;
  /** The time for shrinking a failing case. */
  readonly shrinkTime: number;
  /** The number of executions while shrinking. */
  readonly shrinkExecutions: number;
  /** The number of times that the smallest failing case is repeated. */
  readonly confirmations: number;
  /** The number of violated requirements for each of which a check shrinks a case and repeats it. */
  readonly failures: number;
  /** True if a property runs its other cases, too, after one has failed. */
  readonly goesOn: boolean;
  /**
   * The time for the experiments that explain the failures of a run, for each minute that its checks
   * took; with 0 there are none.
   */
  readonly explainTime: number;
}

/** The default limits: generous, for slow targets. */
export const DEFAULT_LIMITS: Limits = {
  checkTime: 600_000,
  caseTime: 120_000,
  shrinkTime: 20_000,
  shrinkExecutions: 500,
  confirmations: 3,
  failures: 8,
  goesOn: true,
  explainTime: 30_000,
};

/** The requests that a case sends at most. */
export const CASE_REQUESTS = 1_100;

/** The requests that a check sends at most. */
const CHECK_REQUESTS = 100_000;

/** Requests for each object of a case with so many objects, and the milliseconds of each. */
const PER_OBJECT = { requests: 5, time: 20 } as const;

/**
 * Returns the limits of a run at this number of requests per second, with time added for waiting.
 *
 * @param scale The number of objects in the largest cases.
 */
export function limitsFor(rate: number | undefined, scale = 0): Limits {
  const requests = scale * PER_OBJECT.requests;
  const caseTime = DEFAULT_LIMITS.caseTime + requests * PER_OBJECT.time;
  if (rate === undefined) return { ...DEFAULT_LIMITS, caseTime };
  return {
    ...DEFAULT_LIMITS,
    caseTime: caseTime + ((CASE_REQUESTS + requests) * 1_000) / rate,
    checkTime: DEFAULT_LIMITS.checkTime + (CHECK_REQUESTS * 1_000) / rate,
    shrinkTime: DEFAULT_LIMITS.shrinkTime + (CASE_REQUESTS * 1_000) / rate,
  };
}
