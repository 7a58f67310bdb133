import { assertEquals } from "@std/assert";
import { Violation } from "../check.ts";
import type { Outcome, Violated } from "./execution.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import type { FailedInput } from "./property_loop.ts";
import { ShrinkBudget } from "./shrink_budget.ts";
import { surestOf } from "./surest_case.ts";

const violatedOf = (requirement: string): Violated => ({
  kind: "violated",
  violations: [{
    violation: new Violation<string>(requirement, { expected: "", actual: "" }),
    requests: 0,
  }],
  skipped: [],
  exchanges: [],
  madeNamespaces: [],
  labels: {},
});

const caseOf = (input: number, requirement = "acme.a"): FailedInput => ({
  input,
  outcome: violatedOf(requirement),
  shrinks: 0,
});

/** Returns the input that is reported if each one fails every so many times. */
async function chosen(cases: [FailedInput, ...FailedInput[]], every: Record<number, number>) {
  const runs = new Map<number, number>();
  const again = (input: unknown): Promise<Outcome> => {
    const count = (runs.get(input as number) ?? 0) + 1;
    runs.set(input as number, count);
    const fails = count % (every[input as number] ?? Infinity) === 0;
    return Promise.resolve(fails ? violatedOf("acme.a") : { kind: "passed" });
  };
  const { found, confirmed } = await surestOf(cases, ["acme.a"], {
    check: {},
    context: {
      limits: DEFAULT_LIMITS,
      signal: new AbortController().signal,
      shrinking: new ShrinkBudget(),
    },
    again,
  });
  return [found.input, confirmed.get("acme.a")?.reproduced];
}

Deno.test("of a race the case that fails most often is reported", async () => {
  const cases = [caseOf(1), caseOf(2), caseOf(3)] as [FailedInput, ...FailedInput[]];
  assertEquals(await chosen(cases, { 1: 10, 2: 5, 3: 2 }), [3, 10]);
  assertEquals(await chosen(cases, { 1: 10, 3: 2 }), [3, 10]);
});

Deno.test("a case that fails often is reported as the smallest one", async () => {
  const cases = [caseOf(1), caseOf(2)] as [FailedInput, ...FailedInput[]];
  assertEquals(await chosen(cases, { 1: 1, 2: 1 }), [1, 3]);
  assertEquals(await chosen(cases, { 1: 2, 2: 1 }), [1, 10]);
});

Deno.test("a larger case that violates something else is not reported", async () => {
  const cases = [caseOf(1), caseOf(2, "acme.b")] as [FailedInput, ...FailedInput[]];
  assertEquals(await chosen(cases, { 1: 10, 2: 1 }), [1, 2]);
});
