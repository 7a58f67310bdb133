import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { AREAS } from "../areas/mod.ts";
import { example, property } from "../check.ts";
import type { HttpRequest } from "../client/http_client.ts";
import { startEmbedded } from "../embedded/embedded_target.ts";
import { asObject } from "../model/object.ts";
import { collectionPath, objectPath, typeNamed } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import { runChecks } from "./run.ts";
import { facts } from "./test_checks.ts";

const CASES = 30;

/** The names of the secrets that a list of the first namespace has, without a selector. */
async function listed(scope: Scope): Promise<readonly string[]> {
  const { target, namespaces } = scope;
  const path = collectionPath(typeNamed(target, "secrets"), target.dialect, namespaces[0]);
  const { json } = await scope.send({ method: "GET", path });
  const { items } = asObject(json) as unknown as { items: { metadata: { name: string } }[] };
  return items.map(({ metadata }) => metadata.name);
}

/** Runs checks one after the other; returns their verdicts and how secrets were removed. */
async function requestsOf(
  checks: Parameters<typeof runChecks>[0]["checks"],
  misbehave: (request: HttpRequest) => HttpRequest = (request) => request,
) {
  const target = await startEmbedded();
  let sent: HttpRequest[] = [];
  let started = 0;
  const client = new Proxy(target.client, {
    get: (inner, name) => {
      const value = Reflect.get(inner, name);
      if (name !== "send") return typeof value === "function" ? value.bind(inner) : value;
      return (request: HttpRequest, ...more: []) => {
        sent.push(request);
        return inner.send(misbehave(request), ...more);
      };
    },
  });
  const verdicts: string[] = [];
  const left: string[] = [];
  await runChecks({
    target: { ...target, client },
    checks,
    areas: AREAS,
    seed: 1,
    runs: CASES,
    workers: 1,
    emit(event) {
      // The requests of surveys do not count.
      if (event.type === "check started" && ++started === 1) sent = [];
      if (event.type === "left behind") left.push(...event.resources);
      if (event.type === "check finished") verdicts.push(event.result.verdict);
    },
  });
  const deletions = sent.filter(({ method, path }) =>
    method === "DELETE" && /\/namespaces\/plumbline-[^/]+\/secrets/.test(path)
  );
  const { items } = (await target.client.send({ method: "GET", path: "/api/v1/secrets" }))
    .json as unknown as { items: unknown[] };
  await target.close();
  return { deletions, verdicts, left, remaining: items.length };
}

/** A check whose cases create a secret each. */
const creating = (
  own: { sharesNamespaces?: boolean },
  seen: Set<string> = new Set(),
  finalizers: readonly string[] = [],
) =>
  property({
    ...facts,
    ...own,
    id: "watch/creates",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      const type = typeNamed(scope.target, "secrets");
      const object = scope.newObject(type);
      const metadata = { ...asObject(object.metadata), finalizers: [...finalizers] };
      const { status } = await scope.create(type, { ...object, metadata });
      const namespace = scope.namespaces[0];
      const path = objectPath(type, scope.target.dialect, {
        namespace,
        name: scope.name("object"),
      });
      const read = await scope.send({ method: "GET", path });
      assertEquals([status, read.status], [201, 200]);
      seen.add(namespace);
    },
  });

Deno.test("objects of cases that share namespaces are removed together", async () => {
  const alone = await requestsOf([creating({})]);
  assertEquals(alone.deletions.length, CASES);
  const namespaces = new Set<string>();
  const shared = await requestsOf([creating({ sharesNamespaces: true }, namespaces)]);
  assertEquals(shared.verdicts, ["pass"]);
  assertEquals([shared.deletions.length, namespaces.size], [1, 1]);
  assertEquals([shared.left, shared.remaining], [[], 0]);
});

Deno.test("objects whose finalizers were taken are removed together", async () => {
  const check = creating({ sharesNamespaces: true }, new Set(), ["plumbline.example/held"]);
  const { deletions, verdicts, left, remaining } = await requestsOf([check]);
  assertEquals([verdicts, deletions.length], [["pass"], 1]);
  assertEquals([left, remaining], [[], 0]);
});

Deno.test("objects remain for no other check, and each is deleted alone where a collection is not", async () => {
  const lists: number[] = [];
  const sees = example({
    ...facts,
    id: "watch/sees",
    run: async (scope) => void lists.push((await listed(scope)).length),
  });
  const shared = creating({ sharesNamespaces: true });
  const { deletions, remaining, left } = await requestsOf(
    [shared, sees],
    // A server that does not know the verb.
    (request) =>
      request.method === "DELETE" && request.path.endsWith("/secrets")
        ? { ...request, method: "PUT" }
        : request,
  );
  assertEquals(lists, [0]);
  assertEquals([left, remaining, deletions.length], [[], 0, 1 + CASES]);
});

Deno.test("a case that lists what it shares sees its own objects and no earlier ones", async () => {
  const lists: (readonly string[])[] = [];
  const check = property({
    ...facts,
    id: "watch/lists",
    sharesNamespaces: true,
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      const type = typeNamed(scope.target, "secrets");
      await scope.create(type, scope.newObject(type));
      if (lists.length < 3) lists.push(await listed(scope));
      assert(lists.every((names) => names.length === 1));
    },
  });
  const { verdicts, remaining } = await requestsOf([check]);
  assertEquals(verdicts, ["pass"]);
  assertEquals(new Set(lists.flat()).size, 3);
  assertEquals(remaining, 0);
});
