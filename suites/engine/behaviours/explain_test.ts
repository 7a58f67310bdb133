import { assertEquals } from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import fc from "fast-check";
import { example, property, Violation } from "../../check.ts";
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import type { DemandedName } from "../../features.ts";
import { secret } from "../../resources/secret.ts";
import type { Scope } from "../../scope.ts";
import { verify } from "../../verify.ts";
import { type Behaviour, seenIn } from "./behaviour.ts";
import { explain, isStatedByOther } from "./explain.ts";
import { passesWithout } from "./repeat.ts";
import { Scopes } from "../scopes.ts";
import {
  advice,
  createSecret,
  custom,
  facts,
  requirement,
  requirements,
  runAll,
} from "../test_checks.ts";
import { type Misbehaviour, startTestTarget, type TestTarget } from "../test_target.ts";
import { alikeOf } from "./explain.ts";
import type { FailedCase } from "./repeat.ts";

/** Creates an object and deletes it, which is to be answered with a status. */
const deletion = (id: `${string}/${string}`, expected: number) =>
  example({
    ...facts,
    id,
    run: async (scope) => {
      const { path } = await createSecret(scope);
      const { status } = await scope.send({ method: "DELETE", path });
      verify<string>(requirement, { expected, actual: status });
    },
  });

/** Creates an object and deletes it, and goes on as the status of the deletion says. */
const afterDeletion = (
  goOn: (
    scope: Scope,
    deleted: { readonly path: string; readonly status: number },
  ) => Promise<void>,
) =>
  example({
    ...facts,
    id: "watch/held",
    run: async (scope) => {
      const { path } = await createSecret(scope);
      const { status } = await scope.send({ method: "DELETE", path });
      await goOn(scope, { path, status });
    },
  });

const accepted: Misbehaviour = ({ method }, path) =>
  method === "DELETE" && path.includes("/secrets/")
    ? Response.json({ kind: "Status" }, { status: 202 })
    : undefined;

const SECRETS = "/api/v1/namespaces/a/secrets";

/** Returns what cases need to be repeated against a target. */
const repeating = ({ target }: TestTarget) => ({
  target,
  scopes: new Scopes(target, "r0000001"),
  requirements,
  caseTime: 1_000,
  signal: new AbortController().signal,
});

/** Returns the causes of cases that are given: with behaviours of the test, or those of the table. */
async function causesOf(
  served: TestTarget,
  cases: readonly FailedCase[],
  behaviours?: readonly Behaviour[],
) {
  const options = repeating(served);
  const { causes } = await explain(cases, {
    ...options,
    ...(behaviours && { behaviours }),
    time: 10_000,
  });
  await options.scopes.end();
  return causes;
}

const explanationsIn = (events: readonly RunEvent[]) =>
  events.flatMap((event) => event.type === "failures explained" ? event.causes : []);

Deno.test("a failure that does not occur without a behaviour belongs to it", async () => {
  await using served = startTestTarget(accepted);
  // The second one fails whatever a DELETE is answered with.
  const checks = [deletion("watch/ok", 200), deletion("watch/teapot", 418)];
  const { events } = await runAll(served, checks);
  assertEquals(explanationsIn(events), [{
    id: "DELETE is answered with 202",
    title: "A successful DELETE is answered with 202",
    failures: [{ check: "watch/ok", requirement }],
    seen: ["delete secrets"],
    unseen: [],
  }]);
});

Deno.test("a case that passes as it ends before what it failed at belongs to no behaviour", async () => {
  await using served = startTestTarget(accepted);
  const check = afterDeletion(async (scope, { path, status }) => {
    // An object that is gone is not patched.
    if (status !== 202) return;
    const patched = await scope.send({ method: "PATCH", path, body: {} });
    verify<string>(requirement, { expected: "another status", actual: patched.status });
  });
  const { events } = await runAll(served, [check]);
  assertEquals(explanationsIn(events), []);
});

Deno.test("a status of success explains no failure of a later request, though its case passes without it", async () => {
  await using served = startTestTarget(accepted);
  const check = afterDeletion(async (scope, { path, status }) => {
    await scope.send({ method: "PATCH", path, body: {} });
    const read = await scope.send({ method: "GET", path });
    // What is gone is not compared.
    if (status === 202) verify<string>(requirement, { expected: "another", actual: read.status });
  });
  const { events } = await runAll(served, [check]);
  const ids = explanationsIn(events).map(({ id }) => id);
  assertEquals(ids.includes("DELETE is answered with 202"), false);
});

Deno.test("a failure belongs to a behaviour that violates something else when its case is repeated", async () => {
  await using served = startTestTarget(accepted);
  let times = 0;
  const check = example({
    ...facts,
    id: "watch/late",
    requirements: [requirement, custom],
    run: async (scope) => {
      const { path } = await createSecret(scope);
      const { status } = await scope.send({ method: "DELETE", path });
      // As a version that is new at first and too old later.
      verify<string>(times++ === 0 ? requirement : custom, { expected: 200, actual: status });
    },
  });
  const { events } = await runAll(served, [check]);
  const [cause] = explanationsIn(events);
  assertEquals(cause!.id, "DELETE is answered with 202");
  assertEquals(cause!.failures[0], { check: "watch/late", requirement });
});

Deno.test("a case that failed for another request belongs to no behaviour that fails it when repeated", async () => {
  await using served = startTestTarget(accepted);
  let times = 0;
  const check = example({
    ...facts,
    id: "watch/other",
    requirements: [requirement, custom],
    run: async (scope) => {
      const { path } = await createSecret(scope);
      const deleted = await scope.send({ method: "DELETE", path });
      if (times++ > 0) verify<string>(custom, { expected: 200, actual: deleted.status });
      const { status } = await scope.send({ method: "GET", path });
      verify<string>(requirement, { expected: "once", actual: times === 1 ? status : "once" });
    },
  });
  const { events } = await runAll(served, [check]);
  assertEquals(explanationsIn(events), []);
});

Deno.test("a behaviour that does not show in a case is not tried on it", async () => {
  await using served = startTestTarget();
  const { events } = await runAll(served, [deletion("watch/teapot", 418)]);
  assertEquals(explanationsIn(events), []);
});

Deno.test("what fails for a part that the target is declared to lack is no failure", async () => {
  await using served = startTestTarget();
  const check = example({
    ...facts,
    id: "watch/two",
    run: async (scope) => {
      for (const name of ["one", "two"]) {
        await scope.create(secret, scope.newObject(secret, { name }));
      }
      const path = `/api/v1/namespaces/${scope.namespaces[0]}/secrets`;
      const { json } = await scope.send({ method: "GET", path, query: { limit: "1" } });
      const { items } = json as { items: unknown[] };
      verify<string>(requirement, { expected: 1, actual: items.length });
    },
  });
  const verdictOf = async (without: readonly DemandedName[]) => {
    const target = { ...served.target, without };
    const { results: [result] } = await runAll({ ...served, target }, [check]);
    return [result!.verdict, result!.reason];
  };
  assertEquals((await verdictOf([]))[0], "fail");
  assertEquals(await verdictOf(["paging"]), [
    "unsupported",
    "the target is declared to lack paging",
  ]);
  // Another part explains nothing.
  assertEquals((await verdictOf(["exact-reads"]))[0], "fail");
});

Deno.test("of two behaviours that show at a violation, the one belongs that the requirement is about", () => {
  const request = { method: "DELETE", path: "/api/v1/namespaces/a/secrets/s" } as const;
  const seen = [seenIn(request, { status: 200, headers: new Headers(), text: "", json: {} })];
  const violation = new Violation<string>("acme.uid-precondition-missed", {
    expected: "409",
    actual: "200",
  });
  const one = {
    requirement: "acme.uid-precondition-missed",
    seen,
    violated: [{ violation, requests: 1 }],
    check: deletion("watch/ok", 200),
    input: undefined,
  };
  const behaviour = (states?: RegExp): Behaviour => ({
    id: "any",
    name: "Any",
    ...(states && { states }),
    shows: (all) => all.filter(({ verb }) => verb === "delete"),
  });
  const own = behaviour(/-precondition-missed$/);
  assertEquals(isStatedByOther(behaviour(), one, [own]), true);
  assertEquals(isStatedByOther(own, one, [behaviour(), own]), false);
  assertEquals(isStatedByOther(behaviour(), one, [behaviour(/other$/)]), false);
  assertEquals(isStatedByOther(behaviour(), one, [{ ...own, shows: () => [] }]), false);
});

Deno.test("failures belong to the behaviour that their requirement is about, though another shows, too", async () => {
  await using served = startTestTarget(accepted);
  const request = { method: "DELETE", path: `${SECRETS}/s` } as const;
  const seen = [seenIn(request, { status: 202, headers: new Headers(), text: "", json: {} })];
  const violated = "acme.uid-precondition-missed";
  const failed = (id: `${string}/${string}`) => ({
    requirement: violated,
    seen,
    violated: [{
      violation: new Violation<string>(violated, { expected: "409", actual: "202" }),
      requests: 1,
    }],
    check: deletion(id, 200),
    input: undefined,
  });
  const behaviour = (id: string, states?: RegExp): Behaviour => ({
    id,
    name: id,
    ...(states && { states }),
    shows: (all) => all.filter(({ verb }) => verb === "delete"),
  });
  const behaviours = [behaviour("any"), behaviour("own", /-precondition-missed$/)];
  const causes = await causesOf(served, [failed("watch/one"), failed("watch/two")], behaviours);
  assertEquals(causes.map(({ id, failures }) => [id, failures.length]), [["own", 2]]);
});

Deno.test("what is said of events belongs to a behaviour only if other failures show it", async () => {
  await using served = startTestTarget();
  const failed = (id: `${string}/${string}`, violated: string, method: "DELETE" | "PUT") => ({
    requirement: violated,
    seen: [
      seenIn({ method, path: `${SECRETS}/s` }, {
        status: 200,
        headers: new Headers(),
        text: "",
        json: {},
      }),
    ],
    violated: [{
      violation: new Violation<string>(violated, { expected: "MODIFIED", actual: "DELETED" }),
      requests: 1,
    }],
    check: deletion(id, 200),
    input: undefined,
  });
  const behaviour: Behaviour = {
    id: "own",
    name: "own",
    states: /-stays$/,
    statesOfEvents: /-is-modified$/,
    shows: (all) => all.filter(({ verb }) => verb === "delete"),
  };
  const events = [1, 2].map((at) => failed(`watch/${at}`, "acme.deletion-is-modified", "PUT"));
  const explained = async (...cases: readonly ReturnType<typeof failed>[]) =>
    (await causesOf(served, cases, [behaviour]))
      .map(({ id, failures }) => [id, failures.length]);
  assertEquals(await explained(...events), []);
  const stays = [1, 2].map((at) => failed(`lifecycle/${at}`, "acme.object-stays", "DELETE"));
  assertEquals(await explained(...events, ...stays), [["own", 4]]);
});

Deno.test("a list without a resourceVersion is not blamed on its limit, and explains nothing else", async () => {
  const request: HttpRequest = { method: "GET", path: SECRETS, query: { limit: "1" } };
  const json = { kind: "SecretList", metadata: {}, items: [{ metadata: {} }, { metadata: {} }] };
  const seen = [seenIn(request, { status: 200, headers: new Headers(), text: "", json })];
  const failed = (violated: string) => ({
    requirement: violated,
    seen,
    violated: [{
      violation: new Violation<string>(violated, { expected: "a version", actual: "none" }),
      requests: 1,
    }],
    check: deletion("watch/ok", 200),
    input: undefined,
  });
  const version = "resource-versions.collection-carries-version";
  await using served = startTestTarget();
  const causes = await causesOf(served, [failed(version), failed("paging.limit-bounds-page")]);
  assertEquals(
    causes.map(({ title, failures }) => [title, failures.map((one) => one.requirement)]),
    [["A list has no `resourceVersion`", [version]]],
  );
});

Deno.test("without time there are no experiments", async () => {
  await using served = startTestTarget(accepted);
  const { events } = await runAll(served, [deletion("watch/ok", 200)], {
    limits: { explainTime: 0 },
  });
  assertEquals(explanationsIn(events), []);
});

Deno.test("once most failing checks fail for a behaviour, the others run without it", async () => {
  await using served = startTestTarget(accepted);
  const checks = Array.from({ length: 8 }, (_, at) => deletion(`watch/ok${at}`, 200));
  const { results, events } = await runAll(served, checks, { workers: 1 });
  const failing = results.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
  assertEquals(failing, ["watch/ok0", "watch/ok1", "watch/ok2", "watch/ok3"]);
  assertEquals(results[4]!.passedOver, ["A successful DELETE is answered with 202"]);
  const [cause] = explanationsIn(events);
  assertEquals(cause!.failures.map(({ check }) => check).sort(), failing);
});

Deno.test("where errors are answered with 200, they are errors to the checks that come later", async () => {
  await using served = startTestTarget(({ method }, path) =>
    method === "GET" && /\/(none|[^/]*probe[^/]*)$/.test(path)
      ? Response.json({ kind: "Status", status: "Failure", reason: "NotFound", code: 404 })
      : undefined
  );
  // Another violation of the case hides nothing.
  const checks = Array.from({ length: 6 }, (_, at) =>
    example({
      ...facts,
      id: `watch/none${at}`,
      run: async (scope) => {
        const { collection } = await createSecret(scope);
        const { status } = await scope.send({ method: "GET", path: `${collection}/none` });
        verify<string>(requirement, { expected: 404, actual: status });
        verify<string>(advice, { expected: "other", actual: "this" });
      },
    }));
  const { results, events } = await runAll(served, checks, { workers: 1 });
  // A client takes a write that failed for one that is stored.
  assertEquals(explanationsIn(events).map(({ id, harm }) => [id, harm]), [
    ["errors are answered with a success", "data-loss"],
  ]);
  assertEquals(
    results.map(({ failures }) => failures.map((each) => each.requirement)),
    // What is seen before the checks is left to the first one to report.
    [[requirement, advice], ...Array(5).fill([advice])],
  );
});

Deno.test("a behaviour that few failing checks show is left in the others", async () => {
  await using served = startTestTarget(accepted);
  const checks = Array.from({ length: 8 }, (_, at) => [
    deletion(`watch/teapot${at}`, 418),
    deletion(`watch/coffee${at}`, 419),
    deletion(`watch/ok${at}`, 200),
  ]).flat();
  const { results } = await runAll(served, checks, { workers: 1 });
  assertEquals(results.filter(({ verdict }) => verdict === "fail").length, checks.length);
});

Deno.test("a run says if the time for experiments did not suffice", async () => {
  await using served = startTestTarget(accepted);
  const { events } = await runAll(served, [deletion("watch/ok", 200)], {
    limits: { explainTime: 1e-6 },
  });
  assertEquals(explanationsIn(events), []);
  const explained = events.filter((event) => event.type === "failures explained");
  assertEquals(explained.map(({ isOutOfTime }) => isOutOfTime), [true]);
});

Deno.test("what a case shows in its preparation only does not explain its violation", async () => {
  await using served = startTestTarget();
  const check = example({
    ...facts,
    id: "watch/two",
    run: async (scope) => {
      for (const name of ["one", "two"]) {
        await scope.create(secret, scope.newObject(secret, { name }));
      }
      const path = `/api/v1/namespaces/${scope.namespaces[0]}/secrets`;
      // The target ignores the limit, which is not what the check is about.
      await scope.send({ method: "GET", path, query: { limit: "1" } });
      const { status } = await scope.send({
        method: "DELETE",
        path: `${path}/${scope.name("one")}`,
      });
      verify<string>(requirement, { expected: 418, actual: status });
    },
  });
  const { results, events } = await runAll(served, [check]);
  assertEquals(results[0]!.verdict, "fail");
  assertEquals(explanationsIn(events), []);
});

for (
  const [status, id] of [
    [401, "valid credentials are answered with 401"],
    [503, "requests are answered with a 5xx status now and then"],
  ] as const
) {
  Deno.test(`a server that answers every third request ${status} fails one check for it`, async () => {
    let requests = 0;
    await using served = startTestTarget((request) =>
      request.headers.has("authorization") && ++requests % 3 === 0
        ? Response.json({ kind: "Status" }, { status })
        : undefined
    );
    // The features are asked for before the checks: it shows then.
    const uses = ["dry-run", "field-validation", "table", "yaml", "reviews", "health"] as const;
    const checks = Array.from(
      { length: 12 },
      (_, at) => ({ ...deletion(`watch/ok${at}`, 200), uses }),
    );
    const { results, events } = await runAll(served, [...checks, deletion("watch/teapot", 418)]);
    const failing = results.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
    assertEquals(failing.length, 2);
    assertEquals(failing.at(-1), "watch/teapot");
    const [cause, ...others] = explanationsIn(events);
    assertEquals(others, []);
    assertEquals(cause!.id, id);
    assertEquals(cause!.failures.map(({ check }) => check), failing.slice(0, 1));
  });
}

Deno.test("a request that always fails takes no failures that follow from others", async () => {
  await using served = startTestTarget(({ method }) =>
    method === "PATCH" ? Response.json({ kind: "Status" }, { status: 500 }) : undefined
  );
  const applies = (id: `${string}/${string}`, violated: string) =>
    example({
      ...facts,
      id,
      run: async (scope) => {
        const { object, path } = await createSecret(scope);
        const headers = { "content-type": "application/apply-patch+yaml" };
        const patch = { method: "PATCH", path, headers, body: object } as const;
        const patched = (await scope.send(patch)).status;
        if (violated === requirement) verify<string>(violated, { expected: 201, actual: patched });
        if (violated === requirement) return;
        const { status } = await scope.send({ method: "DELETE", path });
        verify<string>(violated, { expected: 418, actual: status });
      },
    });
  const { events } = await runAll(served, [
    applies("watch/apply", requirement),
    applies("watch/one", advice),
    applies("watch/two", custom),
  ]);
  // Clients of the run learn that failed cases are repeated, and for how long.
  const [trying] = events.filter((event) => event.type === "explaining failures");
  assertEquals([trying?.failures, (trying?.time ?? 0) > 0], [3, true]);
  assertEquals(explanationsIn(events).map(({ id, failures }) => [id, failures]), [[
    "apply is answered with a 5xx status",
    [{ check: "watch/apply", requirement }],
  ]]);
});

Deno.test("what no request with a behaviour can meet belongs to it, also in checks without it", async () => {
  await using served = startTestTarget(({ method }, path) =>
    method === "GET" && path.endsWith("/missing") ? new Response("no", { status: 404 }) : undefined
  );
  const reads = (id: `${string}/${string}`, violated: string, member: string, expected: string) =>
    example({
      ...facts,
      id,
      run: async (scope) => {
        const path = `/api/v1/namespaces/${scope.namespaces[0]}/secrets/missing`;
        const { json } = await scope.send({ method: "GET", path });
        const actual = (json as Record<string, string> | undefined)?.[member] ?? "absent";
        verify<string>(violated, { expected, actual });
      },
    });
  const kinds = Array.from(
    { length: 5 },
    (_, at) => reads(`watch/kind${at}`, requirement, "kind", "Status"),
  );
  const { results, events } = await runAll(served, [
    ...kinds,
    reads("watch/details", "test.error-details", "details", "some"),
    reads("watch/teapot", advice, "message", "some"),
  ], { workers: 1 });
  const failing = results.filter(({ failures }) => failures.length > 0).map(({ id }) => id);
  assertEquals(failing, [
    ...[0, 1, 2, 3].map((at) => `watch/kind${at}`),
    "watch/details",
    "watch/teapot",
  ]);
  const [cause, ...others] = explanationsIn(events);
  assertEquals(others, []);
  assertEquals(cause!.id, "errors have no Status");
  assertEquals(cause!.failures.map(({ check }) => check).sort(), failing.slice(0, 5).sort());
});

Deno.test("what a read shows of the write before it belongs to the write, if no other is named", async () => {
  await using served = startTestTarget();
  const behaviour: Behaviour = {
    id: "deleted",
    name: "A DELETE deletes",
    violates: /^test\.requirement$/,
    shows: (seen) => seen.filter(({ verb }) => verb === "delete"),
  };
  const seenAt = (method: "DELETE" | "GET", status: number) =>
    seenIn(
      { method, path: `${SECRETS}/s` },
      { status, headers: new Headers(), json: {}, text: "{}" },
    );
  const kept = (exchanges: readonly number[]): FailedCase => {
    const violation = new Violation(requirement, { expected: "200", actual: "none", exchanges });
    return {
      check: deletion("watch/kept", 200),
      requirement,
      input: undefined,
      seen: [seenAt("DELETE", 200), seenAt("GET", 404)],
      violated: [{ violation, requests: 2 }] as unknown as FailedCase["violated"],
    };
  };
  const idsOf = async (one: FailedCase) =>
    (await causesOf(served, [one], [behaviour])).map(({ id }) => id);
  assertEquals(await idsOf(kept([])), ["deleted"]);
  assertEquals(await idsOf(kept([2])), []);
});

Deno.test("an error with another status than the due one is not explained by its body", async () => {
  await using served = startTestTarget(({ method }, path) =>
    method === "GET" && path.endsWith("/missing") ? new Response("no", { status: 409 }) : undefined
  );
  const rejects = (id: `${string}/${string}`, expected: string) =>
    example({
      ...facts,
      id,
      run: async (scope) => {
        const path = `/api/v1/namespaces/${scope.namespaces[0]}/secrets/missing`;
        const { json, status } = await scope.send({ method: "GET", path });
        const { kind } = (json ?? {}) as Record<string, string>;
        const holds = kind === "Status" && expected.includes(String(status));
        verify("test.error-details", { holds, expected, actual: `${status} without a Status` });
      },
    });
  const { events } = await runAll(served, [
    rejects("watch/right", "an error: status 409 with a Status body"),
    rejects("watch/wrong", "an error: status 404 with a Status body"),
  ], { workers: 1 });
  const [cause] = explanationsIn(events);
  assertEquals(cause?.failures.map(({ check }) => check), ["watch/right"]);
});

Deno.test("what most checks show that pass over a reported violation is no reason for others", async () => {
  const joined = async (passing: number) => {
    await using served = startTestTarget(({ method }, path) =>
      method === "GET" && path.endsWith("/odd")
        ? new Response("{}", { headers: { "content-type": "application/x-odd" } })
        : undefined
    );
    const path = "secrets/odd";
    const reads = (id: `${string}/${string}`, violated?: string) =>
      property({
        ...facts,
        id,
        arbitrary: () => fc.record({ number: fc.nat() }),
        run: async (scope) => {
          const [namespace] = scope.namespaces;
          const { status } = await scope.send({
            method: "GET",
            path: `/api/v1/namespaces/${namespace}/${path}`,
          });
          if (violated !== undefined) verify<string>(violated, { expected: 418, actual: status });
        },
      });
    const checks = [
      // These report the media type; those after them pass it over.
      ...[1, 2, 3].map((at) => reads(`watch/first${at}`)),
      ...Array.from({ length: passing }, (_, at) => reads(`watch/passing${at}`)),
      reads("watch/advice", advice),
      reads("watch/custom", custom),
    ];
    const mediaType = { "exchanges.media-type": requirements[requirement] };
    const { events } = await runAll(served, checks, {
      workers: 1,
      areas: [{ id: "test", requirements: { ...requirements, ...mediaType }, checks }],
    });
    return events.flatMap((event) => event.type === "failures explained" ? event.alike : [])
      .map(({ failures }) => failures.map(({ check }) => check).toSorted());
  };
  const first = ["watch/first1", "watch/first2", "watch/first3"];
  assertEquals(await joined(1), [["watch/advice", "watch/custom", ...first]]);
  assertEquals(await joined(3), [first]);
});

Deno.test("a case that fails once is not repeated for what a target does now and then", async () => {
  let runs = 0;
  const check = example({ ...facts, id: "watch/once", run: () => Promise.resolve(void runs++) });
  const behaviour: Behaviour = { id: "a", name: "A", refusal: "5xx", shows: () => [] };
  await using served = startTestTarget();
  const options = repeating(served);
  const failed = { check, requirement, input: undefined };
  assertEquals(await passesWithout(behaviour, { ...failed, failsIn: 0 }, options), false);
  assertEquals(runs, 0);
  await passesWithout(behaviour, failed, options);
  assertEquals(runs > 1, true);
  await options.scopes.end();
});

Deno.test("a case that fails in half of its runs is explained by no pass that may be chance", async () => {
  let runs = 0;
  const run = () => {
    verify<string>(requirement, { expected: "odd", actual: ++runs % 2 === 1 ? "odd" : "even" });
    return Promise.resolve();
  };
  const check = example({ ...facts, id: "watch/half", run });
  const behaviour: Behaviour = { id: "a", name: "A", shows: () => [] };
  await using served = startTestTarget();
  const options = repeating(served);
  const failed = { check, requirement, input: undefined };
  assertEquals(await passesWithout(behaviour, failed, options), true);
  assertEquals(await passesWithout(behaviour, { ...failed, failsIn: 0.5 }, options), false);
  await options.scopes.end();
});

Deno.test("what a behaviour left behind explains what later requests violate", async () => {
  // The target ignores `dryRun`.
  await using served = startTestTarget();
  const counts = (id: `${string}/${string}`, expected: number, dryRun?: string) =>
    example({
      ...facts,
      id,
      run: async (scope) => {
        await scope.create(secret, scope.newObject(secret, { name: "one" }), { dryRun });
        const path = `/api/v1/namespaces/${scope.namespaces[0]}/secrets`;
        await scope.send({ method: "GET", path: `${path}/${scope.name("one")}` });
        await scope.create(secret, scope.newObject(secret, { name: "two" }));
        const { json } = await scope.send({ method: "GET", path });
        verify<string>(requirement, { expected, actual: (json as { items: [] }).items.length });
      },
    });
  const { events } = await runAll(served, [
    counts("watch/dry", 1, "All"),
    counts("watch/stored", 1),
  ]);
  assertEquals(explanationsIn(events).map(({ title, failures }) => [title, failures]), [[
    "`dryRun` is ignored",
    [{ check: "watch/dry", requirement }],
  ]]);
  const other = await runAll(served, [counts("watch/other", 1, "all"), counts("watch/stored", 1)]);
  assertEquals(explanationsIn(other.events).map(({ id, title }) => [id, title]), [[
    "dryRun is ignored",
    "A write with another value of `dryRun` than `All` is accepted",
  ]]);
});

Deno.test("what a race shows now and then is not explained by a case that passes once", async () => {
  await using served = startTestTarget(accepted);
  let runs = 0;
  const check = example({
    ...facts,
    id: "watch/race",
    run: async (scope) => {
      const path = `/api/v1/namespaces/${scope.namespaces[0]}/secrets`;
      const reads = Array.from({ length: 2 }, () => scope.send({ method: "GET", path }));
      await Promise.all(reads);
      await scope.send({ method: "DELETE", path: `${path}/none` });
      verify<string>(requirement, { expected: 0, actual: runs++ % 2 });
    },
  });
  for (let first = 0; first < 2; first++) {
    const { events } = await runAll(served, [check, check]);
    assertEquals(explanationsIn(events), []);
    runs++;
  }
});

Deno.test("the object in place of an error says nothing of its fields", () => {
  const path = "/api/v1/namespaces/n/secrets/s";
  const object = (label: string) => ({
    kind: "Secret",
    apiVersion: "v1",
    metadata: { name: "s", uid: "u", resourceVersion: "1", labels: { label } },
  });
  const titles = (expected: string) => {
    const cases = [requirement, advice].map((violated) => {
      const answer = { status: 200, headers: new Headers(), text: "", json: object("b") };
      const seen = [seenIn({ method: "PUT", path, body: object("a") }, answer)];
      const violation = { requirement: violated, expected, actual: JSON.stringify(object("b")) };
      const check = { id: `watch/${violated}` };
      return { check, requirement: violated, seen, violated: [{ violation, requests: 1 }] };
    });
    return alikeOf(cases as unknown as FailedCase[], {}, []).map(({ title }) => title)
      .filter((title) => title.includes("labels"));
  };
  assertEquals(titles("the object as it was sent").length, 1);
  assertEquals(titles("an error: a 4xx status"), []);
});

Deno.test("what a behaviour left behind explains no failure of a check that passes with it", async () => {
  // The target ignores `dryRun`.
  await using served = startTestTarget();
  const leaves = async (scope: Scope, secrets: number) => {
    await scope.create(secret, scope.newObject(secret, { name: "one" }), { dryRun: "All" });
    const path = `/api/v1/namespaces/${scope.namespaces[0]}/secrets`;
    await scope.send({ method: "GET", path: `${path}/${scope.name("one")}` });
    const { json } = await scope.send({ method: "GET", path });
    return (json as { items: [] }).items.length === secrets;
  };
  const direct = example({
    ...facts,
    id: "watch/dry",
    run: async (scope) => {
      if (!await leaves(scope, 0)) verify<string>(requirement, { expected: 0, actual: 1 });
    },
  });
  const other = property({
    ...facts,
    id: "watch/other",
    requirements: [advice],
    arbitrary: () => fc.record({ number: fc.nat() }),
    run: async (scope, { number }) => {
      await leaves(scope, 1);
      const { status } = await scope.send({
        method: "DELETE",
        path: `/api/v1/namespaces/${scope.namespaces[0]}/secrets/${scope.name("one")}`,
      });
      if (number > 10) verify<string>(advice, { expected: 418, actual: status });
    },
  });
  const { events } = await runAll(served, [direct, other]);
  const explained = explanationsIn(events).flatMap(({ failures }) => failures);
  assertEquals(explained.map(({ check }) => check), ["watch/dry"]);
});

Deno.test("what shows nothing of a behaviour is tried with its form of requests replaced", async () => {
  await using served = startTestTarget((request, path) =>
    request.method === "DELETE" && path.includes("/secrets/")
      ? Response.json({ kind: "Status" }, { status: 200 + Number(request.headers.has("x-late")) })
      : undefined
  );
  const relieved = (isForm: boolean) => () => ({
    response: (response: HttpResponse, { method }: HttpRequest) =>
      method === "DELETE" && isForm ? { ...response, status: 202 } : response,
  });
  const form: Behaviour = {
    id: "deletions",
    name: "Deletions are wrong",
    concerns: ({ verb }) => verb === "delete",
    shows: () => [],
    relieve: relieved(true),
  };
  const behaviour: Behaviour = {
    id: "one deletion",
    name: "A deletion is wrong",
    form,
    shows: (seen) => seen.filter(({ path }) => path.endsWith("shown")),
    relieve: relieved(true),
  };
  const failing = (name: string): FailedCase => {
    const check = deletion(`watch/${name}`, 202);
    const request = { method: "DELETE", path: `${SECRETS}/${name}` } as const;
    const response = { status: 200, headers: new Headers(), json: {}, text: "{}" };
    const violation = new Violation(requirement, { expected: "202", actual: "200" });
    return {
      check,
      requirement,
      input: undefined,
      seen: [seenIn(request, response)],
      violated: [{ violation, requests: 1 }] as unknown as FailedCase["violated"],
    };
  };
  const cases = [failing("shown"), failing("hidden")];
  const checksOf = async (...behaviours: Behaviour[]) =>
    (await causesOf(served, cases, behaviours)).map(({ failures }) =>
      failures.map(({ check }) => check)
    );
  assertEquals(await checksOf(behaviour), [["watch/shown", "watch/hidden"]]);
  const { form: _, ...plain } = behaviour;
  assertEquals(await checksOf(plain), [["watch/shown"]]);
});
