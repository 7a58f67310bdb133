/**
 * Servers that continue from a data file, over the public entry points.
 *
 * @module
 */
import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import {
  AdjustableClock,
  ConfigurationError,
  type KubernetesObject,
  type RunningServer,
  type ServerOptions,
  startServer,
} from "@plumbline/reference";
import type { ListenOptions } from "@plumbline/server";
import { UnwritableStorage } from "@plumbline/server/storage";

const folder = await Deno.makeTempDir();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
let count = 0;
const newPath = () => `${folder}/${count++}.data`;

const SECRETS = "/api/v1/namespaces/default/secrets";
const WIDGETS = "/apis/example.com/v1/widgets";

/** Runs a function with a server of a data file, which is closed then. */
async function withData<Result>(
  path: string,
  run: (server: RunningServer) => Promise<Result>,
  options: ServerOptions & ListenOptions = {},
): Promise<Result> {
  await using server = await startServer({ data: path, ...options });
  return await run(server);
}

interface Answer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- bodies of any shape
  readonly body: any;
  /** The events of a watch. */
  readonly events: readonly string[];
}

async function ask(
  server: RunningServer,
  path: string,
  { method = "GET", body, token = server.token(), type = "application/json" }: {
    readonly method?: string;
    readonly body?: unknown;
    readonly token?: string;
    readonly type?: string;
  } = {},
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": type },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const lines = (await response.text()).trimEnd().split("\n").map((line) => JSON.parse(line));
  const events = lines.map(({ type, object }) =>
    `${type} ${object?.metadata?.name ?? object?.code}@${object?.metadata?.resourceVersion}`
  );
  return { status: response.status, body: lines[0], events };
}

const secret = (name: string, metadata: Record<string, unknown> = {}) => ({
  ...{ apiVersion: "v1", kind: "Secret" },
  metadata: { name, namespace: "default", ...metadata },
});

const WIDGET_DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Cluster",
    names: { plural: "widgets", kind: "Widget" },
    versions: [{
      ...{ name: "v1", served: true, storage: true },
      schema: {
        openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      },
    }],
  },
};
const widget = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" }, size: 3 };

Deno.test("objects of all kinds come back as they were, and resourceVersions go on", async () => {
  const path = newPath();
  const paths = [`${SECRETS}/a`, `${SECRETS}/b`, `${WIDGETS}/w`, "/api/v1/namespaces/default"];
  const read = (server: RunningServer) =>
    Promise.all(paths.map(async (path) => (await ask(server, path)).body));
  const [before, version] = await withData(path, async (server) => {
    await server.create(WIDGET_DEFINITION);
    await server.create(widget);
    await server.create(secret("a", { finalizers: ["example.com/hold"] }));
    await server.create(secret("b", { annotations: { text: "é \u2028 \ud83d\ude00\n" } }));
    assertEquals((await ask(server, `${SECRETS}/a`, { method: "DELETE" })).status, 202);
    return [await read(server), (await ask(server, SECRETS)).body.metadata.resourceVersion];
  });
  await withData(path, async (server) => {
    // A start writes nothing if no crash has interrupted anything.
    assertEquals(server.objects.revision(), Number(version));
    assertEquals(await read(server), before);
    assertNotEquals(before[0].metadata.deletionTimestamp, undefined);
    const created = await server.create(secret("c")) as unknown as KubernetesObject;
    assert(Number(created.metadata.resourceVersion) > Number(version));
    // The last finalizer ends the deletion that began before the restart.
    const body = { metadata: { finalizers: null } };
    const type = "application/merge-patch+json";
    await ask(server, `${SECRETS}/a`, { method: "PATCH", body, type });
    assertEquals((await ask(server, `${SECRETS}/a`)).status, 404);
  });
});

Deno.test("watches, lists and pages of before a restart go on while the history reaches back", async () => {
  const path = newPath();
  const clock = new AdjustableClock();
  const { version, first } = await withData(path, async (server) => {
    await server.create(secret("a"));
    const { body } = await ask(server, SECRETS);
    await server.create(secret("b"));
    await server.delete("secrets", "a");
    return {
      version: body.metadata.resourceVersion as string,
      first: (await ask(server, "/api/v1/namespaces?limit=2")).body,
    };
  }, { clock });
  const watch = `${SECRETS}?watch=1&timeoutSeconds=1&resourceVersion=${version}`;
  const page = `/api/v1/namespaces?limit=2&continue=${encodeURIComponent(first.metadata.continue)}`;
  await withData(path, async (server) => {
    const next = Number(version) + 1;
    assertEquals((await ask(server, watch)).events, [`ADDED b@${next}`, `DELETED a@${next + 1}`]);
    const exact = `${SECRETS}?resourceVersion=${version}&resourceVersionMatch=Exact`;
    assertEquals((await ask(server, exact)).body.items.length, 1);
    const { metadata, items } = (await ask(server, page)).body;
    assertEquals(metadata.resourceVersion, first.metadata.resourceVersion);
    assertEquals(items.length, 2);

    clock.advance(6 * 60_000);
    assertEquals((await ask(server, watch)).status, 410);
    assertEquals((await ask(server, page)).body.reason, "Expired");
  }, { clock });
});

Deno.test("a watch of before the file began gets 410", async () => {
  const path = newPath();
  await withData(path, () => Promise.resolve());
  await withData(path, async (server) => {
    const watch = `${SECRETS}?watch=1&timeoutSeconds=1&resourceVersion=2`;
    assertEquals((await ask(server, watch)).status, 410);
  });
});

Deno.test("tokens of users and of service accounts are valid after a restart", async () => {
  const path = newPath();
  const options = { users: { alice: ["system:masters"] } };
  const account = "/api/v1/namespaces/default/serviceaccounts/robot";
  const tokens = await withData(path, async (server) => {
    const metadata = { name: "robot", namespace: "default" };
    await server.create({ apiVersion: "v1", kind: "ServiceAccount", metadata });
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
    const issued = await ask(server, `${account}/token`, { method: "POST", body });
    return [server.token(), server.token("alice"), issued.body.status.token as string];
  }, options);
  await withData(path, async (server) => {
    assertEquals([server.token(), server.token("alice")], tokens.slice(0, 2));
    const statuses = tokens.map(async (token) => (await ask(server, "/version", { token })).status);
    assertEquals(await Promise.all(statuses), [200, 200, 200]);
    const { status } = await ask(server, SECRETS, { token: tokens[2]! });
    assertEquals(status, 403);
  }, options);
});

Deno.test("the certificate authority is the same after a restart", async () => {
  const path = newPath();
  const tls = { tls: true };
  const [caCertificate, alice] = await withData(path, async (server) => [
    server.caCertificate!,
    await server.issueClientCertificate!({ name: "alice", groups: ["system:masters"] }),
  ], tls);
  await withData(path, async (server) => {
    assertEquals(server.caCertificate, caCertificate);
    const { certificate: cert, key } = alice;
    using client = Deno.createHttpClient({ caCerts: [caCertificate], cert, key });
    const response = await fetch(server.url + SECRETS, { client });
    assertEquals([response.status, (await response.json()).kind], [200, "SecretList"]);
  }, tls);
});

Deno.test("the objects to start with are stored once, and a rejected one leaves no file", async () => {
  const path = newPath();
  const bad = { apiVersion: "v1", kind: "Secret", metadata: { name: "A" } };
  await assertRejects(() => startServer({ data: path, objects: [bad] }), ConfigurationError);
  await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
  const options = { objects: [secret("a")] };
  await withData(path, (server) => server.delete("secrets", "a"), options);
  await withData(path, async (server) => {
    assertEquals((await server.list("secrets")).length, 0);
  }, options);
});

Deno.test("a file that another server uses, or of another dialect, is wrong configuration", async () => {
  const path = newPath();
  await withData(path, async () => {
    await assertRejects(() => startServer({ data: path }), ConfigurationError, "another server");
  });
  await assertRejects(
    () => startServer({ data: path, dialect: "svc" }),
    ConfigurationError,
    'the dialect "kubernetes" and not with "svc"',
  );
  // A server that cannot listen leaves the file to the next one.
  await using server = await startServer({ data: path });
  await assertRejects(() => startServer({ data: newPath(), port: server.port }));
});

Deno.test("replicas of a server with a data file write to it", async () => {
  const path = newPath();
  await withData(path, async (server) => {
    await using replica = await server.replica();
    await replica.create(secret("a"));
  });
  await withData(path, async (server) => {
    assertEquals((await server.list("secrets")).length, 1);
  });
});

Deno.test("responses and events wait for the disk, but for health checks", async () => {
  let synced = Promise.resolve();
  await using server = await startServer({
    plugins: [{
      name: "slow disk",
      install: (parts) =>
        parts.storage(() => ({ durability: { failure: undefined, synced: () => synced } })),
    }],
  });
  const watch = await fetch(`${server.url}${SECRETS}?watch=1`, {
    headers: { authorization: `Bearer ${server.token()}` },
  });
  const reader = watch.body!.pipeThrough(new TextDecoderStream()).getReader();
  const disk = Promise.withResolvers<void>();
  synced = disk.promise;
  const done: string[] = [];
  const answers = [
    ask(server, SECRETS, { method: "POST", body: secret("a") }).then(() => done.push("written")),
    ask(server, SECRETS, { method: "POST", body: {} }).then(() => done.push("rejected")),
    ask(server, SECRETS).then(() => done.push("read")),
    reader.read().then(() => done.push("watched")),
  ];
  const health = await fetch(`${server.url}/livez`);
  assertEquals([health.status, await health.text()], [200, "ok"]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assertEquals(done, []);
  disk.resolve();
  await Promise.all(answers);
  assertEquals(done.toSorted(), ["read", "rejected", "watched", "written"]);
  await reader.cancel();
});

Deno.test("what is not on the disk is not shown: 500 for requests, an ERROR for watches", async () => {
  const failed = new UnwritableStorage("Cannot write the data file x: EIO: i/o error");
  let synced = Promise.resolve();
  await using server = await startServer({
    plugins: [{
      name: "broken disk",
      install: (parts) =>
        parts.storage(() => ({ durability: { failure: undefined, synced: () => synced } })),
    }],
    onInternalError: () => {},
  });
  const watching = ask(server, `${SECRETS}?watch=1`);
  // Its response has begun.
  await ask(server, SECRETS);
  synced = Promise.reject(failed);
  synced.catch(() => {});
  for (const options of [{}, { method: "POST", body: secret("a") }, { method: "POST", body: {} }]) {
    const { status, body } = await ask(server, SECRETS, options);
    assertEquals([status, body.kind, body.reason], [500, "Status", "InternalError"]);
    assertEquals(body.message, `Internal error occurred: ${failed.message}`);
  }
  assertEquals((await watching).events, ["ERROR 500@undefined"]);
});

/** The offsets after each record of a data file, from one on. */
async function recordsAfter(path: string, offset: number): Promise<number[]> {
  const bytes = await Deno.readFile(path);
  const ends: number[] = [];
  for (let at = offset; (at = bytes.indexOf(10, at)) >= 0;) ends.push(++at);
  return ends;
}

/** Runs a check on a restart from each record that an action wrote, as if the server was killed. */
async function killedAfterEachRecord(
  prepare: (server: RunningServer) => Promise<unknown>,
  act: (server: RunningServer) => Promise<unknown>,
  check: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const path = newPath();
  await withData(path, prepare);
  const { size } = await Deno.stat(path);
  await withData(path, act);
  const ends = await recordsAfter(path, size);
  assert(ends.length > 1, `${ends.length} records`);
  for (const end of ends) {
    const copy = newPath();
    await Deno.copyFile(path, copy);
    await Deno.truncate(copy, end);
    await withData(copy, check);
  }
}

Deno.test("the deletion of a namespace goes on after a crash", async () => {
  const inTeam = (name: string) => secret(name, { namespace: "team" });
  await killedAfterEachRecord(
    async (server) => {
      await server.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "team" } });
      for (const name of ["a", "b", "c"]) await server.create(inTeam(name));
    },
    (server) => server.delete("namespaces", "team"),
    async (server) => {
      assertEquals((await server.list("secrets", { namespace: "team" })).length, 0);
      assertEquals((await ask(server, "/api/v1/namespaces/team")).status, 404);
    },
  );
});

Deno.test("the collection of dependents goes on after a crash", async () => {
  await killedAfterEachRecord(
    async (server) => {
      const owner = await server.create(secret("owner")) as unknown as KubernetesObject;
      const { uid } = owner.metadata;
      const ownerReferences = [{ apiVersion: "v1", kind: "Secret", name: "owner", uid }];
      for (const name of ["a", "b", "c"]) await server.create(secret(name, { ownerReferences }));
      await server.create(secret("other"));
    },
    (server) => server.delete("secrets", "owner"),
    async (server) => {
      const names = (await server.list<KubernetesObject>("secrets")).map(({ metadata }) =>
        metadata.name
      );
      assertEquals(names, ["other"]);
      // Not the name counts, but the uid.
      await server.create(secret("owner"));
      assertEquals((await server.list("secrets")).length, 2);
    },
  );
});

Deno.test("a CustomResourceDefinition is served, and its deletion goes on, after a crash", async () => {
  const nothing = () => Promise.resolve();
  await killedAfterEachRecord(
    nothing,
    (server) => server.create(WIDGET_DEFINITION),
    async (server) => assertEquals((await ask(server, WIDGETS)).status, 200),
  );
  await killedAfterEachRecord(
    async (server) => {
      await server.create(WIDGET_DEFINITION);
      await server.create(widget);
    },
    (server) => server.delete("customresourcedefinitions", "widgets.example.com"),
    async (server) => {
      assertEquals((await server.list("customresourcedefinitions")).length, 0);
      assertEquals((await ask(server, WIDGETS)).status, 404);
    },
  );
});
