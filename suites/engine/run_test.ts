import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { type Check, Discard, example, type Need, property } from "../check.ts";
import { TargetUnreachable } from "../client/http_client.ts";
import type { Scope } from "../scope.ts";
import { facts, runAll, runOne, small, violation } from "./test_checks.ts";
import { startTestTarget } from "./test_target.ts";

Deno.test("a property whose cases are all discarded is skipped", async () => {
  await using served = startTestTarget();
  const check = property({
    ...facts,
    id: "watch/discarded",
    arbitrary: () => fc.nat(),
    run: () => Promise.reject(new Discard("the write was refused")),
  });
  const { result } = await runOne(served, check);
  assertEquals([result.verdict, result.cases], ["skipped", 0]);
  assert(result.discards > 0);
  assertStringIncludes(result.reason ?? "", "the write was refused");
});

Deno.test("a valid request that the target calls invalid is a violation", async () => {
  await using served = startTestTarget();
  const check = property({
    ...facts,
    id: "watch/refused",
    arbitrary: () => fc.nat({ max: 9 }),
    run: (_scope, number) =>
      number < 8
        ? Promise.resolve()
        : Promise.reject(new Discard("the write was rejected", { refusal: "422 Invalid" })),
  });
  const { result } = await runOne(served, check);
  assertEquals(result.failures[0]?.requirement, "exchanges.valid-request-accepted");
  assertEquals([result.failures[0]?.actual, result.failures[0]?.counterexample], [
    "422 Invalid",
    8,
  ]);
});

Deno.test("a check with a missing precondition is skipped, and asked once before its cases", async () => {
  await using served = startTestTarget();
  let probes = 0;
  const missing = (scope: Scope) => {
    probes++;
    return Promise.resolve(scope.namespaces.length < 9 ? "it takes nine namespaces" : undefined);
  };
  const { result } = await runOne(served, { ...small, missing });
  const { verdict, reason, discards, cases } = result;
  assertEquals([verdict, reason], ["skipped", "it takes nine namespaces"]);
  assertEquals([probes, discards, cases], [1, 0, 0]);
  const refused = () => Promise.reject(new Discard("the identity may not impersonate"));
  const other = (await runOne(served, { ...small, missing: refused })).result;
  assertEquals([other.verdict, other.reason], ["skipped", "the identity may not impersonate"]);
});

Deno.test("a check without missing preconditions runs", async () => {
  await using served = startTestTarget();
  const { result } = await runOne(served, { ...small, missing: () => Promise.resolve(undefined) });
  assertEquals([result.verdict, result.failures[0]?.counterexample], ["fail", { number: 11 }]);
});

Deno.test("a property runs if more than half of its cases are decided", async () => {
  await using served = startTestTarget();
  const rare = (share: number) =>
    property({
      ...facts,
      id: "watch/rare",
      arbitrary: () => fc.noBias(fc.integer({ min: 1, max: 100 })),
      run: (_scope, number) =>
        number > share ? Promise.reject(new Discard("too high")) : Promise.resolve(),
    });
  assertEquals((await runOne(served, rare(75))).result.verdict, "pass");
  assertEquals((await runOne(served, rare(15))).result.verdict, "skipped");
});

Deno.test("enumerated cases run before generated ones, and are shrunk and reproduced", async () => {
  await using served = startTestTarget();
  const ran: number[] = [];
  const enumerated = property({
    ...facts,
    id: "watch/enumerated",
    arbitrary: () => fc.record({ numbers: fc.array(fc.integer({ min: 100, max: 900 })) }),
    cases: (seed) => [1, 2, 3].map((number) => ({ numbers: [500, number * 10 + 2 * (seed % 2)] })),
    run: (_scope, { numbers }) => {
      ran.push(numbers.at(-1) ?? 0);
      return Promise.resolve();
    },
  });
  const { result } = await runOne(served, enumerated, { runs: 10 });
  assertEquals([result.verdict, result.cases], ["pass", 10]);
  assertEquals(ran.length, 10);
  const shift = ran[0]! - 10;
  assertEquals(ran.slice(0, 3), [10, 20, 30].map((number) => number + shift));

  const failing = property({
    ...enumerated,
    cases: () => [{ numbers: [] }, { numbers: [200, 777, 300] }],
    run: (_scope, { numbers }) =>
      numbers.includes(777) ? Promise.reject(violation("777")) : Promise.resolve(),
  });
  const failed = (await runOne(served, failing, { runs: 10 })).result;
  assertEquals(failed.failures[0]?.counterexample, { numbers: [777] });
  const again =
    (await runOne(served, failing, { runs: 10, path: failed.failures[0]?.path })).result;
  assertEquals([again.cases, again.failures[0]?.counterexample], [1, { numbers: [777] }]);
});

Deno.test("the statistics count decided cases and the words that the check notes", async () => {
  await using served = startTestTarget();
  const silent = property({
    ...facts,
    id: "watch/silent",
    arbitrary: () => fc.record({ kind: fc.constantFrom("a", "b") }),
    run: (_scope, { kind }) =>
      kind === "a" ? Promise.resolve() : Promise.reject(new Discard("of no use")),
  });
  const { cases, spread } = (await runOne(served, silent)).result;
  assertEquals(spread, { "kind a": cases });
  const telling = { ...silent, run: (scope: Scope) => Promise.resolve(scope.note("case")) };
  const { cases: all, spread: told = {} } = (await runOne(served, telling)).result;
  assertEquals([told.case, told["kind a"]! + told["kind b"]!], [all, all]);
});

/** Fails for the third of five inputs; the inputs shrink by one. */
const enumerated = property({
  ...facts,
  id: "watch/enumerated",
  arbitrary: () => fc.nat(),
  caseList: (_target, { runs }) => ({
    inputs: [1, 2, 30, 4, 5].slice(0, runs),
    coverage: (decided) => ({ strength: 2, covered: new Set(decided).size, combinations: 5 }),
  }),
  run: (_scope, number) =>
    number === 4
      ? Promise.reject(new Discard("of no use"))
      : number > 10
      ? Promise.reject(violation(String(number)))
      : Promise.resolve(),
});

Deno.test("the listed inputs run once each, and what they cover is reported", async () => {
  await using served = startTestTarget();
  const right = { ...enumerated, run: () => Promise.resolve() };
  const { verdict, cases, coverage } = (await runOne(served, right)).result;
  assertEquals([verdict, cases], ["pass", 5]);
  assertEquals(coverage, { strength: 2, covered: 5, combinations: 5 });
  const few = (await runOne(served, enumerated, { runs: 2 })).result;
  assertEquals([few.verdict, few.cases, few.coverage?.covered], ["pass", 2, 2]);
});

Deno.test("a listed input that fails is shrunk, and its path finds it again", async () => {
  await using served = startTestTarget();
  const { failures: [failure] } = (await runOne(served, enumerated)).result;
  const { path, shrinks } = failure!;
  assertEquals(failure?.counterexample, 11);
  assert(path!.startsWith("2:") && shrinks > 0, path);
  const again = (await runOne(served, enumerated, { path: path! })).result;
  assertEquals([again.failures[0]?.counterexample, again.cases], [11, 1]);
});

Deno.test("an error of the suite is not a failure of the target", async () => {
  await using served = startTestTarget();
  const check = property({
    ...facts,
    id: "watch/broken",
    arbitrary: () => fc.nat(),
    run: () => Promise.reject(new TypeError("undefined is not a function")),
  });
  const { result } = await runOne(served, check);
  assertEquals([result.verdict, result.failures[0]], ["error", undefined]);
  assertStringIncludes(result.reason ?? "", "undefined is not a function");
});

Deno.test("a check with an unmet need is skipped, and the reason states a remedy", async () => {
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
    assertEquals([result.verdict, result.cases], ["skipped", 0]);
    assertMatch(result.reason ?? "", /\. (Give|Use) /);
  }
  const waits = { ...served.target, waits: { history: 1 } };
  assertEquals(
    (await runOne(served, needs("history expiry"), { target: waits })).result.verdict,
    "pass",
  );
});

Deno.test("an unreachable target ends the run", async () => {
  await using served = startTestTarget();
  const check = property({
    ...facts,
    id: "watch/gone",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      await scope.send({ method: "GET", path: "/api/v1/namespaces" });
      await served.stop();
      await scope.send({ method: "GET", path: "/api/v1/namespaces" });
    },
  });
  const { result, events } = await runOne(served, check);
  assertEquals(result.verdict, "skipped");
  const end = events.at(-1);
  assert(end?.type === "run finished" && end.unreachable && end.aborted !== undefined);
});

Deno.test("a request without a response fails while the target answers others", async () => {
  const neverEnding = (_request: Request, path: string) =>
    path === "/broken" ? new Response(new ReadableStream()) : undefined;
  await using served = startTestTarget(neverEnding, 200);
  const check = example({
    ...facts,
    id: "watch/cut",
    run: async (scope) => void await scope.send({ method: "GET", path: "/broken" }),
  });
  const { result } = await runOne(served, check, { limits: { confirmations: 0 } });
  assertEquals([result.verdict, result.failures[0]?.expected], ["fail", "a response"]);
  assertEquals(result.failures[0]?.harm, "availability");
});

Deno.test("a target that answers the second ping is not unreachable", async () => {
  let pings = 0;
  const late = (_request: Request, path: string) =>
    path === "/broken" || path === "/version" && ++pings === 1
      ? new Response(new ReadableStream())
      : undefined;
  await using served = startTestTarget(late, 200);
  const check = example({
    ...facts,
    id: "watch/late",
    run: async (scope) => void await scope.send({ method: "GET", path: "/broken" }),
  });
  const { result, events } = await runOne(served, check, { limits: { confirmations: 0 } });
  const end = events.at(-1);
  assertEquals([result.verdict, end?.type === "run finished" && end.unreachable], [
    "fail",
    undefined,
  ]);
});

Deno.test("a case decides nothing for a connection that a target closed without an error", async () => {
  await using served = startTestTarget();
  const closed = new TargetUnreachable("the connection was closed", { isUndecided: true });
  const check = example({ ...facts, id: "watch/closed", run: () => Promise.reject(closed) });
  const { result } = await runOne(served, check);
  assertEquals([result.verdict, result.failures], ["skipped", []]);
  assertStringIncludes(result.reason ?? "", "the connection was closed");
});

Deno.test("a run ends if requests of four areas and of half of all are left unanswered", async () => {
  const neverEnding = (_request: Request, path: string) =>
    path === "/broken" ? new Response(new ReadableStream()) : undefined;
  const names = ["watch", "paging", "patch", "apply", "health", "dry-run", "access", "errors"];
  const areas = [...names, "secrets", "metadata"] as const;
  const run = async (broken: number) => {
    await using served = startTestTarget(neverEnding, 100);
    const checks = areas.toReversed().map((area, index) =>
      example({
        ...facts,
        id: `${area}/one`,
        run: async (scope) => {
          const path = areas.length - index <= broken ? "/broken" : "/version";
          await scope.send({ method: "GET", path });
        },
      })
    );
    const limits = { confirmations: 0 };
    const { results, events } = await runAll(served, checks, { limits, workers: 1 });
    const end = events.find(({ type }) => type === "run finished");
    return [results.length, end?.type === "run finished" && end.unreachable === true];
  };
  assertEquals(await run(4), [10, false]);
  assertEquals(await run(10), [4, true]);
});

Deno.test("a check that does not finish is an error of the suite", async () => {
  await using served = startTestTarget();
  const check = example({ ...facts, id: "watch/endless", run: () => new Promise(() => {}) });
  const { result } = await runOne(served, check, { limits: { caseTime: 20 } });
  assertEquals(result.verdict, "error");
  assertStringIncludes(result.reason ?? "", "20 ms");
});

Deno.test("a check whose requests are answered has its time again, and an end", async () => {
  await using served = startTestTarget();
  const caseTime = 500;
  let steps = Promise.resolve();
  const sending = (id: Check["id"], time: number) => {
    const run = async (scope: Scope) => {
      const begun = performance.now();
      while (performance.now() < begun + time) {
        await scope.send({ method: "GET", path: "/api/v1/namespaces" });
        // A slow target's: thousands in the time of a case would be too many.
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    return example({ ...facts, id, run: (scope) => steps = run(scope) });
  };
  const resultOf = async (check: Check) =>
    (await runOne(served, check, { limits: { caseTime } })).result;
  assertEquals((await resultOf(sending("watch/slow", 1.5 * caseTime))).verdict, "pass");
  const endless = await resultOf(sending("watch/endless", Infinity));
  assertMatch(endless.reason ?? "", /did not finish within \d+ ms/);
  await steps.catch(() => {});
});

Deno.test("an error of a generator is an error of its check, and the others go on", async () => {
  await using served = startTestTarget();
  const nothing: string[] = [];
  const generator = property({
    ...facts,
    id: "watch/generator",
    arbitrary: () => fc.constantFrom(...nothing),
    run: () => Promise.resolve(),
  });
  const cases = property({
    ...facts,
    id: "watch/cases",
    arbitrary: () => fc.nat(),
    cases: () => {
      throw new RangeError("no cases of nothing");
    },
    run: () => Promise.resolve(),
  });
  const checks = [generator, cases, { ...small, id: "watch/small" as const }];
  const { results } = await runAll(served, checks, { workers: 1 });
  assertEquals(results.map(({ verdict }) => verdict), ["error", "error", "fail"]);
  assertStringIncludes(results[0]?.reason ?? "", "constantFrom");
  assertStringIncludes(results[1]?.reason ?? "", "no cases of nothing");
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
        await scope.send({ method: "GET", path: "/api/v1/namespaces" });
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

Deno.test("failed cases are repeated before checks that run alone change what they depend on", async () => {
  await using served = startTestTarget();
  const alone = example({ ...facts, id: "watch/alone", alone: true, run: () => Promise.resolve() });
  const { events } = await runAll(served, [alone, small]);
  const order = events.flatMap((event) => {
    if (event.type === "check started") return [event.check];
    return event.type === "explaining failures" ? ["repetitions"] : [];
  });
  assertEquals(order, ["watch/small", "repetitions", "watch/alone"]);
});

Deno.test("a property with a share runs that part of the cases, and at least one", async () => {
  await using served = startTestTarget();
  const share = (share: number) => {
    const run = () => Promise.resolve();
    return property({ ...facts, id: "watch/share", share, arbitrary: () => fc.nat(), run });
  };
  assertEquals((await runOne(served, share(0.25), { runs: 20 })).result.cases, 5);
  assertEquals((await runOne(served, share(0.01), { runs: 20 })).result.cases, 1);
});
