/**
 * Tests of spreading requests over replicas.
 *
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { startServer } from "@plumbline/reference";
import type { Exchange } from "@plumbline/reports/events";
import { connect } from "../connect/connect.ts";
import { TargetUnreachable } from "./http_client.ts";

Deno.test("requests and watches are spread over all replicas, and exchanges name the one that answered", async () => {
  await using server = await startServer();
  await using second = await server.replica();
  const { url } = await second.listen();
  const { token } = server.identities[0];
  await using target = await connect({ url: server.url, replicas: [url], token });
  const transcript = { exchanges: [] as Exchange[] };
  const path = "/api/v1/namespaces/default/secrets";
  for (let count = 0; count < 40; count++) {
    await target.client.send({ method: "GET", path }, transcript);
    const watch = await target.client.watch({ path }, transcript);
    await watch.close();
  }
  const [reads, watches] = [false, true].map((watched) =>
    transcript.exchanges.filter(({ path }) => path.includes("watch=1") === watched)
      .map(({ replica }) => replica)
  );
  for (const replicas of [reads!, watches!]) {
    assertEquals(new Set(replicas), new Set([server.url, url]));
    assert(replicas.filter((one) => one === url).length > 8, replicas.join());
  }
  assert(target.client.requests >= 80);
});

Deno.test("exchanges with a single server name no replica", async () => {
  await using server = await startServer();
  const { token } = server.identities[0];
  await using target = await connect({ url: server.url, token });
  const transcript = { exchanges: [] as Exchange[] };
  await target.client.send({ method: "GET", path: "/version" }, transcript);
  assertEquals(transcript.exchanges[0]!.replica, undefined);
});

Deno.test("a replica that cannot be reached is named", async () => {
  await using server = await startServer();
  const { token } = server.identities[0];
  const replicas = ["http://127.0.0.1:1"];
  await assertRejects(
    () => connect({ url: server.url, replicas, token }),
    TargetUnreachable,
    "http://127.0.0.1:1",
  );
});
