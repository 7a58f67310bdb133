import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { CheckResult, RunEvent } from "../../reports/events.ts";
import { type Check, Discard, example, type Need, property, Violation } from "../check.ts";
import type { RequirementId } from "../requirements/mod.ts";
import { secret } from "../resources/secret.ts";
import { runChecks, type RunOptions } from "./run.ts";
import type { Scope } from "./scope.ts";
import { startTestTarget, TEST_TOKEN, type TestTarget } from "./test_target.ts";

const requirement = "test.requirement" as RequirementId;
const advice = "test.advice" as RequirementId;
const custom = "test.custom" as RequirementId;
const requirements = {
  [requirement]: { chapter: "Tests", statement: "It works.", level: "must" },
  [advice]: { chapter: "Tests", statement: "It works well.", level: "should" },
  [custom]: { chapter: "Tests", statement: "It works as elsewhere.", level: "convention" },
} as const;
const facts = { title: "a check", requirements: [requirement], level: "must" } as const;

const violation = (actual: string) => new Violation(requirement, { expected: "less", actual });

/** Fails for numbers above ten. */
const small = property<{ number: number }>({
  ...facts,
  id: "watch/small",
  arbitrary: () => fc.record({ number: fc.nat() }),
  run: async (scope, { number }) => {
    await scope.create(secret, scope.make(secret, { content: number }));
    if (number > 10) throw violation(String(number));
  },
});

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
const adding = property<{ steps: Iterable<Add> }>({
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

Deno.test("what a scope made is gone after each execution, and the namespaces after the run", async () => {
  await using served = startTestTarget();
  const seen: number[] = [];
  const check = property<number>({
    ...facts,
    id: "watch/clean",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      seen.push([...served.objects.keys()].filter((path) => path.includes("/secrets/")).length);
      for (const name of ["a", "b"]) await scope.create(secret, scope.make(secret, { name }));
    },
  });
  const { result, events } = await runOne(served, check);
  assertEquals([result.verdict, result.cases], ["pass", 100]);
  assertEquals(new Set(seen), new Set([0]));
  assertEquals(served.objects.size, 0);
  assert(!events.some(({ type }) => type === "left behind"));
});

Deno.test("what cannot be removed is told", async () => {
  await using served = startTestTarget((request, path) =>
    request.method === "DELETE" && path.includes("/secrets/")
      ? Response.json({}, { status: 500 })
      : undefined
  );
  const check = example({
    ...facts,
    id: "watch/leaves",
    run: async (scope) => void await scope.create(secret, scope.make(secret)),
  });
  const { events } = await runOne(served, check);
  const left = events.find((event) => event.type === "left behind");
  assertEquals(left?.resources.length, 1);
  assertStringIncludes(left?.resources[0] ?? "", "/secrets/p");
});

Deno.test("a census finds what the target only said it removed", async () => {
  await using served = startTestTarget((request, path) => {
    if (request.method === "DELETE" && path.includes("/secrets/")) return Response.json({});
    // The server lists what has the path at its start, and nothing else.
    if (request.method === "GET" && path === "/api/v1/namespaces") {
      return Response.json({ items: [] });
    }
    const items = [...served.objects].filter(([each]) => each.includes("/secrets/"))
      .map(([, object]) => object);
    return path === "/api/v1/secrets" ? Response.json({ items }) : undefined;
  });
  const check = example({
    ...facts,
    id: "watch/leaves",
    run: async (scope) => void await scope.create(secret, scope.make(secret)),
  });
  const { events } = await runOne(served, check, { census: true });
  const [before, after] = events.filter((event) => event.type === "census");
  assertEquals([before?.moment, after?.moment], ["before", "after"]);
  const secrets = { resource: "secrets", seen: "all", earlier: 0, others: 0 } as const;
  assertEquals(before?.counts[0], { ...secrets, own: 0 });
  assertEquals(after?.counts[0], { ...secrets, own: 1 });
  const left = events.find((event) => event.type === "left behind");
  assertEquals(left?.resources.length, 1);
  assertStringIncludes(left?.resources[0] ?? "", "/secrets/p");
});

Deno.test("a property whose cases are all thrown away did not run", async () => {
  await using served = startTestTarget();
  const check = property<number>({
    ...facts,
    id: "watch/discarded",
    arbitrary: () => fc.nat(),
    run: () => Promise.reject(new Discard("the write was refused")),
  });
  const { result } = await runOne(served, check);
  assertEquals([result.verdict, result.cases], ["not run", 0]);
  assert(result.discards > 0);
  assertStringIncludes(result.reason ?? "", "the write was refused");
});

Deno.test("a check that says what is missing is not run, and asked once before its cases", async () => {
  await using served = startTestTarget();
  let asked = 0;
  const missing = (scope: Scope) => {
    asked++;
    return Promise.resolve(scope.namespaces.length < 9 ? "it takes nine namespaces" : undefined);
  };
  const { result } = await runOne(served, { ...small, missing });
  const { verdict, reason, discards, cases } = result;
  assertEquals([verdict, reason], ["not run", "it takes nine namespaces"]);
  assertEquals([asked, discards, cases], [1, 0, 0]);
  const refused = () => Promise.reject(new Discard("who asks may not ask"));
  const other = (await runOne(served, { ...small, missing: refused })).result;
  assertEquals([other.verdict, other.reason], ["not run", "who asks may not ask"]);
});

Deno.test("a check of which nothing is missing runs", async () => {
  await using served = startTestTarget();
  const { result } = await runOne(served, { ...small, missing: () => Promise.resolve(undefined) });
  assertEquals([result.verdict, result.failure?.counterexample], ["fail", { number: 11 }]);
});

Deno.test("a property of which more than half tells something has run", async () => {
  await using served = startTestTarget();
  const rare = (share: number) =>
    property<number>({
      ...facts,
      id: "watch/rare",
      arbitrary: () => fc.noBias(fc.integer({ min: 1, max: 100 })),
      run: (_scope, number) =>
        number > share ? Promise.reject(new Discard("too high")) : Promise.resolve(),
    });
  assertEquals((await runOne(served, rare(75))).result.verdict, "pass");
  assertEquals((await runOne(served, rare(15))).result.verdict, "not run");
});

Deno.test("the spread is what was drawn of the cases that told something, and what the check notes", async () => {
  await using served = startTestTarget();
  const silent = property<{ kind: string }>({
    ...facts,
    id: "watch/silent",
    arbitrary: () => fc.record({ kind: fc.constantFrom("a", "b") }),
    run: (_scope, { kind }) =>
      kind === "a" ? Promise.resolve() : Promise.reject(new Discard("of no use")),
  });
  const { cases, spread } = (await runOne(served, silent)).result;
  assertEquals(spread, { "kind a": cases });
  const telling = { ...silent, run: (scope: Scope) => Promise.resolve(scope.note("case")) };
  const told = (await runOne(served, telling)).result.spread!;
  assertEquals([told.case, told["kind a"]! + told["kind b"]!], [100, 100]);
});

Deno.test("an error of the suite itself is told apart from a fault of the target", async () => {
  await using served = startTestTarget();
  const check = property<number>({
    ...facts,
    id: "watch/broken",
    arbitrary: () => fc.nat(),
    run: () => Promise.reject(new TypeError("undefined is not a function")),
  });
  const { result } = await runOne(served, check);
  assertEquals([result.verdict, result.failure], ["error", undefined]);
  assertStringIncludes(result.reason ?? "", "undefined is not a function");
});

Deno.test("what fails is what a must broke, whatever the level of the check", async () => {
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

Deno.test("a custom that is missed first does not hide a must that is broken later", async () => {
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

Deno.test("a known deviation covers its check's failure, and one that is not found is told", async () => {
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
    catalogue: ["watch/passes", "watch/small"],
  });
  assertEquals(
    stale.events.filter((event) => event.type === "stale deviation").map(({ check, why }) => [
      check,
      why,
    ]),
    [["watch/passes", "the check did not fail"], ["watch/gone", "there is no such check"]],
  );
});

Deno.test("a check whose need is missing is not run, and the reason says what to provide", async () => {
  await using served = startTestTarget((request, path) =>
    request.method === "POST" && path.endsWith("/namespaces")
      ? Response.json({}, { status: 403 })
      : undefined
  );
  const needs = (need: Need) =>
    example({ ...facts, id: "watch/needs", needs: [need], run: () => Promise.resolve() });
  const missing = [
    "own namespaces",
    "history expiry",
    "another identity",
    "impersonation",
    "another identity or impersonation",
  ] as const;
  for (const need of missing) {
    const { result } = await runOne(served, needs(need));
    assertEquals([result.verdict, result.cases], ["not run", 0]);
    assertStringIncludes(result.reason ?? "", "give ");
  }
  const waits = { ...served.target, waits: { history: 1 } };
  assertEquals(
    (await runOne(served, needs("history expiry"), { target: waits })).result.verdict,
    "pass",
  );
});

Deno.test("where namespaces cannot be made the given one is shared", async () => {
  await using served = startTestTarget((request, path) =>
    request.method === "POST" && path.endsWith("/namespaces")
      ? Response.json({}, { status: 403 })
      : undefined
  );
  const seen: unknown[] = [];
  const check = example({
    ...facts,
    id: "watch/shared",
    run: (scope) => Promise.resolve(void seen.push(scope.namespaces, scope.exclusive)),
  });
  await runOne(served, check);
  assertEquals(seen, [["default"], false]);
});

Deno.test("a target that goes away ends the run", async () => {
  await using served = startTestTarget();
  const check = property<number>({
    ...facts,
    id: "watch/gone",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      await scope.ask({ method: "GET", path: "/api/v1/namespaces" });
      await served.stop();
      await scope.ask({ method: "GET", path: "/api/v1/namespaces" });
    },
  });
  const { result, events } = await runOne(served, check);
  assertEquals(result.verdict, "not run");
  const end = events.at(-1);
  assert(end?.type === "run finished" && end.unreachable && end.aborted !== undefined);
});

Deno.test("a request the target alone does not answer is the target's fault", async () => {
  const neverEnding = (_request: Request, path: string) =>
    path === "/broken" ? new Response(new ReadableStream()) : undefined;
  await using served = startTestTarget(neverEnding, 200);
  const check = example({
    ...facts,
    id: "watch/cut",
    run: async (scope) => void await scope.ask({ method: "GET", path: "/broken" }),
  });
  const { result } = await runOne(served, check, { limits: { confirmations: 0 } });
  assertEquals([result.verdict, result.failure?.expected], ["fail", "an answer"]);
});

Deno.test("a run that is ended still removes what it made", async () => {
  await using served = startTestTarget();
  const control = new AbortController();
  let executions = 0;
  const check = property<number>({
    ...facts,
    id: "watch/ended",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      await scope.create(secret, scope.make(secret));
      if (++executions === 3) control.abort();
    },
  });
  const { result, events } = await runOne(served, check, { signal: control.signal });
  assertEquals([result.verdict, executions, served.objects.size], ["not run", 3, 0]);
  const end = events.at(-1);
  assertEquals(end?.type === "run finished" && end.aborted, "interrupted");
});

Deno.test("shrinking is bounded by executions", async () => {
  await using served = startTestTarget();
  let executions = 0;
  const check = property<number[]>({
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

Deno.test("a check that never ends is an error of the suite", async () => {
  await using served = startTestTarget();
  const check = example({ ...facts, id: "watch/endless", run: () => new Promise(() => {}) });
  const { result } = await runOne(served, check, { limits: { caseTime: 20 } });
  assertEquals(result.verdict, "error");
  assertStringIncludes(result.reason ?? "", "20 ms");
});

Deno.test("checks that run alone come last, one by one", async () => {
  await using served = startTestTarget();
  let running = 0;
  const alongside: Record<string, number> = {};
  const wait = (id: Check["id"], alone: boolean) =>
    example({
      ...facts,
      id,
      alone,
      run: async (scope) => {
        running++;
        await scope.ask({ method: "GET", path: "/api/v1/namespaces" });
        alongside[id] = running;
        running--;
      },
    });
  const checks = [
    wait("watch/a", true),
    wait("watch/b", true),
    wait("watch/c", false),
    wait("watch/d", false),
  ];
  const { events } = await runAll(served, checks, { workers: 4 });
  const finished = events.filter((event) => event.type === "check finished");
  assertEquals(finished.slice(-2).map(({ result }) => result.id), ["watch/a", "watch/b"]);
  assertEquals([alongside["watch/a"], alongside["watch/b"]], [1, 1]);
});

async function runOne(served: TestTarget, check: Check, options: Partial<RunOptions> = {}) {
  const { results, events } = await runAll(served, [check], options);
  return { result: results[0] as CheckResult, events };
}

async function runAll(served: TestTarget, checks: Check[], options: Partial<RunOptions> = {}) {
  const events: RunEvent[] = [];
  const results = await runChecks({
    target: served.target,
    checks,
    catalogue: checks.map(({ id }) => id),
    requirements,
    seed: 7,
    suiteVersion: "0.0.0",
    emit: (event) => void events.push(event),
    ...options,
  });
  return { results, events };
}
