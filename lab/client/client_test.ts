import { assertEquals, assertRejects } from "@std/assert";
import { createServer, startServer } from "@plumbline/reference";
import { createOf, getOf, listOf, removeOf } from "../requests/writes.ts";
import { Connection, textOf } from "./connection.ts";
import { demand, sendJson, trySend } from "./send.ts";
import { ADMIN, targetAt, targetIn } from "./target.ts";
import { openWatch } from "./watch.ts";

const SECRETS = "/api/v1/namespaces/default/secrets";
const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("requests are the same over the network and in the process", async () => {
  await using listening = await startServer({ identities: [ADMIN] });
  await using embedded = await createServer({ identities: [ADMIN] });
  for (const target of [targetAt(listening.url), targetIn(embedded)]) {
    const created = await demand(target, createOf(SECRETS, { metadata: { name: "a" } }));
    assertEquals(created.kind, "Secret");
    assertEquals(
      (await sendJson(target, createOf(SECRETS, { metadata: { name: "a" } }))).status,
      409,
    );
    const page = await demand(target, listOf(SECRETS, { labelSelector: "app in (a,b)" }));
    assertEquals(page.items, []);
    await assertRejects(() => demand(target, getOf(`${SECRETS}/b`)), Error, "GET");
    assertEquals((await sendJson(target, { ...getOf(SECRETS), user: "nobody" })).status, 401);
    assertEquals((await trySend(target, removeOf(`${SECRETS}/a`)))?.status, 200);
  }
});

Deno.test("a request without an answer is undefined", async () => {
  const listener = Deno.listen({ port: 0 });
  listener.close();
  assertEquals(
    await trySend(targetAt(`http://localhost:${listener.addr.port}`), getOf("/")),
    undefined,
  );
});

Deno.test("a watch yields events until it is aborted", async () => {
  await using server = await startServer({ identities: [ADMIN] });
  const target = targetAt(server.url);
  const ending = new AbortController();
  const watch = await openWatch(target, { path: SECRETS, signal: ending.signal });
  for (const name of ["a", "b"]) await demand(target, createOf(SECRETS, { metadata: { name } }));
  const names: string[] = [];
  await assertRejects(async () => {
    for await (const { object } of watch.events) {
      names.push(object.metadata.name);
      if (names.length === 2) ending.abort();
    }
  });
  assertEquals(names, ["a", "b"]);
  const signal = new AbortController().signal;
  assertEquals((await openWatch(target, { path: "/nowhere", signal })).status, 404);
});

Deno.test("a connection reads answers of any length, with a length and in chunks", async () => {
  const bodies = [0, 1, 100_000, 600_000].map((length) => "x".repeat(length));
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    ({ url }) => {
      const [at, chunked] = new URL(url).pathname.slice(1).split("/");
      const text = bodies[Number(at)]!;
      return new Response(chunked ? new Blob([text]).stream() : text);
    },
  );
  const connection = new Connection({ port: server.addr.port });
  for (const end of ["", "/chunked"]) {
    for (const [at, { length }] of bodies.entries()) {
      const path = `/${at}${end}`;
      await connection.send(encode(textOf({ method: "GET", path })));
      assertEquals(await connection.skipAnswer(), length);
      const request = { method: "GET", target: path, headers: [] };
      assertEquals((await connection.ask(request, () => "wait")).body.length, length);
    }
  }
  await connection.send(encode(textOf({ method: "GET", path: "/3" }).repeat(3)));
  for (let count = 0; count < 3; count++) assertEquals(await connection.skipAnswer(), 600_000);
  connection.close();
  await server.shutdown();
});
