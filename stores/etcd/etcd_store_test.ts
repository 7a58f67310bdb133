/**
 * Servers that share a store in etcd: what each of them sees, keeps unique, and finishes for another.
 *
 * @module
 */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AdjustableClock, type ApiObject, type JsonObject } from "@plumbline/server/api";
import {
  ConfigurationError,
  type RunningServer,
  type ServerOptions,
  startServer,
} from "@plumbline/reference";
import { EtcdStorage } from "./etcd_storage.ts";
import { testWithEtcd } from "./testing.ts";

/** Answers of any shape. */
interface Answer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- tests look into answers of any shape
  readonly body: any;
}

async function ask(
  server: RunningServer,
  method: string,
  path: string,
  body?: unknown,
  token = server.token(),
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function must(...args: Parameters<typeof ask>): Promise<Answer["body"]> {
  const { status, body } = await ask(...args);
  assert(status < 300, `${args[1]} ${args[2]}: ${status} ${body.message}`);
  return body;
}

/** Registers a test with two servers over one etcd. */
function testWithServers(
  name: string,
  run: (one: RunningServer, two: RunningServer, store: string) => Promise<void>,
  options: ServerOptions = {},
): void {
  testWithEtcd(name, async ({ store }) => {
    // Both start at once: one of them creates the initial objects.
    const [one, two] = await Promise.all([0, 1].map(() => startServer({ store, ...options })));
    try {
      await run(one!, two!, store);
    } finally {
      await Promise.all([one!.close(), two!.close()]);
    }
  });
}

const SECRETS = "/api/v1/namespaces/default/secrets";
const named = (name: string, metadata: JsonObject = {}) => ({ metadata: { name, ...metadata } });
const namesOf = ({ items }: Answer["body"]) =>
  items.map(({ metadata }: ApiObject) => metadata.name);

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";

const DEFINITION = {
  ...named("widgets.example.com"),
  spec: {
    ...{ group: "example.com", scope: "Namespaced" },
    names: { plural: "widgets", kind: "Widget" },
    versions: [{
      ...{ name: "v1", served: true, storage: true },
      schema: { openAPIV3Schema: { type: "object" } },
    }],
  },
};

testWithServers("what one server answered, every other one shows at once", async (one, two) => {
  assertEquals(one.token(), two.token());
  const { metadata } = await must(one, "GET", "/api/v1/namespaces/default");
  assertEquals((await must(two, "GET", "/api/v1/namespaces/default")).metadata, metadata);
  for (let number = 0; number < 20; number++) {
    const [writer, reader] = number % 2 ? [one, two] : [two, one];
    const created = await must(writer, "POST", SECRETS, named(`a-${number}`));
    assertEquals(await must(reader, "GET", `${SECRETS}/a-${number}`), created);
    const version = created.metadata.resourceVersion;
    const list = await must(reader, "GET", `${SECRETS}?resourceVersion=${version}`);
    assertEquals(list.items.length, number + 1);
    assertEquals((await ask(reader, "POST", SECRETS, named(`a-${number}`))).status, 409);
  }
});

testWithServers("pages and watches go on at another server", async (one, two) => {
  for (const name of ["a", "b", "c"]) await must(one, "POST", SECRETS, named(name));
  const first = await must(one, "GET", `${SECRETS}?limit=1`);
  await must(two, "DELETE", `${SECRETS}/c`);
  const rest = await must(two, "GET", `${SECRETS}?continue=${first.metadata.continue}`);
  assertEquals([...namesOf(first), ...namesOf(rest)], ["a", "b", "c"]);
  const version = first.metadata.resourceVersion;
  const headers = { authorization: `Bearer ${two.token()}` };
  const path = `${SECRETS}?watch=1&timeoutSeconds=1&resourceVersion=${version}`;
  const response = await fetch(two.url + path, { headers });
  await must(one, "POST", SECRETS, named("d"));
  const events = (await response.text()).trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(events.map(({ type, object }) => `${type} ${object.metadata.name}`), [
    "DELETED c",
    "ADDED d",
  ]);
});

testWithServers(
  "roles, tokens and CustomResourceDefinitions count for every server at once",
  async (one, two) => {
    const account = "/api/v1/namespaces/default/serviceaccounts";
    await must(one, "POST", account, named("bot"));
    const { status } = await must(two, "POST", `${account}/bot/token`, { spec: {} });
    const get = (server: RunningServer) => ask(server, "GET", SECRETS, undefined, status.token);
    assertEquals([(await get(two)).status, (await get(one)).status], [403, 403]);
    const group = "rbac.authorization.k8s.io";
    await must(two, "POST", `/apis/${group}/v1/clusterrolebindings`, {
      ...named("bot"),
      roleRef: { apiGroup: group, kind: "ClusterRole", name: "view" },
      subjects: [{ kind: "ServiceAccount", name: "bot", namespace: "default" }],
    });
    await must(two, "POST", `/apis/${group}/v1/clusterroles`, {
      ...named("secrets", { labels: { [`${group}/aggregate-to-view`]: "true" } }),
      rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["list"] }],
    });
    assertEquals([(await get(one)).status, (await get(two)).status], [200, 200]);

    await must(one, "POST", DEFINITIONS, DEFINITION);
    const widget = { apiVersion: "example.com/v1", kind: "Widget", ...named("w") };
    await must(two, "POST", WIDGETS, widget);
    await must(two, "DELETE", `${DEFINITIONS}/widgets.example.com`);
    assertEquals((await ask(one, "GET", WIDGETS)).status, 404);
  },
);

testWithServers("deletions reach what other servers created", async (one, two) => {
  await must(one, "POST", "/api/v1/namespaces", named("team"));
  const secrets = "/api/v1/namespaces/team/secrets";
  for (const server of [one, two]) await must(server, "POST", secrets, named(server.url.slice(-4)));
  await must(two, "DELETE", "/api/v1/namespaces/team");
  assertEquals((await ask(one, "GET", "/api/v1/namespaces/team")).status, 404);
  assertEquals(namesOf(await must(one, "GET", "/api/v1/secrets")), []);
  assertEquals((await ask(one, "POST", secrets, named("late"))).status, 404);

  const owner = await must(one, "POST", SECRETS, named("owner"));
  const reference = { apiVersion: "v1", kind: "Secret", name: "owner", uid: owner.metadata.uid };
  const references = { ownerReferences: [{ ...reference, blockOwnerDeletion: true }] };
  for (const name of ["a", "b"]) await must(two, "POST", SECRETS, named(name, references));
  const held = { ...references, finalizers: ["example.com/hold"] };
  await must(two, "POST", SECRETS, named("held", held));
  await must(one, "DELETE", `${SECRETS}/owner`, { propagationPolicy: "Foreground" });
  assertEquals(namesOf(await must(two, "GET", SECRETS)), ["held", "owner"]);
  await must(two, "PATCH", `${SECRETS}/held`, { metadata: { finalizers: null } });
  assertEquals(namesOf(await must(one, "GET", SECRETS)), []);
});

testWithServers(
  "nothing remains of a namespace that is deleted while other servers write to it",
  async (one, two) => {
    for (let round = 0; round < 10; round++) {
      const namespace = `team-${round}`;
      await must(one, "POST", "/api/v1/namespaces", named(namespace));
      const writes = Array.from(
        { length: 10 },
        (_, at) => ask(two, "POST", `/api/v1/namespaces/${namespace}/secrets`, named(`a-${at}`)),
      );
      await must(one, "DELETE", `/api/v1/namespaces/${namespace}`);
      for (const { status } of await Promise.all(writes)) {
        assert([201, 403, 404].includes(status));
      }
      assertEquals((await ask(two, "GET", `/api/v1/namespaces/${namespace}`)).status, 404);
      assertEquals(namesOf(await must(two, "GET", "/api/v1/secrets")), []);
    }
  },
);

testWithServers(
  "no two Services of several servers have the same address or port",
  async (one, two) => {
    const path = "/api/v1/namespaces/default/services";
    const spec = { type: "NodePort", ports: [{ port: 80 }] };
    const answers = await Promise.all(
      Array.from(
        { length: 40 },
        (_, at) => ask(at % 2 ? one : two, "POST", path, { ...named(`a-${at}`), spec }),
      ),
    );
    assertEquals(
      answers.filter(({ status }) => status !== 201),
      [],
    );
    const fixed = { ...spec, ports: [{ port: 80, nodePort: 30_000 }] };
    const taken = await Promise.all(
      Array.from(
        { length: 10 },
        (_, at) => ask(at % 2 ? one : two, "POST", path, { ...named(`b-${at}`), spec: fixed }),
      ),
    );
    assert(taken.filter(({ status }) => status === 201).length <= 1);
    const { items } = await must(one, "GET", path);
    const ports = items.map((item: Answer["body"]) => item.spec.ports[0].nodePort);
    const addresses = items.map((item: Answer["body"]) => item.spec.clusterIP);
    assertEquals([new Set(ports).size, new Set(addresses).size], [items.length, items.length]);
  },
);

testWithServers("a snapshot is restored for every server", async (one, two) => {
  await must(two, "POST", SECRETS, named("a"));
  const snapshot = await one.state.snapshot();
  await must(two, "DELETE", `${SECRETS}/a`);
  await must(two, "POST", SECRETS, named("b"));
  await one.state.restore(snapshot);
  assertEquals(namesOf(await must(two, "GET", SECRETS)), ["a"]);
  await two.state.reset();
  assertEquals(namesOf(await must(one, "GET", SECRETS)), []);
});

testWithServers("servers with TLS have one certificate authority", async (one, two) => {
  const [first, second] = await Promise.all([one, two].map((each) => each.listen({ tls: true })));
  assertEquals(first!.caCertificate, second!.caCertificate);
});

testWithEtcd(
  "a server that starts later continues, without the initial objects again",
  async ({ store }) => {
    const clock = new AdjustableClock();
    const objects = [{ apiVersion: "v1", kind: "ConfigMap", ...named("first") }];
    const one = await startServer({ store, clock, objects });
    const created = await must(one, "POST", SECRETS, named("a"));
    await must(one, "DELETE", "/api/v1/namespaces/default/configmaps/first");
    await one.close();
    await using two = await startServer({ store, clock, objects });
    assertEquals(two.token(), one.token());
    assertEquals(await must(two, "GET", `${SECRETS}/a`), created);
    assertEquals(namesOf(await must(two, "GET", "/api/v1/configmaps")), []);
    const past = `${SECRETS}?resourceVersionMatch=Exact&resourceVersion=`;
    const { items } = await must(two, "GET", past + created.metadata.resourceVersion);
    assertEquals(items.length, 1);
  },
);

testWithEtcd("history that is older than five minutes is dropped in etcd too", async (etcd) => {
  const clock = new AdjustableClock();
  await using one = await startServer({ store: etcd.store, clock });
  const created = await must(one, "POST", SECRETS, named("a"));
  await must(one, "PATCH", `${SECRETS}/a`, { data: { key: btoa("value") } });
  clock.advance(300_000);
  const past = `${SECRETS}?resourceVersionMatch=Exact&resourceVersion=`;
  const get = (server: RunningServer) =>
    ask(server, "GET", past + created.metadata.resourceVersion);
  assertEquals((await get(one)).status, 410);
  // The new server has the clock of the machine, for which nothing is old.
  for (;;) {
    await using two = await startServer({ store: etcd.store });
    if ((await get(two)).status === 410) break;
  }
});

testWithEtcd(
  "what a server that was killed has left, another one finishes",
  async ({ url, store }) => {
    const clock = new AdjustableClock();
    await using server = await startServer({ store, clock });
    await must(server, "POST", "/api/v1/namespaces", named("team"));
    await must(server, "POST", "/api/v1/namespaces/team/secrets", named("a"));
    const owner = await must(server, "POST", SECRETS, named("owner"));
    const reference = { apiVersion: "v1", kind: "Secret", name: "owner", uid: owner.metadata.uid };
    await must(server, "POST", SECRETS, named("b", { ownerReferences: [reference] }));
    await must(server, "POST", DEFINITIONS, DEFINITION);

    // The writes of a server that did nothing more.
    const killed = await EtcdStorage.open({ url, clock });
    const key = { resource: "/namespaces", namespace: "", name: "team" };
    const { revision, object } = (await killed.get(key))!;
    const metadata = { ...object.metadata, deletionTimestamp: "2026-11-23T00:00:00Z" };
    await killed.transact(key, { expected: revision, object: { ...object, metadata } });
    const place = { resource: "/secrets", namespace: "default", name: "owner" };
    const { revision: expected } = (await killed.get(place))!;
    await killed.transact(place, { expected, object: undefined });
    const resource = "apiextensions.k8s.io/customresourcedefinitions";
    const definition = { resource, namespace: "", name: "widgets.example.com" };
    const { revision: written, object: defined } = (await killed.get(definition))!;
    const status = {
      conditions: [],
      acceptedNames: { plural: "", kind: "" },
      storedVersions: ["v1"],
    };
    await killed.transact(definition, { expected: written, object: { ...defined, status } });
    await killed.close();

    assertEquals(namesOf(await must(server, "GET", "/api/v1/secrets")), ["b", "a"]);
    assertEquals((await ask(server, "GET", WIDGETS)).status, 404);
    clock.advance(5_000);
    const remaining = async () => namesOf(await must(server, "GET", "/api/v1/secrets"));
    while ((await remaining()).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assertEquals((await ask(server, "GET", "/api/v1/namespaces/team")).status, 404);
    while ((await ask(server, "GET", WIDGETS)).status === 404) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  },
);

testWithEtcd(
  "while etcd is away requests get 500 and /readyz fails, and later they go on",
  async (etcd) => {
    const errors: unknown[] = [];
    const onInternalError = (error: unknown) => void errors.push(error);
    await using server = await startServer({ store: etcd.store, onInternalError });
    await must(server, "POST", SECRETS, named("a"));
    await etcd.kill();
    const refused = [
      await ask(server, "GET", `${SECRETS}/a`),
      await ask(server, "POST", SECRETS, named("b")),
    ];
    for (const { status, body } of refused) {
      assertEquals([status, body.kind], [500, "Status"]);
      assertStringIncludes(body.message, `Cannot reach etcd at ${etcd.url}`);
    }
    const isReady = async () => {
      const response = await fetch(`${server.url}/readyz`);
      await response.body?.cancel();
      return response.ok;
    };
    while (await isReady()) await new Promise((resolve) => setTimeout(resolve, 5));
    await etcd.start();
    while (!await isReady()) await new Promise((resolve) => setTimeout(resolve, 5));
    await must(server, "POST", SECRETS, named("b"));
    assertEquals(namesOf(await must(server, "GET", SECRETS)), ["a", "b"]);
    assertEquals(errors.length, 1);
  },
);

testWithEtcd("a store of another dialect is rejected", async ({ store }) => {
  await using _ = await startServer({ store });
  const error = await assertRejects(
    () => startServer({ store, dialect: "svc" }),
    ConfigurationError,
  );
  assertEquals(
    error.message,
    `Cannot use the store ${store} as its objects are of the dialect "kubernetes" and not of ` +
      '"svc": change the dialect, or name another store',
  );
  await using other = await startServer({ store: `${store}/other`, dialect: "svc" });
  assertEquals(namesOf(await must(other, "GET", "/api/v1/secrets")), []);
});

Deno.test("a store that cannot be used is named with the remedy", async () => {
  const messageOf = async (options: ServerOptions) =>
    (await assertRejects(() => startServer(options), ConfigurationError)).message;
  for (
    const store of ["", "127.0.0.1:2379", "http://127.0.0.1:2379", "etcd://host", "etcd://h:1/a?b"]
  ) {
    assertEquals(
      await messageOf({ store }),
      `Cannot use the store "${store}": write etcd://HOST:PORT or etcd://HOST:PORT/PREFIX`,
    );
  }
  const store = `etcd://127.0.0.1:${closedPort()}`;
  const unreachable = await messageOf({ store });
  assertStringIncludes(unreachable, `Cannot use the store ${store}: Cannot reach etcd at http:`);
  assertEquals(
    await messageOf({ store, data: "cluster.data" }),
    `Cannot keep the objects in the file cluster.data and in ${store}: name one of them`,
  );
});

/** Returns a port that nothing listens on. */
function closedPort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  return listener.addr.port;
}
