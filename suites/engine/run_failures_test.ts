import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { example, property, Violation } from "../check.ts";
import {
  advice,
  custom,
  facts,
  requirement,
  requirements,
  runOne,
  small,
  violation,
} from "./test_checks.ts";
import { startTestTarget, TEST_TOKEN } from "./test_target.ts";

/** Adds a number to a sum. */
class Add implements fc.AsyncCommand<object, { sum: number }> {
  readonly data: { readonly add: number };
  constructor(add: number) {
    this.data = { add };
  }
  check(): boolean {
    return true;
  }
  run(_model: object, real: { sum: number }): Promise<void> {
    real.sum += this.data.add;
    return real.sum > 5 ? Promise.reject(violation(String(real.sum))) : Promise.resolve();
  }
}

/** Fails once the commands have added up to more than five. */
const adding = property({
  ...facts,
  id: "watch/adding",
  arbitrary: (_target, replayPath) => {
    const add = fc.integer({ min: 1, max: 4 }).map((number) => new Add(number));
    const constraints = {
      size: "max",
      maxCommands: 40,
      ...(replayPath && { replayPath }),
    } as const;
    return fc.record({ steps: fc.commands([add], constraints) as fc.Arbitrary<Iterable<Add>> });
  },
  run: (_scope, { steps }) => fc.asyncModelRun(() => ({ model: {}, real: { sum: 0 } }), steps),
});

Deno.test("a property that fails is shrunk to the smallest case, confirmed and described", async () => {
  await using served = startTestTarget();
  const { result, events } = await runOne(served, small);
  assertEquals([result.verdict, result.shrinks > 0, result.cases > 0], ["fail", true, true]);
  const { failure } = result;
  assertEquals(failure?.counterexample, { number: 11 });
  assertEquals([failure?.expected, failure?.actual], ["less", "11"]);
  assertEquals(failure?.statement, "It works.");
  assertEquals(failure?.confirmed, { attempts: 3, reproduced: 3 });
  assertEquals(failure?.exchange.map(({ method, status }) => [method, status]), [["POST", 201]]);
  // The namespaces are made first, as they are gone by then.
  assertEquals(failure?.curl.length, 3);
  assertStringIncludes(failure?.replay ?? "", `--only watch/small --seed 7 --runs 100 --path `);
  assert(!JSON.stringify(events).includes(TEST_TOKEN));
});

Deno.test("the path of a failure leads to its smallest case at once", async () => {
  await using served = startTestTarget();
  const { result: first } = await runOne(served, small);
  const { result } = await runOne(served, small, { path: first.path! });
  assertEquals([result.cases, result.shrinks], [1, 0]);
  assertEquals(result.failure?.counterexample, { number: 11 });
});

Deno.test("a shrunk list of commands is found again at once by its two paths", async () => {
  await using served = startTestTarget();
  const { result: first } = await runOne(served, adding);
  assertEquals(first.verdict, "fail");
  const { path, replayPath } = first;
  assertStringIncludes(first.failure?.replay ?? "", `--path ${path} --replay-path '${replayPath}'`);
  const { result } = await runOne(served, adding, { path: path!, replayPath: replayPath! });
  assertEquals([result.cases, result.shrinks], [1, 0]);
  assertEquals(result.failure?.counterexample, first.failure?.counterexample);
});

Deno.test("a check that takes no replay path is replayed from its seed", async () => {
  await using served = startTestTarget();
  const arbitrary = adding.arbitrary;
  const { result } = await runOne(served, { ...adding, arbitrary: (target) => arbitrary(target) });
  assertEquals(result.failure?.replay.endsWith("--runs 100"), true);
});

Deno.test("the level of the violated requirement decides the verdict", async () => {
  await using served = startTestTarget();
  for (const level of ["must", "should", "convention"] as const) {
    for (const broken of [requirement, advice, custom]) {
      const facts = { expected: "less", actual: "more" };
      const check = { ...small, level, run: () => Promise.reject(new Violation(broken, facts)) };
      const { verdict, failure } = (await runOne(served, check)).result;
      assertEquals([verdict, failure?.requirement], [
        broken === requirement ? "fail" : "warn",
        broken,
      ]);
    }
  }
});

Deno.test("a violated convention does not hide a violated must", async () => {
  await using served = startTestTarget();
  const check = {
    ...small,
    run: (_: unknown, { number }: { number: number }) => {
      const facts = { expected: "less", actual: String(number) };
      if (number > 1_000) return Promise.reject(new Violation(requirement, facts));
      return Promise.reject(new Violation(custom, facts));
    },
  };
  const { result } = await runOne(served, check);
  assertEquals([result.verdict, result.failure?.actual], ["fail", "1001"]);
});

Deno.test("a known deviation covers a failure, and a stale one is reported", async () => {
  await using served = startTestTarget();
  const entry = { check: "watch/small", reason: "It is a test.", target: "test" };
  const covered = await runOne(served, small, { known: [{ ...entry, requirement }] });
  assertEquals(covered.result.verdict, "known deviation");
  assertEquals(covered.result.reason, "It is a test.");
  assertEquals(covered.result.failure?.actual, "11");

  const other = await runOne(served, small, { known: [{ ...entry, requirement: "test.other" }] });
  assertEquals(other.result.verdict, "fail");

  const passing = example({ ...facts, id: "watch/passes", run: () => Promise.resolve() });
  const stale = await runOne(served, passing, {
    known: [{ ...entry, check: "watch/passes" }, { ...entry, check: "watch/gone" }, entry],
    areas: [{ id: "test", requirements, checks: [passing, small] }],
  });
  assertEquals(
    stale.events.filter((event) => event.type === "stale deviation").map(({ check, why }) => [
      check,
      why,
    ]),
    [["watch/passes", "the check did not fail"], ["watch/gone", "there is no such check"]],
  );
});

Deno.test("shrinking is bounded by executions", async () => {
  await using served = startTestTarget();
  let executions = 0;
  const check = property({
    ...facts,
    id: "watch/slow",
    arbitrary: () => fc.array(fc.nat(), { minLength: 5 }),
    run: () => {
      executions++;
      return Promise.reject(violation("always"));
    },
  });
  await runOne(served, check, { limits: { shrinkExecutions: 4 } });
  assertEquals(executions, 1 + 4 + 3);
});
