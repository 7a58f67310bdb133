import { assertEquals } from "@std/assert";
import type { HttpRequest } from "../client/http_client.ts";
import { startEmbedded } from "../embedded/embedded_target.ts";
import { asObject, metadataOf } from "../model/object.ts";
import { NamespacePool } from "./namespace_pool.ts";

Deno.test("the two namespaces of an execution have the same order, whatever was lent before", async () => {
  const target = await startEmbedded();
  const pool = new NamespacePool(target, "r1234567");
  const pairs = [await pool.take(), await pool.take(), await pool.take()];
  for (const at of [1, 0, 2]) pool.give(pairs[at]!);
  for (const pair of [await pool.take(), await pool.take(), await pool.take()]) {
    assertEquals(pair, pair?.toSorted() as typeof pair);
    assertEquals(pairs.some((each) => String(each) === String(pair)), true);
  }
  assertEquals(await pool.close(), []);
  await target.close();
});

/** Returns what a pool lends on a server that puts a secret into each new namespace. */
async function lentWithSecrets({ again }: { again: boolean }) {
  const target = await startEmbedded();
  const { client } = target;
  const put = async (namespace: string) => {
    await client.send({
      method: "POST",
      path: `/api/v1/namespaces/${namespace}/secrets`,
      body: { apiVersion: "v1", kind: "Secret", metadata: { name: "default-token" } },
    });
  };
  const withSecrets = new Proxy(client, {
    get: (_, name) => {
      const value = Reflect.get(client, name);
      if (name !== "send") return typeof value === "function" ? value.bind(client) : value;
      return async (request: HttpRequest) => {
        const response = await client.send(request);
        const { name: created } = metadataOf(asObject(request.body) ?? {});
        if (request.path === "/api/v1/namespaces") await put(String(created));
        if (again && request.method === "DELETE") await put(request.path.split("/")[4]!);
        return response;
      };
    },
  });
  const pool = new NamespacePool({ ...target, client: withSecrets }, "r1234567");
  const pair = await pool.take();
  const { refusal } = pool;
  await pool.close();
  await target.close();
  return { pair, refusal };
}

Deno.test("the secrets that a server puts into a new namespace are removed", async () => {
  const { pair, refusal } = await lentWithSecrets({ again: false });
  assertEquals(pair, ["plumbline-r1234567-001", "plumbline-r1234567-001b"]);
  assertEquals(refusal, undefined);
});

Deno.test("no namespaces are lent by a cluster that puts removed secrets back, which is said", async () => {
  const { pair, refusal } = await lentWithSecrets({ again: true });
  assertEquals([pair, refusal], [undefined, "the server puts Secrets into each new namespace"]);
});

Deno.test("a run with many namespaces removes a few of them at a time", async () => {
  const target = await startEmbedded();
  const { client } = target;
  let [underWay, most] = [0, 0];
  const counting = new Proxy(client, {
    get: (_, name) => {
      const value = Reflect.get(client, name);
      if (name !== "send") return typeof value === "function" ? value.bind(client) : value;
      return async (request: HttpRequest) => {
        most = Math.max(most, ++underWay);
        return await client.send(request).finally(() => underWay--);
      };
    },
  });
  const pool = new NamespacePool({ ...target, client: counting }, "r1234567");
  for (let taken = 0; taken < 40; taken++) await pool.take();
  assertEquals(most, 1);
  assertEquals(await pool.close(), []);
  assertEquals(most <= 32, true, `${most} requests at once`);
  await target.close();
});
