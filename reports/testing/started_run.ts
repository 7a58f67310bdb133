/**
 * The event with which a run begins, for tests of reports.
 *
 * @module
 */
import type { RunEvent } from "../events.ts";

type Started = Extract<RunEvent, { readonly type: "run started" }>;

/** When it begins. */
export const AT = "2026-01-01T00:00:00Z";

/** Returns the event. @param more What it has of its own; it has no check by default. */
export function startedRun(more: Partial<Omit<Started, "type">> = {}): Started {
  return {
    type: "run started",
    schema: 2,
    run: "one",
    suiteVersion: "0.1.0",
    target: { url: "http://localhost:8001", dialect: "svc" },
    seed: 7,
    at: AT,
    requirements: [],
    checks: [],
    ...more,
  };
}
