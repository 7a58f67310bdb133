/**
 * The requirements of the area `health`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const HEALTH = "Health endpoints";

/** Statements by id. */
export const health = {
  "health.ready-answers-success": {
    chapter: HEALTH,
    statement: "A server that answers requests says at /readyz that it is ready, by status 200.",
    level: "convention",
  },
  "health.live-answers-success": {
    chapter: HEALTH,
    statement: "A server that answers requests says at /livez that it is alive, by status 200.",
    level: "convention",
  },
  "health.verbose-line-per-check": {
    chapter: HEALTH,
    statement: "The verbose readiness has one line for each check, marked [+] or [-].",
    level: "must",
  },
  "health.verbose-passing-line": {
    chapter: HEALTH,
    statement: "The verbose line of a check that passes is its name between [+] and ok.",
    level: "must",
  },
  "health.verbose-each-check-once": {
    chapter: HEALTH,
    statement: "No check has two lines in the verbose readiness.",
    level: "must",
  },
  "health.verbose-last-line": {
    chapter: HEALTH,
    statement: "The verbose readiness of a ready server ends with healthz check passed.",
    level: "must",
  },
  "health.verbose-agrees-with-status": {
    chapter: HEALTH,
    statement: "A readiness answered 200 lists no failing check.",
    level: "must",
  },
  "health.exclude-marks-the-check": {
    chapter: HEALTH,
    statement: "The line of a check that is excluded says so: excluded, then ok.",
    level: "must",
  },
  "health.exclude-leaves-others": {
    chapter: HEALTH,
    statement:
      "To exclude a check changes which checks are listed in no way, and excludes no other.",
    level: "must",
  },
  "health.parameters-combine": {
    chapter: HEALTH,
    statement: "The parameters verbose and exclude may be given together, in either order.",
    level: "must",
  },
  "health.exclude-several": {
    chapter: HEALTH,
    statement: "The parameter exclude may be given several times, and excludes all it names.",
    level: "convention",
  },
  "health.exclude-unknown-harmless": {
    chapter: HEALTH,
    statement: "To exclude a check that is not there excludes none and does no harm.",
    level: "convention",
  },
  "health.single-ready-check": {
    chapter: HEALTH,
    statement: "Each check the verbose readiness names can be asked for below /readyz.",
    level: "must",
  },
  "health.single-live-check": {
    chapter: HEALTH,
    statement: "Each check the verbose liveness names can be asked for below /livez.",
    level: "must",
  },
  "health.single-unknown-not-found": {
    chapter: HEALTH,
    statement: "A check nobody named is answered 404.",
    level: "convention",
  },
  "health.without-credentials": {
    chapter: HEALTH,
    statement: "Health is told to whoever asks, without credentials.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
