/**
 * The store in etcd: the contract, the model, and what several servers see of each other.
 *
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import * as fc from "fast-check";
import { commands } from "../contract/commands.ts";
import {
  keyOf,
  ManualClock,
  never,
  objectOf,
  SECRETS,
  type StorageImplementation,
} from "../contract/fixture.ts";
import { runOnModel } from "../contract/model_run.ts";
import { StorageError, UnwritableStorage } from "@plumbline/server/storage";
import { testStorageContract } from "../contract/mod.ts";
import { EtcdClient, EtcdError } from "./client.ts";
import { EtcdStorage, type EtcdStorageOptions } from "./etcd_storage.ts";
import { HAS_ETCD, startEtcd, testWithEtcd } from "./testing.ts";

const ETCD: StorageImplementation = {
  name: "EtcdStorage",
  ignore: !HAS_ETCD,
  async open(clock, history) {
    const etcd = await startEtcd();
    const storage = await EtcdStorage.open({ url: etcd.url, clock, history });
    return Object.assign(storage, {
      async [Symbol.asyncDispose]() {
        await storage.close();
        await etcd[Symbol.asyncDispose]();
      },
    });
  },
};

testStorageContract(ETCD);

Deno.test({
  name: "EtcdStorage behaves like a list of full snapshots, over lists of commands",
  ignore: !HAS_ETCD,
  fn: () =>
    fc.assert(
      fc.asyncProperty(commands, (list) => runOnModel(ETCD, list)),
      { numRuns: 10, endOnFailure: true },
    ),
});

const ALL = { resource: SECRETS };
const X = keyOf("a", "x");

async function open(
  url: string,
  options: Partial<EtcdStorageOptions> = {},
): Promise<EtcdStorage & AsyncDisposable> {
  const storage = await EtcdStorage.open({ url, clock: new ManualClock(), ...options });
  return Object.assign(storage, { [Symbol.asyncDispose]: () => storage.close() });
}

const put = (storage: EtcdStorage, key = X, content = "", expected = 0) =>
  storage.transact(key, { expected, object: objectOf(key, content) });

testWithEtcd(
  "EtcdStorage: another server reads a write once it has caught up, and its watch gets it",
  async ({ url }) => {
    await using one = await open(url);
    await using two = await open(url);
    const cursor = two.watch(ALL, 1);
    const { revision, object } = await put(one);
    await two.catchUp();
    assertEquals(two.currentRevision(), revision);
    assertEquals((await two.get(X))?.object, object);
    const [event] = await cursor.next(never());
    assertEquals([event?.type, event?.version.object], ["created", object]);
    await two.transact(X, { expected: revision, object: undefined });
    await one.catchUp();
    assertEquals(await one.get(X), undefined);
    assertEquals((await one.list(ALL, { revision })).versions[0]?.object, object);
  },
);

testWithEtcd(
  "EtcdStorage: of writes of several servers to one object one is made, and all count each other",
  async ({ url }) => {
    await using one = await open(url);
    await using two = await open(url);
    const codes = await Promise.all(
      [one, two, one, two].map((storage) =>
        put(storage).then(() => "made", (error) => (error as StorageError).code)
      ),
    );
    assertEquals(codes.toSorted(), ["exists", "exists", "exists", "made"]);
    const increment = async (storage: EtcdStorage): Promise<void> => {
      for (;;) {
        const { revision, object } = (await storage.get(X))!;
        try {
          return void await put(storage, X, `${Number(object.content) + 1}`, revision);
        } catch (error) {
          if ((error as StorageError).code !== "conflict") throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: 40 }, (_, at) => increment(at % 2 ? one : two)));
    await one.catchUp();
    assertEquals((await one.get(X))?.object.content, "40");
  },
);

testWithEtcd(
  "EtcdStorage: objects, history and facts survive a restart of the servers and of etcd",
  async (etcd) => {
    const clock = new ManualClock();
    const first = await open(etcd.url, { clock });
    const created = await put(first, X, "1");
    const updated = await put(first, X, "2", created.revision);
    first.setFact("token", { user: "a" });
    await first.durability.synced();
    assertEquals(await first.shareFact("key", "one"), "one");
    await first.close();
    await etcd.kill();
    await etcd.start();
    await using next = await open(etcd.url, { clock });
    assertEquals(next.currentRevision() >= updated.revision, true);
    assertEquals((await next.get(X))?.object, updated.object);
    assertEquals(
      (await next.list(ALL, { revision: created.revision })).versions[0]?.object,
      created.object,
    );
    assertEquals(
      (await next.watch(ALL, created.revision).next(never()))[0]?.version.revision,
      updated.revision,
    );
    assertEquals([next.fact("token"), await next.shareFact("key", "two")], [{ user: "a" }, "one"]);
  },
);

testWithEtcd(
  "EtcdStorage: what was compacted in etcd is expired for a server that starts later",
  async ({ url }) => {
    await using one = await open(url);
    const revisions: number[] = [];
    for (const content of ["1", "2", "3", "4"]) {
      revisions.push((await put(one, X, content, revisions.at(-1) ?? 0)).revision);
    }
    one.compact(revisions[1]!);
    await one.durability.synced();
    await using two = await open(url);
    assertEquals(
      (await two.list(ALL, { revision: revisions[1]! })).versions[0]?.object.content,
      "2",
    );
    const refused = await assertRejects(
      () => two.list(ALL, { revision: revisions[0]! }),
      StorageError,
    );
    assertEquals(refused.code, "compacted");
  },
);

testWithEtcd(
  "EtcdStorage: writes of other programs to etcd only make revisions grow",
  async ({ url }) => {
    const client = new EtcdClient({ url });
    await using storage = await open(url);
    for (const key of ["/a", "/z", "/plumbline0"]) {
      await client.transact([], [{
        put: key,
        value: "",
      }]);
    }
    const { revision } = await put(storage);
    assertEquals(revision, 5);
    assertEquals((await storage.list(ALL, { revision: 4 })).versions, []);
    await client.transact([], [{ put: "/a", value: "" }]);
    client.close();
    await storage.catchUp();
    assertEquals((await put(storage, keyOf("a", "y"))).revision, 7);
  },
);

testWithEtcd("EtcdStorage: stores with other prefixes share nothing", async ({ url }) => {
  await using one = await open(url, { prefix: "/one/" });
  await using two = await open(url, { prefix: "/two/" });
  await put(one);
  await two.catchUp();
  assertEquals((await two.list(ALL)).versions, []);
});

testWithEtcd(
  "EtcdStorage: nothing is created beside an object that another server changes",
  async ({ url }) => {
    const parent = keyOf("", "a", "/namespaces");
    const options = { parentOf: () => parent };
    await using one = await open(url);
    await using two = await open(url, options);
    const { revision } = await put(one, parent);
    await two.catchUp();
    const changed = put(one, parent, "ending", revision);
    const code = await put(two).then(() => "made", (error) => (error as StorageError).code);
    const { revision: ending } = await changed;
    await one.catchUp();
    const created = (await one.get(X))?.revision;
    assert(
      code === "made" ? created! < ending : code === "conflict" && created === undefined,
      code,
    );
    // Once the change can be read, creating depends on it and works.
    await two.catchUp();
    if (code !== "made") await put(two);
  },
);

testWithEtcd(
  "EtcdStorage: objects of an exclusive resource are written one after the other",
  async ({ url }) => {
    const options = { isExclusive: () => true };
    await using one = await open(url, options);
    await using two = await open(url, options);
    let made = 0;
    const attempts = Array.from({ length: 20 }, async (_, at) => {
      const storage = at % 2 ? one : two;
      try {
        await put(storage, keyOf("a", `${at}`));
        made++;
      } catch (error) {
        assertEquals((error as StorageError).code, "conflict");
      }
    });
    await Promise.all(attempts);
    assert(made >= 1);
    await one.catchUp();
    assertEquals((await one.list(ALL)).versions.length, made);
  },
);

testWithEtcd(
  "EtcdStorage: while etcd is away requests fail, and afterwards they go on",
  async (etcd) => {
    const failures: string[] = [];
    await using storage = await open(etcd.url, {
      onFailure: ({ message }) => void failures.push(message),
    });
    const { revision } = await put(storage);
    const cursor = storage.watch(ALL, revision);
    await etcd.kill();
    await assertRejects(() => storage.catchUp(), UnwritableStorage, etcd.url);
    await assertRejects(() => put(storage, keyOf("a", "y")), UnwritableStorage);
    await etcd.start();
    while (storage.durability.failure !== undefined) {
      await new Promise((done) => setTimeout(done, 10));
    }
    await put(storage, keyOf("a", "z"));
    assertEquals((await cursor.next(never()))[0]?.version.key.name, "z");
    assertEquals(failures.length, 1);
  },
);

testWithEtcd("EtcdStorage: one store may create the initial objects", async ({ url }) => {
  await using one = await open(url);
  await using two = await open(url);
  const chosen = await Promise.all([one.becomeCreator(60), two.becomeCreator(60)]);
  assertEquals(chosen.filter(Boolean).length, 1);
});

testWithEtcd("EtcdStorage: an etcd that has lost its data is not used", async (etcd) => {
  const failures: string[] = [];
  const onFailure = ({ message }: Error) => void failures.push(message);
  await using lost = await open(etcd.url, { onFailure });
  await put(lost);
  await etcd.kill();
  await assertRejects(() => lost.catchUp(), UnwritableStorage);
  await etcd.forget();
  await etcd.start();
  await assertRejects(() => lost.catchUp(), UnwritableStorage, "it has lost its data. Restart");
  await assertRejects(() => put(lost, keyOf("a", "y")), UnwritableStorage, "lost its data");
  assertEquals(failures.length, 2);
});

testWithEtcd(
  "EtcdStorage: a server that was cut off for longer than the history says so",
  async (etcd) => {
    const network = relay(etcd.url);
    const pattern = /dropped the history since revision \d+. Restart/;
    {
      await using late = await open(network.url);
      await using other = await open(etcd.url);
      await network.cut();
      let revision = 0;
      for (const content of ["1", "2", "3"]) {
        revision = (await put(other, X, content, revision)).revision;
      }
      other.compact(revision);
      await other.durability.synced();
      network.join();
      while (!pattern.test(late.durability.failure ?? "")) {
        await new Promise((done) => setTimeout(done, 10));
      }
      await assertRejects(() => late.catchUp(), UnwritableStorage, "dropped the history");
    }
    await network.cut();
  },
);

testWithEtcd(
  "EtcdStorage: history is not dropped in etcd before a watch that begins late has it",
  async (etcd) => {
    await using late = await openBehindGate(etcd.url);
    const { storage, gate, failures, revision } = late;
    storage.compact(revision);
    gate.open();
    await storage.durability.synced();
    await assertDropped(etcd.url, revision - 1);
    await using other = await open(etcd.url);
    await put(other, keyOf("a", "y"));
    await storage.catchUp();
    assertEquals(failures, []);
  },
);

testWithEtcd(
  "EtcdStorage: a server goes on after its own writes if another one drops their history",
  async (etcd) => {
    await using late = await openBehindGate(etcd.url);
    const { storage, gate, failures, revision } = late;
    await using other = await open(etcd.url);
    other.compact(revision);
    await other.durability.synced();
    await assertDropped(etcd.url, revision - 1);
    gate.open();
    await put(other, keyOf("a", "y"));
    await storage.catchUp();
    assertEquals(failures, []);
  },
);

/** Opens a store whose watch has not begun when three writes are made, and returns the last revision. */
async function openBehindGate(url: string) {
  const gate = watchGate(url);
  const failures: string[] = [];
  const storage = await open(gate.url, {
    onFailure: ({ message }) => void failures.push(message),
  });
  let revision = 0;
  for (const content of ["1", "2", "3"]) {
    revision = (await put(storage, X, content, revision)).revision;
  }
  return {
    ...{ storage, gate, failures, revision },
    async [Symbol.asyncDispose]() {
      await storage.close();
      await gate[Symbol.asyncDispose]();
    },
  };
}

async function assertDropped(url: string, revision: number): Promise<void> {
  const client = new EtcdClient({ url });
  try {
    const error = await assertRejects(() => client.range({ key: "/a", revision }), EtcdError);
    assertEquals(error.code, "compacted");
  } finally {
    client.close();
  }
}

/** Passes requests on to etcd, those to watch only once it is open: etcd gets them after writes. */
function watchGate(url: string) {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const body = await request.text();
      if (pathname === "/v3/watch") await promise;
      return await fetch(`${url}${pathname}`, { method: "POST", body });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    open,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A TCP port that is connected to etcd until it is cut. */
function relay(url: string) {
  const port = Number(new URL(url).port);
  let listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const own = listener.addr.port;
  const open = new Set<Deno.Conn>();
  let done: Promise<unknown>[] = [];
  const pass = async (from: Deno.Conn, to: Deno.Conn): Promise<void> => {
    await from.readable.pipeTo(to.writable).catch(() => {});
  };
  const accept = async (): Promise<void> => {
    for await (const client of listener) {
      const server = await Deno.connect({ hostname: "127.0.0.1", port });
      open.add(client).add(server);
      done.push(pass(client, server), pass(server, client));
    }
  };
  let accepting = accept();
  return {
    url: `http://127.0.0.1:${own}`,
    async cut(): Promise<void> {
      listener.close();
      await accepting;
      for (const connection of open) {
        try {
          connection.close();
        } catch {
          // The other side has closed it.
        }
      }
      open.clear();
      await Promise.all(done);
      done = [];
    },
    join(): void {
      listener = Deno.listen({ hostname: "127.0.0.1", port: own });
      accepting = accept();
    },
  };
}
