/**
 * Waiting by a clock.
 *
 * @module
 */
import type { Clock } from "../../server/sources.ts";

/** Waits so many milliseconds, or until the signal is aborted. */
export function pause(milliseconds: number, clock: Clock, signal: AbortSignal): Promise<void> {
  if (signal.aborted || milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener("abort", end);
  });
}
