/**
 * Checks for the tests of the runner.
 *
 * @module
 */
import fc from "fast-check";
import type { CheckResult, RunEvent } from "@plumbline/reports/events";
import { type Check, property, Violation } from "../check.ts";
import { chapter } from "../requirement.ts";
import { secret } from "../resources/secret.ts";
import type { Scope } from "../scope.ts";
import { type EngineOptions, runChecks } from "./run.ts";
import type { TestTarget } from "./test_target.ts";

/** A requirement with the level `must`. */
export const requirement = "test.requirement";

/** A requirement with the level `should`. */
export const advice = "test.advice";

/** A requirement with the level `convention`. */
export const custom = "test.custom";

const TESTS = chapter("Tests");

/** The requirements by id. */
export const requirements = {
  [requirement]: TESTS.must("It works."),
  [advice]: TESTS.should("It works well."),
  [custom]: TESTS.convention("It works as elsewhere."),
};

/** The facts common to all of them. */
export const facts = { title: "a check", requirements: [requirement] } as const;

/** Returns a violation of the `must`. */
export const violation = (actual: string): Violation =>
  new Violation(requirement, { expected: "less", actual });

/** Creates a Secret, and returns it with its paths and what the create was answered. */
export async function createSecret(scope: Scope, options: { readonly name?: string } = {}) {
  const object = scope.newObject(secret, options);
  const created = await scope.create(secret, object);
  const { name, namespace } = object.metadata as { name: string; namespace: string };
  const collection = `/api/v1/namespaces/${namespace}/secrets`;
  return { object, created, collection, path: `${collection}/${name}` };
}

/** Fails for numbers above ten. */
export const small = property({
  ...facts,
  id: "watch/small",
  arbitrary: () => fc.record({ number: fc.nat() }),
  run: async (scope, { number }) => {
    await scope.create(secret, scope.newObject(secret, { content: number }));
    if (number > 10) throw violation(String(number));
  },
});

/** Runs one check, and returns what became of it. */
export async function runOne(
  served: TestTarget,
  check: Check,
  options: Partial<EngineOptions> = {},
) {
  const { results, events } = await runAll(served, [check], options);
  return { result: results[0] as CheckResult, events };
}

/** Runs checks, and returns what became of them. */
export async function runAll(
  served: TestTarget,
  checks: Check[],
  options: Partial<EngineOptions> = {},
) {
  const events: RunEvent[] = [];
  const results = await runChecks({
    target: served.target,
    areas: [{ id: "test", requirements, checks }],
    seed: 7,
    emit: (event) => void events.push(event),
    ...options,
  });
  return { results, events };
}
