import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { example, property } from "../check.ts";
import { secret } from "../resources/secret.ts";
import { facts, runAll, runOne, violation } from "./test_checks.ts";
import { startTestTarget } from "./test_target.ts";

Deno.test("objects are removed after each execution, namespaces after the run", async () => {
  await using served = startTestTarget();
  const seen: number[] = [];
  const check = property({
    ...facts,
    id: "watch/clean",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      seen.push([...served.objects.keys()].filter((path) => path.includes("/secrets/")).length);
      for (const name of ["a", "b"]) await scope.create(secret, scope.newObject(secret, { name }));
    },
  });
  const { result, events } = await runOne(served, check);
  assertEquals([result.verdict, result.cases], ["pass", 40]);
  assertEquals(new Set(seen), new Set([0]));
  assertEquals(served.objects.size, 0);
  assert(!events.some(({ type }) => type === "left behind"));
});

Deno.test("objects that cannot be removed are reported", async () => {
  await using served = startTestTarget((request, path) =>
    request.method === "DELETE" && path.includes("/secrets/")
      ? Response.json({}, { status: 500 })
      : undefined
  );
  const check = example({
    ...facts,
    id: "watch/leaves",
    run: async (scope) => void await scope.create(secret, scope.newObject(secret)),
  });
  const { events } = await runOne(served, check);
  const left = events.find((event) => event.type === "left behind");
  // The list of namespaces of this server has everything whose path begins with its own.
  assert(left?.resources.some((path) => path.includes("/secrets/p")));
});

Deno.test("a census finds objects that the target only claimed to remove", async () => {
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
    run: async (scope) => void await scope.create(secret, scope.newObject(secret)),
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

Deno.test("the given namespace is shared if none can be created", async () => {
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

Deno.test("a stopped run still removes what it created", async () => {
  await using served = startTestTarget();
  const control = new AbortController();
  let executions = 0;
  const check = property({
    ...facts,
    id: "watch/ended",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      await scope.create(secret, scope.newObject(secret));
      if (++executions === 3) control.abort();
    },
  });
  const { result, events } = await runOne(served, check, { signal: control.signal });
  assertEquals([result.verdict, executions, served.objects.size], ["skipped", 3, 0]);
  const end = events.at(-1);
  assertEquals(end?.type === "run finished" && end.aborted, "interrupted");
});

Deno.test("what may stop a server runs last, alone, unless the server ends with the run", async () => {
  for (const disposable of [false, true]) {
    await using served = startTestTarget();
    const order: string[] = [];
    const checkOf = (
      id: `watch/${string}`,
      more: { readonly early?: true; readonly disturbs?: true } = {},
    ) =>
      example({
        ...facts,
        ...more,
        id,
        run: (scope) => {
          order.push(id);
          // It fails, and no experiment repeats it.
          return id === "watch/stops"
            ? scope.send({ method: "GET", path: "/a" }).then(() => {
              throw violation("stopped");
            })
            : Promise.resolve();
        },
      });
    const checks = [
      checkOf("watch/stops", { early: true, disturbs: true }),
      checkOf("watch/one"),
      checkOf("watch/two", { early: true }),
    ];
    const target = { ...served.target, disposable };
    const { results } = await runAll({ ...served, target }, checks, {
      workers: 1,
      limits: { confirmations: 0 },
    });
    const last = ["watch/two", "watch/one", "watch/stops"];
    assertEquals(order, disposable ? ["watch/stops", "watch/two", "watch/one"] : last);
    assertEquals(results.map(({ verdict }) => verdict).sort(), ["fail", "pass", "pass"]);
  }
});

Deno.test("checks that are left out end first, so that the others show how long the run takes", async () => {
  await using served = startTestTarget();
  const run = () => Promise.resolve();
  const slow = example({ ...facts, id: "watch/slow", early: true, run });
  const applied = example({ ...facts, id: "watch/apply", features: ["server-side-apply"], run });
  const target = { ...served.target, without: ["server-side-apply"] as const };
  const { events } = await runAll(served, [slow, applied], { target, workers: 1 });
  const finished = events.flatMap((each) => each.type === "check finished" ? [each.result] : []);
  assertEquals(finished.map(({ id, verdict }) => [id, verdict]), [
    ["watch/apply", "unsupported"],
    ["watch/slow", "pass"],
  ]);
});
