/**
 * The requirements of the area `health`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const HEALTH = "Health endpoints";

/** The requirements by id. */
export const requirements = {
  "health.ready-answers-success": {
    chapter: HEALTH,
    statement: "GET `/readyz` of a server that is serving requests returns 200.",
    level: "convention",
  },
  "health.live-answers-success": {
    chapter: HEALTH,
    statement: "GET `/livez` of a server that is serving requests returns 200.",
    level: "convention",
  },
  "health.ready-served": {
    chapter: HEALTH,
    statement: "GET `/readyz` is served: it is not answered with 404 or 405.",
    level: "must",
  },
  "health.healthz-answers-success": {
    chapter: HEALTH,
    statement: "GET `/healthz`, the older form of `/livez`, returns 200 on a running server.",
    level: "convention",
  },
  "health.plain-answer": {
    chapter: HEALTH,
    statement: "Without `verbose`, a passing endpoint or check returns the plain text `ok`.",
    level: "convention",
  },
  "health.exclude-unknown-named": {
    chapter: HEALTH,
    statement: "The verbose output names each excluded check that does not exist, as a warning.",
    level: "convention",
  },
  "health.verbose-line-per-check": {
    chapter: HEALTH,
    statement:
      "With `verbose`, `/readyz` returns one line per health check, starting with `[+]` or `[-]`.",
    level: "must",
  },
  "health.verbose-passing-line": {
    chapter: HEALTH,
    statement: "With `verbose`, the line of a passing check is `[+]`, its name and `ok`.",
    level: "must",
  },
  "health.verbose-each-check-once": {
    chapter: HEALTH,
    statement: "With `verbose`, `/readyz` lists no check twice.",
    level: "must",
  },
  "health.verbose-last-line": {
    chapter: HEALTH,
    statement:
      "With `verbose`, the output of a ready server ends with the line `healthz check passed`.",
    level: "must",
  },
  "health.verbose-agrees-with-status": {
    chapter: HEALTH,
    statement: "A `/readyz` response with status 200 lists no failing check.",
    level: "must",
  },
  "health.exclude-marks-the-check": {
    chapter: HEALTH,
    statement: "The line of an excluded check reads `excluded: ok` after the name.",
    level: "must",
  },
  "health.exclude-leaves-others": {
    chapter: HEALTH,
    statement: "Excluding a check neither removes a line nor excludes another check.",
    level: "must",
  },
  "health.parameters-combine": {
    chapter: HEALTH,
    statement: "The query parameters `verbose` and `exclude` can be combined, in either order.",
    level: "must",
  },
  "health.exclude-several": {
    chapter: HEALTH,
    statement:
      "The query parameter `exclude` can be repeated and then excludes every check it names.",
    level: "convention",
  },
  "health.exclude-unknown-harmless": {
    chapter: HEALTH,
    statement: "Excluding an unknown check has no effect on the other checks.",
    level: "convention",
  },
  "health.single-ready-check": {
    chapter: HEALTH,
    statement:
      "Each check listed by `/readyz?verbose` has an endpoint of its own below `/readyz/`.",
    level: "must",
  },
  "health.single-live-check": {
    chapter: HEALTH,
    statement: "Each check listed by `/livez?verbose` has an endpoint of its own below `/livez/`.",
    level: "must",
  },
  "health.single-unknown-not-found": {
    chapter: HEALTH,
    statement: "GET of an unknown check below `/readyz/` or `/livez/` returns 404.",
    level: "convention",
  },
  "health.without-credentials": {
    chapter: HEALTH,
    statement: "The health endpoints answer requests without credentials.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
