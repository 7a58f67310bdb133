import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ConfigurationError, createServer } from "../server/mod.ts";
import { deploymentOf, secretOf, SECRETS, withServer } from "../server/testing.ts";
import { mutantSwitch } from "./mod.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

Deno.test("a server starts without faults unless it is given some", async () => {
  await withServer(async (server) => {
    const body = deploymentOf("a", { replicas: 0 });
    assertEquals((await server.must("POST", DEPLOYMENTS, { body })).spec.replicas, 0);
  });
});

Deno.test("a server has the faults it was started with, several at once", async () => {
  await withServer(async (server) => {
    const body = deploymentOf("a", { replicas: 0 });
    assertEquals((await server.must("POST", DEPLOYMENTS, { body })).spec.replicas, 1);
    await server.must("POST", SECRETS, {
      body: secretOf("a", { metadata: { labels: { b: "c" } } }),
    });
    const list = await server.must("GET", `${SECRETS}?labelSelector=a+notin+(b)`);
    assertEquals(list.items, []);
  }, {
    plugins: [mutantSwitch(["deployments/zero-replicas-become-one", "selectors/notin-needs-key"])],
  });
});

Deno.test("what a fault remembers is one server's own", async () => {
  const ids = ["paging/token-signature-ignored"];
  let foreign = "";
  await withServer(async (server) => {
    for (const name of ["a", "b"]) await server.must("POST", SECRETS, { body: secretOf(name) });
    foreign = (await server.must("GET", `${SECRETS}?limit=1`)).metadata.continue;
    const altered = `${SECRETS}?limit=1&continue=${foreign.slice(0, -2)}`;
    assertEquals((await server.ask("GET", altered)).status, 200);
  }, { plugins: [mutantSwitch(ids)] });
  await withServer(async (server) => {
    const altered = `${SECRETS}?limit=1&continue=${foreign.slice(0, -2)}`;
    assertEquals((await server.ask("GET", altered)).status, 400);
  }, { plugins: [mutantSwitch(ids)] });
});

Deno.test("a fault there is not is refused", async () => {
  await assertThrows(() => mutantSwitch(["paging/none"]), ConfigurationError);
  const bugs = mutantSwitch();
  await createServer({ plugins: [bugs] });
  await assertRejects(() => createServer({ plugins: [bugs] }), ConfigurationError);
});
