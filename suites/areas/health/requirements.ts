/**
 * The requirements of the area `health`.
 *
 * @module
 */
import { HEALTH } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [HEALTH.convention, {
    "health.ready-answers-success":
      "GET `/readyz` of a server that is serving requests returns 200.",
    "health.live-answers-success": "GET `/livez` of a server that is serving requests returns 200.",
  }, { harm: "availability" }],
  [HEALTH.must, {
    "health.ready-served": "GET `/readyz` is served: it is not answered with 404 or 405.",
  }, { harm: "availability" }],
  [HEALTH.convention, {
    "health.healthz-answers-success":
      "GET `/healthz`, the older form of `/livez`, returns 200 on a running server.",
    "health.plain-answer":
      "Without `verbose`, a passing endpoint or check returns the plain text `ok`.",
    "health.exclude-unknown-named":
      "The verbose output names each excluded check that does not exist, as a warning.",
  }, { harm: "detail" }],
  [HEALTH.must, {
    "health.verbose-line-per-check":
      "With `verbose`, `/readyz` returns one line per health check, starting with `[+]` or `[-]`.",
    "health.verbose-passing-line":
      "With `verbose`, the line of a passing check is `[+]`, its name and `ok`.",
    "health.verbose-each-check-once": "With `verbose`, `/readyz` lists no check twice.",
    "health.verbose-last-line":
      "With `verbose`, the output of a ready server ends with the line `healthz check passed`.",
    "health.exclude-marks-the-check":
      "The line of an excluded check reads `excluded: ok` after the name.",
    "health.parameters-combine":
      "The query parameters `verbose` and `exclude` can be combined, in either order.",
  }, { harm: "detail" }],
  [HEALTH.must, {
    "health.verbose-agrees-with-status":
      "A `/readyz` response with status 200 lists no failing check.",
    "health.exclude-leaves-others":
      "Excluding a check neither removes a line nor excludes another check.",
  }],
  [HEALTH.convention, {
    "health.exclude-several":
      "The query parameter `exclude` can be repeated and then excludes every check it names.",
    "health.exclude-unknown-harmless":
      "Excluding an unknown check has no effect on the other checks.",
  }, { harm: "detail" }],
  [HEALTH.must, {
    "health.single-ready-check":
      "Each check listed by `/readyz?verbose` has an endpoint of its own below `/readyz/`.",
    "health.single-live-check":
      "Each check listed by `/livez?verbose` has an endpoint of its own below `/livez/`.",
  }],
  [HEALTH.convention, {
    "health.single-unknown-not-found":
      "GET of an unknown check below `/readyz/` or `/livez/` returns 404.",
  }, { harm: "detail" }],
  [HEALTH.convention, {
    "health.without-credentials": "The health endpoints answer requests without credentials.",
  }],
] as const satisfies readonly RequirementGroup[];
