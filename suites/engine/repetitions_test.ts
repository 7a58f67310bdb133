import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { CheckResult } from "@plumbline/reports/events";
import { type Check, Discard, example, property, Violation } from "../check.ts";
import type { Replay } from "./repetitions.ts";
import { type EngineOptions, runChecks } from "./run.ts";
import { facts, requirement, requirements } from "./test_checks.ts";
import { startTestTarget } from "./test_target.ts";

const violation = new Violation(requirement, { expected: "less", actual: "more" });

Deno.test("an intermittent failure is reported with its rate", async () => {
  let runs = 0;
  const flaky = example({
    ...facts,
    id: "watch/flaky",
    run: () => ++runs % 3 === 0 ? Promise.reject(violation) : Promise.resolve(),
  });
  const result = await repeat(flaky, { repetitions: 9 });
  assertEquals([result.verdict, result.cases], ["fail", 9]);
  assertEquals(result.failures[0]?.confirmed, { attempts: 9, reproduced: 3, loaded: 8 });
});

Deno.test("a case that fails each time is repeated while there is patience, another to the end", async () => {
  let runs = 0;
  const check = (isFailing: () => boolean) =>
    example({
      ...facts,
      id: "watch/slow",
      run: () => isFailing() ? Promise.reject(violation) : Promise.resolve(),
    });
  const always = await repeat(check(() => true), { repetitions: 9, patience: 0 });
  assertEquals(always.failures[0]?.confirmed, { attempts: 1, reproduced: 1 });
  const flaky = await repeat(check(() => ++runs % 3 === 0), { repetitions: 9, patience: 0 });
  assertEquals(flaky.failures[0]?.confirmed, { attempts: 9, reproduced: 3, loaded: 8 });
});

Deno.test("a discarded case does not pass", async () => {
  const refused = example({
    ...facts,
    id: "watch/refused",
    run: () => Promise.reject(new Discard("rejected")),
  });
  const result = await repeat(refused, { repetitions: 4 });
  assertEquals([result.verdict, result.discards], ["skipped", 4]);
  assertStringIncludes(result.reason ?? "", "rejected");
});

Deno.test("plain data is repeated as recorded, even if the arbitrary has changed", async () => {
  const seen: unknown[] = [];
  const check = property({
    ...facts,
    id: "watch/plain",
    arbitrary: () => fc.record({ number: fc.constant(1) }),
    run: (_scope, input) => Promise.resolve(void seen.push(input)),
  });
  const counterexample = { number: 77 };
  await repeat(check, { repetitions: 2, counterexample, plain: true }, { path: "3:0" });
  assertEquals(seen, [counterexample, counterexample]);
});

Deno.test("a case that is generated differently than recorded is not repeated", async () => {
  const check = (made: number) =>
    property({
      ...facts,
      id: "watch/generated",
      arbitrary: () => fc.record({ at: fc.constant(new Date(made)) }),
      run: () => Promise.reject(violation),
    });
  const first = await repeat(check(1), undefined);
  const path = first.failures[0]?.path;
  assert(path !== undefined && first.failures[0] !== undefined && !first.failures[0].plain);
  const replay: Replay = {
    repetitions: 2,
    counterexample: first.failures[0].counterexample as Replay["counterexample"],
  };
  assertEquals((await repeat(check(1), replay, { path })).failures[0]?.confirmed.reproduced, 2);
  const other = await repeat(check(2), replay, { path });
  assertEquals(other.verdict, "skipped");
  assertStringIncludes(other.reason ?? "", "another case was generated than the recorded one");
});

async function repeat(
  check: Check,
  replay: Replay | undefined,
  options: Partial<EngineOptions> = {},
): Promise<CheckResult> {
  await using served = startTestTarget();
  const [result] = await runChecks({
    target: served.target,
    checks: [check],
    areas: [{ id: "test", requirements, checks: [check] }],
    seed: 7,
    emit: () => {},
    ...(replay && { replay }),
    ...options,
  });
  return result!;
}
