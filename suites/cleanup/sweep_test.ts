import { assertEquals } from "@std/assert";
import type { HttpClient, HttpRequest, HttpResponse } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { startEmbedded } from "../embedded/embedded_target.ts";
import { sweep } from "./sweep.ts";

const RUN = "ra1b2c3d";
const SECRETS = "/api/v1/namespaces/default/secrets";
const BRIEF = { most: 3_000, interval: 10 };

/** Runs steps on a target with objects of a run, whose responses are changed. */
async function withObjects(
  change: (request: HttpRequest, client: HttpClient) => Promise<HttpResponse>,
  steps: (target: Target) => Promise<void>,
): Promise<void> {
  const target = await startEmbedded();
  const { client } = target;
  const changed: HttpClient = {
    send: (request) => change(request, client),
    watch: (request, transcript) => client.watch(request, transcript),
    get requests() {
      return client.requests;
    },
    close: () => client.close(),
  };
  try {
    for (const name of ["one", "two", "three"]) {
      const metadata = { name, labels: { "plumbline/run": RUN } };
      await client.send({ method: "POST", path: SECRETS, body: { metadata } });
    }
    await steps({ ...target, client: changed });
  } finally {
    await target.close();
  }
}

Deno.test("a deletion that a read that lags answers with 404 is repeated", async () => {
  let deletions = 0;
  await withObjects((request, client) => {
    // Nothing is removed: the read before the deletion does not find the object yet.
    const isEarly = request.method === "DELETE" && ++deletions <= 4;
    return client.send(isEarly ? { method: "GET", path: `${SECRETS}/none` } : request);
  }, async (target) => {
    const { found, left } = await sweep(target, RUN, BRIEF);
    assertEquals([found.length, left], [3, []]);
  });
});

Deno.test("what is refused is reported at once, with the response", async () => {
  let lists = 0;
  await withObjects(async (request, client) => {
    if (request.method === "DELETE") {
      const response = await client.send({ method: "GET", path: `${SECRETS}/none` });
      return { ...response, status: 403, json: { kind: "Status", reason: "Forbidden" } };
    }
    if (request.path.endsWith("/secrets")) lists++;
    return await client.send(request);
  }, async (target) => {
    const { left, reason } = await sweep(target, RUN, BRIEF);
    assertEquals([left.length, reason], [3, "DELETE is answered with 403 Forbidden"]);
    assertEquals(lists, 2);
  });
});

Deno.test("lists that never become empty are not looked at for ever", async () => {
  await withObjects((request, client) => {
    const isIgnored = request.method === "DELETE";
    return client.send(isIgnored ? { method: "GET", path: SECRETS } : request);
  }, async (target) => {
    const { left, reason } = await sweep(target, RUN, { most: 100, interval: 10 });
    assertEquals(left.length, 3);
    assertEquals(reason, "the deletion is answered with success, and lists show it");
  });
});
