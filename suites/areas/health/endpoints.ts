/**
 * Checks of the health endpoints and of the paths of single health checks.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { HttpResponse } from "../../client/http_client.ts";
import { describeResponse, expectStatus } from "../../session/violation.ts";
import { checksAt, getHealth } from "./requests.ts";
import { recordViolation, stopUnless, verify } from "../../verify.ts";

/** A health check of an endpoint, by its index in the list modulo its length. */
interface HealthCheck {
  readonly endpoint: "/readyz" | "/livez";
  readonly index: number;
}

/** The requirement on single checks below each endpoint. */
const REQUIREMENT_BY_ENDPOINT: Readonly<Record<HealthCheck["endpoint"], RequirementId>> = {
  "/readyz": "health.single-ready-check",
  "/livez": "health.single-live-check",
};

/** Verifies that a passing endpoint or check returns `ok` and nothing else. */
function expectPlain(response: HttpResponse): void {
  const isPlain = response.text.trim() === "ok" &&
    /^text\/plain(;|$)/.test(response.headers.get("content-type") ?? "");
  verify("health.plain-answer", {
    holds: response.status !== 200 || isPlain,
    expected: "the text ok as text/plain",
    actual: describeResponse(response),
  });
}

/** Checks of the endpoints. */
export const ENDPOINT_CHECKS: readonly Check[] = [
  example({
    id: "health/answers",
    title: "`/readyz`, `/livez` and `/healthz` return 200 and the text `ok` on a running server",
    requirements: [
      "health.ready-served",
      "health.ready-answers-success",
      "health.live-answers-success",
      "health.healthz-answers-success",
      "health.plain-answer",
    ],
    run: async (scope) => {
      const ready = await getHealth(scope, "/readyz");
      const isServed = verify("health.ready-served", {
        holds: ready.status !== 404 && ready.status !== 405,
        expected: "a health endpoint",
        actual: describeResponse(ready),
      });
      stopUnless(isServed, "what the health endpoints answer");
      const live = await getHealth(scope, "/livez");
      const health = await getHealth(scope, "/healthz");
      expectStatus("health.ready-answers-success", ready, 200);
      expectStatus("health.live-answers-success", live, 200);
      expectStatus("health.healthz-answers-success", health, 200);
      [ready, live, health].forEach(expectPlain);
    },
  }),
  property<HealthCheck>({
    id: "health/single",
    title: "Each listed health check can be requested by its own path",
    requirements: [
      "health.single-ready-check",
      "health.single-live-check",
      "health.plain-answer",
    ],
    arbitrary: () =>
      fc.record({ endpoint: fc.constantFrom("/readyz", "/livez"), index: fc.nat(99) }),
    run: async (scope, { endpoint, index }) => {
      // The specification names checks below /livez but no /livez endpoint itself.
      const whole = await getHealth(scope, endpoint);
      if (whole.status === 404) throw new Discard(`the target does not serve ${endpoint}`);
      const checks = await checksAt(scope, endpoint);
      const { name, state } = checks[index % checks.length]!;
      const path = name.split("/").map(encodeURIComponent).join("/");
      const response = await getHealth(scope, `${endpoint}/${path}`);
      scope.note(endpoint);
      const isExpected = state === "failed" ? response.status !== 404 : response.status === 200;
      if (isExpected) return expectPlain(response);
      recordViolation(REQUIREMENT_BY_ENDPOINT[endpoint], {
        expected: `the result of the check ${name}, which the verbose output lists as ${state}`,
        actual: describeResponse(response),
      });
    },
  }),
  example({
    id: "health/single-unknown",
    title: "An unknown health check returns 404",
    requirements: ["health.single-unknown-not-found"],
    run: async (scope) => {
      for (const endpoint of ["/readyz", "/livez"]) {
        const response = await getHealth(scope, `${endpoint}/plumbline-none`);
        expectStatus("health.single-unknown-not-found", response, 404);
      }
    },
  }),
  example({
    id: "health/without-credentials",
    title: "Health endpoints answer requests without credentials",
    requirements: ["health.without-credentials"],
    run: async (scope) => {
      for (const path of ["/readyz", "/livez"]) {
        const response = await scope.send({ method: "GET", path, identity: "" });
        // health/answers checks for status 200.
        verify("health.without-credentials", {
          holds: response.status < 300,
          expected: "success",
          actual: describeResponse(response),
        });
      }
    },
  }),
];
