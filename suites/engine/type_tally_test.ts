import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Discard, example, property } from "../check.ts";
import { everyType } from "../session/every_type.ts";
import { summaryLines } from "@plumbline/reports/summary";
import { reportOf } from "@plumbline/reports/report";
import { renderJunit } from "@plumbline/reports/junit";
import { collectionPath, RESOURCE_TYPES, resourceType } from "../resources/mod.ts";
import { facts, runOne } from "./test_checks.ts";
import { startTestTarget } from "./test_target.ts";

Deno.test("a check reports the type that no case could decide, although it passes", async () => {
  await using served = startTestTarget();
  const check = property({
    ...facts,
    id: "watch/types",
    repeatsInputs: true,
    arbitrary: () => fc.record({ resource: fc.constantFrom("secrets", "deployments", "roles") }),
    run: (_scope, { resource }) =>
      resource === "roles" ? Promise.reject(new Discard("none may be created")) : Promise.resolve(),
  });
  const { result, events } = await runOne(served, check);
  assertEquals([result.verdict, result.types?.secrets?.discarded], ["pass", 0]);
  assertEquals(result.types?.roles?.reason, "none may be created");
  const report = reportOf(events);
  const line = summaryLines(report).find((text) => text.includes("watch/types"));
  const { discarded } = result.types!.roles!;
  const expected = `watch/types: roles (${discarded} cases: none may be created)`;
  assertEquals(line?.trim(), expected);
  assertEquals(renderJunit(report).includes(`not decided for ${expected.slice(13)}`), true);
});

Deno.test("an example goes on with other types, and reports those it could not decide", async () => {
  await using served = startTestTarget();
  const seen: string[] = [];
  const check = example({
    ...facts,
    id: "watch/all-types",
    run: (scope) =>
      everyType(scope, RESOURCE_TYPES, (type) => {
        seen.push(type.resource);
        if (type.resource === "secrets") throw new Discard("secrets cannot be created");
        return Promise.resolve();
      }),
  });
  const { result } = await runOne(served, check);
  assertEquals([result.verdict, seen.length], ["pass", RESOURCE_TYPES.length]);
  assertEquals(result.types, {
    secrets: { decided: 0, discarded: 1, reason: "secrets cannot be created" },
  });
});

Deno.test("an example reports the refusal of a valid object, when it has seen all types", async () => {
  await using served = startTestTarget();
  const seen = new Set<string>();
  const check = example({
    ...facts,
    id: "watch/refused-type",
    run: async (scope) => {
      await scope.send({ method: "GET", path: "/version" });
      await everyType(scope, RESOURCE_TYPES, ({ resource }) => {
        seen.add(resource);
        if (resource !== "secrets") return Promise.resolve();
        throw new Discard("the create was rejected", { refusal: "422 Invalid" });
      });
    },
  });
  const { result } = await runOne(served, check);
  assertEquals(seen.size, RESOURCE_TYPES.length);
  assertEquals(result.failures[0]?.requirement, "exchanges.valid-request-accepted");
});

Deno.test("the refusal of one discovered type hides nothing about the others", async () => {
  await using served = startTestTarget();
  const target = { ...served.target, types: RESOURCE_TYPES };
  const check = example({
    ...facts,
    id: "watch/refused-discovered-type",
    run: (scope) =>
      everyType(scope, RESOURCE_TYPES, ({ resource }) => {
        if (resource !== "secrets") return Promise.resolve();
        throw new Discard("the create was rejected", { refusal: "422 Invalid" });
      }),
  });
  const { result } = await runOne({ ...served, target }, check);
  assertEquals([result.verdict, result.failures[0]], ["pass", undefined]);
  assertEquals(result.types?.secrets?.reason, "the create was rejected");
});

Deno.test("an example that decides no type is skipped", async () => {
  await using served = startTestTarget();
  const check = example({
    ...facts,
    id: "watch/no-type",
    run: async (scope) => {
      const path = collectionPath(resourceType("secrets"), scope.target.dialect);
      await scope.send({ method: "GET", path });
      await everyType(
        scope,
        RESOURCE_TYPES,
        ({ resource }) => Promise.reject(new Discard(`no ${resource}`)),
      );
    },
  });
  const { result } = await runOne(served, check);
  assertEquals([result.verdict, result.reason], ["skipped", "the case was discarded: no secrets"]);
  assertEquals(Object.keys(result.types ?? {}).length, RESOURCE_TYPES.length);
});
