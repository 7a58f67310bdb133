/**
 * Repeats a failed case, to report how surely it fails.
 *
 * @module
 */
import type { Failure } from "../../reports/events.ts";
import type { Outcome } from "./execution.ts";
import type { RunContext } from "./run_context.ts";

/** The copies of the case that run beside a repetition, so that a race has something to meet. */
const NEIGHBOURS = 3;

/** The repetitions beside copies of a case that has never failed again. */
const MORE = 5;

/** The milliseconds after which a case is not repeated again. */
const PATIENCE = 10_000;

/** Options of the repetitions. */
export interface ConfirmationOptions extends Pick<RunContext, "limits" | "signal" | "shrinking"> {
  /** True if nothing else may run beside the case. */
  readonly isAlone?: boolean | undefined;
}

/**
 * Repeats a case. Once it has not failed, which a race may do without other requests, the rest of
 * the repetitions run beside copies of it.
 */
export async function confirm(
  again: () => Promise<Outcome>,
  { limits, signal, shrinking, isAlone = false }: ConfirmationOptions,
): Promise<Failure["confirmed"]> {
  const started = performance.now();
  const least = Math.min(limits.confirmations, shrinking.isLow ? 1 : Infinity);
  let attempts = 0;
  let reproduced = 0;
  let loaded = 0;
  const isOver = () =>
    signal.aborted || attempts >= least + (isAlone || reproduced > 0 || least < 2 ? 0 : MORE) ||
    (attempts > 0 && performance.now() - started > PATIENCE);
  while (!isOver()) {
    const hasLoad = !isAlone && reproduced < attempts;
    const copies = Array.from({ length: 1 + (hasLoad ? NEIGHBOURS : 0) }, () => again());
    attempts++;
    if (hasLoad) loaded++;
    if ((await Promise.all(copies)).some(({ kind }) => kind === "violated")) reproduced++;
  }
  return { attempts, reproduced, ...(loaded > 0 && { loaded }) };
}
