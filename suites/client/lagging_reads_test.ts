import { assert, assertEquals } from "@std/assert";
import type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Json,
  Transcript,
  WatchStream,
} from "./http_client.ts";
import { LaggingReads } from "./lagging_reads.ts";

const SECRETS = "/api/v1/namespaces/a/secrets";

/** A target of one object, whose reads show a state some reads too late. */
class LateTarget implements HttpClient {
  requests = 0;
  /** The reads that show the state before the last write. */
  lateReads = 0;
  #state: Json | undefined;
  #shown: Json | undefined;

  send({ method, path, body }: HttpRequest): Promise<HttpResponse> {
    this.requests++;
    if (method !== "GET") {
      this.#shown = this.#state;
      this.#state = method === "DELETE" ? undefined : body;
      this.lateReads = 3;
      return Promise.resolve(responseOf(method === "POST" ? 201 : 200, body ?? {}));
    }
    if (this.lateReads-- <= 0) this.#shown = this.#state;
    if (path === SECRETS) {
      return Promise.resolve(responseOf(200, { items: this.#shown ? [this.#shown] : [] }));
    }
    return Promise.resolve(responseOf(this.#shown ? 200 : 404, this.#shown ?? {}));
  }

  watch(): Promise<WatchStream> {
    throw new Error("not used");
  }

  close(): void {}
}

function responseOf(status: number, json: Json): HttpResponse {
  return { status, headers: new Headers(), text: JSON.stringify(json), json };
}

const secret = (resourceVersion: string): Json => ({
  metadata: { name: "s", namespace: "a", resourceVersion },
});

const versionIn = ({ json }: HttpResponse): unknown =>
  (json as { metadata?: { resourceVersion?: string } }).metadata?.resourceVersion;

function clientOf(target: LateTarget, lag: number): LaggingReads {
  const client = new LaggingReads(target);
  client.lag = lag;
  return client;
}

Deno.test("a GET is repeated until it shows the acknowledged write", async () => {
  const client = clientOf(new LateTarget(), 1_000);
  const own: Transcript = { exchanges: [] };
  await client.send({ method: "POST", path: SECRETS, body: secret("1") }, own);
  assertEquals(versionIn(await client.send({ method: "GET", path: `${SECRETS}/s` }, own)), "1");
  await client.send({ method: "PUT", path: `${SECRETS}/s`, body: secret("2") }, own);
  assertEquals(versionIn(await client.send({ method: "GET", path: `${SECRETS}/s` }, own)), "2");
  await client.send({ method: "DELETE", path: `${SECRETS}/s` }, own);
  assertEquals((await client.send({ method: "GET", path: `${SECRETS}/s` }, own)).status, 404);
});

Deno.test("a list is repeated until it shows the acknowledged writes", async () => {
  const client = clientOf(new LateTarget(), 1_000);
  const own: Transcript = { exchanges: [] };
  const listed = async () =>
    ((await client.send({ method: "GET", path: SECRETS }, own)).json as { items: Json[] }).items;
  await client.send({ method: "PUT", path: `${SECRETS}/s`, body: secret("1") }, own);
  assertEquals(await listed(), [secret("1")]);
  await client.send({ method: "PUT", path: `${SECRETS}/s`, body: secret("2") }, own);
  assertEquals(await listed(), [secret("2")]);
  await client.send({ method: "DELETE", path: `${SECRETS}/s` }, own);
  assertEquals(await listed(), []);
});

Deno.test("a read that is to be immediate, or of any state, is sent once", async () => {
  const target = new LateTarget();
  const client = clientOf(target, 1_000);
  const own: Transcript = { exchanges: [] };
  await client.send({ method: "POST", path: SECRETS, body: secret("1") }, own);
  const get = { method: "GET", path: `${SECRETS}/s` } as const;
  assertEquals((await client.send({ ...get, immediate: true }, own)).status, 404);
  assertEquals((await client.send({ ...get, query: { resourceVersion: "0" } }, own)).status, 404);
  assertEquals(target.requests, 3);
});

Deno.test("without a lag each request is sent once", async () => {
  const target = new LateTarget();
  const client = clientOf(target, 0);
  await client.send({ method: "POST", path: SECRETS, body: secret("1") });
  assertEquals((await client.send({ method: "GET", path: `${SECRETS}/s` })).status, 404);
  assertEquals(target.requests, 2);
});

Deno.test("a read is returned once the lag is over, whatever it shows", async () => {
  const target = new LateTarget();
  const client = clientOf(target, 30);
  await client.send({ method: "POST", path: SECRETS, body: secret("1") });
  target.lateReads = Infinity;
  assertEquals((await client.send({ method: "GET", path: `${SECRETS}/s` })).status, 404);
});

Deno.test("a read waits for a write with a dryRun that may have an effect", async () => {
  const shown = async (dryRun: string) => {
    const client = clientOf(new LateTarget(), 1_000);
    const own: Transcript = { exchanges: [] };
    await client.send({ method: "POST", path: SECRETS, body: secret("1"), query: { dryRun } }, own);
    return (await client.send({ method: "GET", path: `${SECRETS}/s` }, own)).status;
  };
  assertEquals(await shown(""), 200);
  assertEquals(await shown("All"), 404);
});

Deno.test("a read of a ClusterRole waits for the roles that it may aggregate", async () => {
  const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  const readsOf = async (path: string, read: string) => {
    const target = new LateTarget();
    const client = clientOf(target, 30);
    const own: Transcript = { exchanges: [] };
    await client.send({ method: "PUT", path, body: secret("1") }, own);
    await client.send({ method: "GET", path: read }, own);
    return target.requests - 1;
  };
  assertEquals(await readsOf(`${SECRETS}/s`, `${SECRETS}/other`), 1);
  assert(await readsOf(`${roles}/part`, `${roles}/whole`) > 1);
});
