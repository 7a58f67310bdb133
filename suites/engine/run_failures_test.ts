import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { example, property, Violation } from "../check.ts";
import { recordViolation } from "../verify.ts";
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
  assertEquals([result.verdict, result.failures[0]!.shrinks > 0, result.cases > 0], [
    "fail",
    true,
    true,
  ]);
  const { failures: [failure] } = result;
  assertEquals(failure?.counterexample, { number: 11 });
  assertEquals([failure?.expected, failure?.actual], ["less", "11"]);
  assertEquals(failure?.statement, "It works.");
  assertEquals(failure?.confirmed, { attempts: 3, reproduced: 3 });
  assertEquals(failure?.exchange.map(({ method, status }) => [method, status]), [["POST", 201]]);
  // The namespace is created first, as it is gone by then; the other one is not needed.
  assertEquals(failure?.curl.length, 2);
  assertStringIncludes(failure?.replay ?? "", `--only watch/small --seed 7 --runs 100 --path `);
  assert(!JSON.stringify(events).includes(TEST_TOKEN));
});

Deno.test("the path of a failure leads to its smallest case at once", async () => {
  await using served = startTestTarget();
  const { result: first } = await runOne(served, small);
  const { result } = await runOne(served, small, { path: first.failures[0]!.path! });
  assertEquals([result.cases, result.failures[0]!.shrinks], [1, 0]);
  assertEquals(result.failures[0]?.counterexample, { number: 11 });
});

Deno.test("a shrunk list of commands is found again at once by its two paths", async () => {
  await using served = startTestTarget();
  const { result: first } = await runOne(served, adding);
  assertEquals(first.verdict, "fail");
  const { path, replayPath } = first.failures[0]!;
  assertStringIncludes(
    first.failures[0]?.replay ?? "",
    `--path ${path} --replay-path '${replayPath}'`,
  );
  const { result } = await runOne(served, adding, { path: path!, replayPath: replayPath! });
  assertEquals([result.cases, result.failures[0]!.shrinks], [1, 0]);
  assertEquals(result.failures[0]?.counterexample, first.failures[0]?.counterexample);
});

Deno.test("a check that takes no replay path is replayed from its seed", async () => {
  await using served = startTestTarget();
  const arbitrary = adding.arbitrary;
  const { result } = await runOne(served, { ...adding, arbitrary: (target) => arbitrary(target) });
  assertEquals(result.failures[0]?.replay.endsWith("--runs 100 --repeat 5"), true);
});

Deno.test("the level of the violated requirement decides the verdict", async () => {
  await using served = startTestTarget();
  for (const level of ["must", "should", "convention"] as const) {
    for (const broken of [requirement, advice, custom]) {
      const facts = { expected: "less", actual: "more" };
      const check = { ...small, level, run: () => Promise.reject(new Violation(broken, facts)) };
      const { verdict, failures: [failure] } = (await runOne(served, check)).result;
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
  assertEquals([result.verdict, result.failures[0]?.actual], ["fail", "1001"]);
});

Deno.test("a known deviation covers a failure, and a stale one is reported", async () => {
  await using served = startTestTarget();
  const entry = { check: "watch/small", reason: "It is a test.", target: "test" };
  const covered = await runOne(served, small, { known: [{ ...entry, requirement }] });
  assertEquals(covered.result.verdict, "known deviation");
  assertEquals(covered.result.reason, "It is a test.");
  assertEquals(covered.result.failures[0]?.actual, "11");
  assertEquals(covered.result.failures[0]?.confirmed, { attempts: 1, reproduced: 1 });

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

Deno.test("each requirement that one case violates is a failure of its own", async () => {
  await using served = startTestTarget();
  const check = example({
    ...facts,
    id: "watch/two",
    run: () => {
      for (const id of [requirement, advice, custom]) {
        recordViolation<string>(id, { expected: `what ${id} says`, actual: "another" });
      }
      return Promise.resolve();
    },
  });
  const { result } = await runOne(served, check);
  assertEquals(result.failures.map(({ requirement, expected }) => [requirement, expected]), [
    [requirement, `what ${requirement} says`],
    [advice, `what ${advice} says`],
    [custom, `what ${custom} says`],
  ]);
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
  const limits = { shrinkExecutions: 4, explainTime: 0 };
  const { result } = await runOne(served, check, { limits });
  assertEquals(executions, result.cases + 4 + 3);
});

Deno.test("what lies behind a violation is found, each requirement with its smallest case", async () => {
  await using served = startTestTarget();
  const facts = { expected: "less", actual: "more" };
  const check = {
    ...small,
    run: (_: unknown, { number }: { number: number }) => {
      if (number > 1_000) recordViolation("test.requirement", facts);
      if (number > 20) recordViolation("test.custom", facts);
      if (number > 100) return Promise.reject(new Violation(advice, facts));
      if (number === 40) throw new Error("after the violation");
      return Promise.resolve();
    },
  };
  const { result } = await runOne(served, check);
  assertEquals(
    result.failures.map(({ requirement, counterexample, verdict, confirmed }) => [
      requirement,
      counterexample,
      verdict,
      confirmed.reproduced,
    ]),
    [
      [requirement, { number: 1_001 }, "fail", 3],
      [advice, { number: 101 }, "warn", 3],
      [custom, { number: 21 }, "warn", 3],
    ],
  );
  assertEquals(result.failures.map(({ notJudged }) => notJudged), [
    ["the rest of the case"],
    ["the rest of the case"],
    undefined,
  ]);
  assertEquals(result.verdict, "fail");
  const alone = await runOne(served, check, { path: result.failures[1]!.path! });
  assertEquals(alone.result.failures.map((each) => each.requirement), [advice, custom]);
});

Deno.test("a known deviation does not hide what lies behind it", async () => {
  await using served = startTestTarget();
  const facts = { expected: "less", actual: "more" };
  const check = example({
    ...small,
    run: () => {
      recordViolation("test.requirement", facts);
      recordViolation("test.advice", facts);
      return Promise.resolve();
    },
  });
  const known = [{ check: check.id, requirement, reason: "It is a test.", target: "test" }];
  const { result } = await runOne(served, check, { known });
  assertEquals(
    result.failures.map((failure) => [failure.requirement, failure.verdict, failure.reason]),
    [[advice, "warn", undefined], [requirement, "known deviation", "It is a test."]],
  );
  assertEquals(result.verdict, "warn");
});

Deno.test("of many violated requirements some are shrunk, and all are reported", async () => {
  await using served = startTestTarget();
  const check = property({
    ...facts,
    id: "watch/many",
    arbitrary: () => fc.nat({ max: 19 }),
    run: (_, number) => {
      recordViolation<string>(`test.${number}`, { expected: "none", actual: "one" });
      return Promise.resolve();
    },
  });
  const { result } = await runOne(served, check, { limits: { failures: 3 } });
  assertEquals(result.failures.length, 20);
  assertEquals(result.failures.filter(({ confirmed }) => confirmed.attempts > 0).length, 3);
  const first = await runOne(served, check, { limits: { goesOn: false } });
  assertEquals([first.result.failures.length, first.result.cases], [1, 1]);
});

Deno.test("a violation that does less than its requirement states hides none that does as much", async () => {
  await using served = startTestTarget();
  const check = property({
    ...facts,
    id: "watch/graver",
    arbitrary: () => fc.record({ number: fc.integer({ min: 0, max: 99 }) }),
    run: (_scope, { number }) => {
      if (number < 40) return Promise.resolve();
      // Most of the cases that fail only mislead.
      const harm = number < 90 ? { harm: "misleading" as const } : {};
      throw new Violation<string>(requirement, { expected: "less", actual: `${number}`, ...harm });
    },
  });
  const { result: { failures } } = await runOne(served, check);
  assertEquals(failures.map(({ actual, harm }) => [actual, harm]), [["90", undefined]]);
});

Deno.test("a case that repeats itself what it finds is not repeated again", async () => {
  await using served = startTestTarget();
  let executions = 0;
  const check = example({
    ...facts,
    id: "watch/repeating",
    repeatsItself: true,
    run: () => {
      executions++;
      return Promise.reject(violation("slow twice"));
    },
  });
  const { result } = await runOne(served, check);
  assertEquals(executions, 1);
  assertEquals(result.failures[0]?.confirmed, { attempts: 1, reproduced: 1 });
});
