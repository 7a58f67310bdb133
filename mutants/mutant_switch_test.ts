import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { CONTROL_PATH } from "@plumbline/plugins/control";
import { type TestServerWithPlugins, withPlugins } from "@plumbline/plugins/testing";
import { ConfigurationError, createServer } from "@plumbline/reference";
import { benignVariants, type Mutant, mutants, type MutantSwitch, mutantSwitch } from "./mod.ts";
import { withServer } from "@plumbline/reference/testing";
import {
  assertRefused,
  deploymentOf,
  secretOf,
  SECRETS,
  type TestServer,
} from "@plumbline/server/testing";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const ZERO_IS_ONE = "deployments/zero-replicas-become-one";
const NOTIN_NEEDS_KEY = "selectors/notin-needs-key";
const ASKS_CREDENTIALS = "health/credentials-asked-for";

async function replicasOfNone(server: TestServer, name: string): Promise<number> {
  const body = deploymentOf(name, { replicas: 0 });
  return (await server.must("POST", DEPLOYMENTS, { body })).spec.replicas;
}

/** Runs a test against a server with mutants, and gives it their switch. */
function withMutants(
  test: (server: TestServerWithPlugins & { bugs: MutantSwitch }) => Promise<void>,
  { mutants: ids = [], control = false }: { mutants?: readonly string[]; control?: boolean } = {},
): Promise<void> {
  const bugs = mutantSwitch(ids);
  return withPlugins((server) => test(Object.assign(server, { bugs })), { mutants: bugs, control });
}

const livez = async (server: TestServer) =>
  (await server.ask("GET", "/livez", { token: null })).status;

Deno.test("a mutant is added and removed while the server runs", async () => {
  await withMutants(async (server) => {
    assertEquals(await replicasOfNone(server, "a"), 0);
    server.bugs.add(ZERO_IS_ONE);
    server.bugs.add(ZERO_IS_ONE);
    server.bugs.add(ASKS_CREDENTIALS);
    assertEquals(server.bugs.list(), [ZERO_IS_ONE, ASKS_CREDENTIALS]);
    assertEquals([await replicasOfNone(server, "b"), await livez(server)], [1, 401]);
    server.bugs.remove(ZERO_IS_ONE);
    server.bugs.remove(ZERO_IS_ONE);
    assertEquals([await replicasOfNone(server, "c"), await livez(server)], [0, 401]);
    server.bugs.clear();
    assertEquals([server.bugs.list(), await livez(server)], [[], 200]);
  });
});

Deno.test("an initial mutant can be removed", async () => {
  await withMutants(async (server) => {
    assertEquals(await livez(server), 401);
    server.bugs.remove(ASKS_CREDENTIALS);
    assertEquals(await livez(server), 200);
  }, { mutants: [ASKS_CREDENTIALS] });
});

Deno.test("adding an unknown mutant fails and changes nothing", async () => {
  await withMutants((server) => {
    assertThrows(() => server.bugs.add("paging/none"), RangeError, '"paging/none"');
    assertEquals(server.bugs.list(), []);
    return Promise.resolve();
  });
});

Deno.test("objects, continue tokens and injected faults survive a change of mutants", async () => {
  await withMutants(async (server) => {
    for (const name of ["a", "b"]) await server.must("POST", SECRETS, { body: secretOf(name) });
    const { metadata } = await server.must("GET", `${SECRETS}?limit=1`);
    const owner = await server.must("GET", `${SECRETS}/a`);
    const reference = { apiVersion: "v1", kind: "Secret", name: "a", uid: owner.metadata.uid };
    const dependent = secretOf("c", { metadata: { ownerReferences: [reference] } });
    await server.must("POST", SECRETS, { body: dependent });
    const rule = server.injected.add({ when: { name: "b" }, effect: { kind: "conflict" } });

    server.bugs.add(ASKS_CREDENTIALS);
    const page = await server.must("GET", `${SECRETS}?limit=1&continue=${metadata.continue}`);
    assertEquals(page.items[0].metadata.name, "b");
    await server.must("DELETE", `${SECRETS}/a?propagationPolicy=Background`);
    assertEquals((await server.ask("GET", `${SECRETS}/c`)).status, 404);
    const patch = { type: "application/merge-patch+json", body: {} };
    assertRefused(await server.ask("PATCH", `${SECRETS}/b`, patch), "Conflict");
    assertEquals(rule.hits, 1);
  });
});

Deno.test("an open watch continues without the mutants added later", async () => {
  await withMutants(async (server) => {
    const watch = await server.watch(`${SECRETS}?watch=1`);
    server.bugs.add(ASKS_CREDENTIALS);
    await server.must("POST", SECRETS, { body: secretOf("a") });
    assertEquals(await watch.summaries(1), ["ADDED a"]);
    server.injected.endWatches("drop");
    assertEquals(await watch.next(), undefined);
  });
});

Deno.test("a reset restores the initial objects whatever mutants were active", async () => {
  await withMutants(async (server) => {
    server.bugs.add(NOTIN_NEEDS_KEY);
    await server.must("POST", SECRETS, { body: secretOf("a") });
    server.bugs.clear();
    await server.must("POST", `${CONTROL_PATH}/reset`);
    assertEquals((await server.must("GET", SECRETS)).items, []);
  }, { control: true });
});

Deno.test("mutants are added and removed over the control API", async () => {
  await withMutants(async (server) => {
    const calls = `${CONTROL_PATH}/mutants`;
    const on = async () =>
      (await server.must("GET", calls)).mutants.filter(({ on }: { on: boolean }) => on)
        .map(({ id }: { id: string }) => id);
    await server.must("POST", `${calls}/${ZERO_IS_ONE}`);
    await server.must("POST", `${calls}/${ASKS_CREDENTIALS}`);
    assertEquals(await on(), [ASKS_CREDENTIALS, ZERO_IS_ONE].toSorted());
    await server.must("DELETE", `${calls}/${ZERO_IS_ONE}`);
    assertEquals(await on(), [ASKS_CREDENTIALS]);
    assertRefused(await server.ask("POST", `${calls}/paging/none`), "BadRequest");
    await server.must("DELETE", calls);
    assertEquals(await on(), []);
  }, { control: true });
});

Deno.test("no mutant affects the authentication of the control API", async () => {
  await withMutants(async (server) => {
    await server.must("GET", SECRETS);
    assertEquals((await server.ask("GET", SECRETS, { token: null })).status, 200);
    const call = await server.ask("DELETE", `${CONTROL_PATH}/mutants`, { token: null });
    assertRefused(call, "Unauthorized");
  }, { control: true, mutants: ["errors/last-caller-remembered"] });
});

Deno.test("every mutant and benign variant can be added and removed while the server runs", async () => {
  await withMutants(async (server) => {
    const before = await server.must("GET", "/api/v1/namespaces");
    for (const { id } of [...mutants, ...benignVariants]) {
      server.bugs.add(id);
      assertEquals(server.bugs.list(), [id]);
      server.bugs.remove(id);
    }
    assertEquals(await server.must("GET", "/api/v1/namespaces"), before);
  });
});

Deno.test("a server without the switch has no mutants", async () => {
  await withServer(async (server) => assertEquals(await replicasOfNone(server, "a"), 0));
});

Deno.test("several initial mutants are active at once", async () => {
  await withMutants(async (server) => {
    assertEquals(await replicasOfNone(server, "a"), 1);
    await server.must("POST", SECRETS, {
      body: secretOf("a", { metadata: { labels: { b: "c" } } }),
    });
    const list = await server.must("GET", `${SECRETS}?labelSelector=a+notin+(b)`);
    assertEquals(list.items, []);
  }, { mutants: [ZERO_IS_ONE, NOTIN_NEEDS_KEY] });
});

Deno.test("the memory of a mutant belongs to one server", async () => {
  const ids = ["paging/token-signature-ignored"];
  let altered = "";
  await withMutants(async (server) => {
    for (const name of ["a", "b"]) await server.must("POST", SECRETS, { body: secretOf(name) });
    const token = (await server.must("GET", `${SECRETS}?limit=1`)).metadata.continue;
    altered = `${SECRETS}?limit=1&continue=${token.slice(0, -2)}`;
    assertEquals((await server.ask("GET", altered)).status, 200);
  }, { mutants: ids });
  await withMutants(async (server) => {
    assertEquals((await server.ask("GET", altered)).status, 400);
  }, { mutants: ids });
});

Deno.test("the switch takes mutants that are not in the catalogue", async () => {
  const teapot: Mutant = {
    id: "health/teapot",
    description: "`/livez` is answered with 418.",
    reason: "A joke was not removed.",
    breaks: ["health.live-answers-success"],
    install({ wire }) {
      wire(({ answer }) => ({
        answer: (request) =>
          new URL(request.url).pathname === "/livez"
            ? Promise.resolve(new Response(null, { status: 418 }))
            : answer(request),
      }));
    },
  };
  const bugs = mutantSwitch([teapot]);
  await withServer(async (server) => {
    assertEquals([bugs.list(), await livez(server)], [["health/teapot"], 418]);
    assertEquals(bugs.known().at(-1)?.area, "health");
    bugs.remove("health/teapot");
    assertEquals(await livez(server), 200);
    bugs.add("health/teapot");
    assertEquals(await livez(server), 418);
  }, { plugins: [bugs] });
});

Deno.test("an unknown initial mutant is rejected, and a switch that is in use", async () => {
  assertThrows(() => mutantSwitch(["paging/none"]), ConfigurationError);
  const bugs = mutantSwitch();
  await using _server = await createServer({ plugins: [bugs] });
  await assertRejects(() => createServer({ plugins: [bugs] }), ConfigurationError);
});
