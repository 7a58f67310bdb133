/**
 * Health as a whole, and single checks of it.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import { describeAnswer, expectStatus } from "../../session/violation.ts";
import { askHealth, checksAt } from "./ask.ts";

/** One check of one endpoint, by its place. */
interface OneCheck {
  readonly endpoint: "/readyz" | "/livez";
  readonly place: number;
}

/** The endpoints, and what is said of a single check below each. */
const SINGLE: Readonly<Record<OneCheck["endpoint"], RequirementId>> = {
  "/readyz": "health.single-ready-check",
  "/livez": "health.single-live-check",
};

/** Checks of plain answers. */
export const SINGLE_CHECKS: readonly Check[] = [
  example({
    id: "health/answers",
    title: "A server that answers says that it is ready and alive",
    requirements: ["health.ready-answers-success", "health.live-answers-success"],
    level: "convention",
    run: async (scope) => {
      expectStatus("health.ready-answers-success", await askHealth(scope, "/readyz"), 200);
      expectStatus("health.live-answers-success", await askHealth(scope, "/livez"), 200);
    },
  }),
  property<OneCheck>({
    id: "health/single",
    title: "Each check that is named can be asked for alone",
    requirements: ["health.single-ready-check", "health.single-live-check"],
    level: "must",
    arbitrary: () =>
      fc.record({ endpoint: fc.constantFrom("/readyz", "/livez"), place: fc.nat(99) }),
    run: async (scope, { endpoint, place }) => {
      // The interface has no /livez of its own: its names are those of readiness where it is not.
      const whole = await askHealth(scope, endpoint);
      if (whole.status === 404) throw new Discard(`there is no ${endpoint}`);
      const checks = await checksAt(scope, endpoint);
      const { name, state } = checks[place % checks.length]!;
      const path = name.split("/").map(encodeURIComponent).join("/");
      const answer = await askHealth(scope, `${endpoint}/${path}`);
      scope.note(endpoint);
      const due = state === "failed" ? answer.status !== 404 : answer.status === 200;
      if (due) return;
      throw new Violation(SINGLE[endpoint], {
        expected: `an answer of the check ${name}, which has ${state}`,
        actual: describeAnswer(answer),
      });
    },
  }),
  example({
    id: "health/single-unknown",
    title: "A check nobody named is not found",
    requirements: ["health.single-unknown-not-found"],
    level: "convention",
    run: async (scope) => {
      for (const endpoint of ["/readyz", "/livez"]) {
        const answer = await askHealth(scope, `${endpoint}/plumbline-none`);
        expectStatus("health.single-unknown-not-found", answer, 404);
      }
    },
  }),
  example({
    id: "health/without-credentials",
    title: "Health is told without credentials",
    requirements: ["health.without-credentials"],
    level: "convention",
    run: async (scope) => {
      for (const path of ["/readyz", "/livez"]) {
        const answer = await scope.ask({ method: "GET", path, identity: "" });
        // What a success is otherwise is another check's matter.
        if (answer.status < 300) continue;
        const facts = { expected: "a success", actual: describeAnswer(answer) };
        throw new Violation("health.without-credentials", facts);
      }
    },
  }),
];
