import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { lifecycle } from "../areas/lifecycle/mod.ts";
import { RESOURCE_TYPES } from "../resources/mod.ts";
import { collectionPath } from "../resources/path.ts";
import { runChecks } from "../engine/run.ts";
import { startEmbedded } from "../embedded/embedded_target.ts";
import { type HttpClient, type Json, TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { resourceVersions } from "../areas/resource_versions/mod.ts";
import { Census } from "./census.ts";
import { findLeftovers, removeLeftovers } from "./leftovers.ts";
import { AREAS } from "../areas/mod.ts";

/** An unrelated object of each type, one with the label of another run, and a namespace. */
async function settle(target: Target): Promise<void> {
  const { client, dialect } = target;
  const namespace = { metadata: { name: "others" } };
  await client.send({ method: "POST", path: "/api/v1/namespaces", body: namespace });
  for (const type of RESOURCE_TYPES) {
    const path = collectionPath(type, dialect, "others");
    for (const [name, labels] of [["one", {}], ["two", { "plumbline/run": "otherrun" }]] as const) {
      const metadata = { name, labels, finalizers: ["plumbline.example/held"] };
      const body = { metadata, ...type.body(dialect, 0, name) };
      assertEquals((await client.send({ method: "POST", path, body })).status, 201);
    }
  }
}

/** Everything on the target, as bytes. */
async function everything({ client, dialect }: Target): Promise<string[]> {
  const paths = [
    "/api/v1/namespaces",
    ...RESOURCE_TYPES.map((type) => collectionPath(type, dialect)),
  ];
  const lists = await Promise.all(paths.map((path) => client.send({ method: "GET", path })));
  // The list's version changes with every write; an object's with its own.
  return lists.map(({ json }) => JSON.stringify((json as { items: Json }).items));
}

/** Dies after so many requests, as a process that is killed: nothing is cleared away. */
function dying(client: HttpClient, requests: number): HttpClient {
  let left = requests;
  const gone = () => Promise.reject(new TargetUnreachable("the process is gone"));
  return {
    send: (request, transcript) => left-- > 0 ? client.send(request, transcript) : gone(),
    watch: (request, transcript) => left-- > 0 ? client.watch(request, transcript) : gone(),
    get requests() {
      return client.requests;
    },
    close: () => client.close(),
  };
}

Deno.test("the leftovers of a killed run are removed, and nothing else", async () => {
  const target = await startEmbedded();
  try {
    await settle(target);
    const before = await everything(target);
    let run = "";
    await runChecks({
      target: { ...target, client: dying(target.client, 1_500) },
      checks: [...resourceVersions.checks, ...lifecycle.checks].filter((check) => !check.alone),
      areas: AREAS,
      seed: 7,
      workers: 16,
      emit: (event) => {
        if (event.type === "run started") run = event.run;
      },
    });
    assertNotEquals(await everything(target), before);
    const found = await findLeftovers(target);
    assertEquals(found.map((each) => each.run).sort(), [run, "otherrun"].sort());
    const { counts, newest } = found.find((each) => each.run === run)!;
    assert(counts.namespaces! >= 16 && Object.keys(counts).length > 4, JSON.stringify(counts));
    assertEquals(Number.isNaN(Date.parse(newest)), false);
    assert((await Census.take(target, run)).own.length > 0);

    assertEquals(await removeLeftovers(target, run), { removed: counts, left: [] });
    assertEquals(await everything(target), before);
    assertEquals(await removeLeftovers(target, run), { removed: {}, left: [] });
  } finally {
    await target.close();
  }
});

Deno.test("objects in a run's namespace or with its name are leftovers", async () => {
  const target = await startEmbedded();
  try {
    const before = await everything(target);
    const { client } = target;
    const labels = { "plumbline/run": "ra1b2c3d" };
    const make = (path: string, metadata: { [field: string]: Json }) =>
      client.send({ method: "POST", path, body: { metadata } });
    await make("/api/v1/namespaces", { name: "plumbline-ra1b2c3d-0001", labels });
    const inside = "/api/v1/namespaces/plumbline-ra1b2c3d-0001/secrets";
    await make(inside, { name: "bare", finalizers: ["plumbline.example/held"] });
    await make("/api/v1/namespaces/default/secrets", { name: "pra1b2c3d-000001-object" });
    await make("/api/v1/namespaces/default/secrets", { name: "pra1b2c3d-others" });
    const { removed, left } = await removeLeftovers(target, "ra1b2c3d");
    assertEquals({ removed, left }, { removed: { secrets: 2, namespaces: 1 }, left: [] });
    const others = "/api/v1/namespaces/default/secrets/pra1b2c3d-others";
    assertEquals((await client.send({ method: "DELETE", path: others })).status, 200);
    assertEquals(await everything(target), before);
  } finally {
    await target.close();
  }
});
