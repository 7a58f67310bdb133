import { assertEquals } from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import { example } from "../../check.ts";
import type { DemandedName } from "../../features.ts";
import { secret } from "../../resources/secret.ts";
import { verify } from "../../verify.ts";
import { facts, requirement, runAll } from "../test_checks.ts";
import { type Misbehaviour, startTestTarget } from "../test_target.ts";

/** Creates an object and deletes it, which is to be answered with a status. */
const deletion = (id: `${string}/${string}`, expected: number) =>
  example({
    ...facts,
    id,
    run: async (scope) => {
      const object = scope.newObject(secret);
      await scope.create(secret, object);
      const { name, namespace } = object.metadata as { name: string; namespace: string };
      const path = `/api/v1/namespaces/${namespace}/secrets/${name}`;
      const { status } = await scope.send({ method: "DELETE", path });
      verify<string>(requirement, { expected, actual: status });
    },
  });

const accepted: Misbehaviour = ({ method }, path) =>
  method === "DELETE" && path.includes("/secrets/")
    ? Response.json({ kind: "Status" }, { status: 202 })
    : undefined;

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
