import { assert, assertEquals, assertRejects } from "@std/assert";
import { EtcdClient, EtcdError } from "./client.ts";
import { testWithEtcd } from "./testing.ts";

const ALL = { key: "/a/", end: "/a0" };

testWithEtcd(
  "a transaction writes all its keys at one revision, if its conditions are met",
  async ({ url }) => {
    using client = opened(url);
    const writes = [{ put: "/a/x", value: "é" }, { put: "/a/y", value: "" }];
    const first = await client.transact([{ key: "/a/x", revision: 0 }], writes);
    assertEquals(first, { succeeded: true, revision: 2 });
    const again = await client.transact([{ key: "/a/x", revision: 0 }], writes);
    assertEquals(again, { succeeded: false, revision: 2 });
    assertEquals(await client.range(ALL), {
      revision: 2,
      entries: [
        { key: "/a/x", value: "é", revision: 2, created: 2 },
        { key: "/a/y", value: "", revision: 2, created: 2 },
      ],
      more: false,
    });
    const unchanged = (before: number) =>
      client.transact([{ ...ALL, before }], [{ remove: "/a/x" }]);
    assertEquals((await unchanged(2)).succeeded, false);
    assertEquals((await unchanged(3)).succeeded, true);
    const { entries, more } = await client.range({ ...ALL, revision: 2, limit: 1, keysOnly: true });
    assertEquals([entries.map(({ key }) => key), more], [["/a/x"], true]);
  },
);

testWithEtcd(
  "a watch returns changes from its revision on, also those before it",
  async ({ url }) => {
    using client = opened(url);
    await client.transact([], [{ put: "/a/x", value: "1" }]);
    const ended = new AbortController();
    const changes = client.watch(ALL, 2, ended.signal);
    assertEquals((await changes.next()).value, [{ key: "/a/x", value: "1", revision: 2 }]);
    await client.transact([], [{ put: "/a/y", value: "2" }, { put: "/b", value: "3" }]);
    assertEquals((await changes.next()).value, [{ key: "/a/y", value: "2", revision: 3 }]);
    await client.transact([], [{ remove: "/a/x" }]);
    assertEquals((await changes.next()).value, [{ key: "/a/x", value: undefined, revision: 4 }]);
    const waiting = changes.next();
    ended.abort();
    await assertRejects(() => waiting);
  },
);

testWithEtcd("a watch that reads much at once gets whole revisions", async ({ url }) => {
  using client = opened(url);
  const value = "v".repeat(700_000);
  for (const name of ["1", "2", "3", "4", "5", "6"]) {
    await client.transact([], [{ put: `/a/${name}`, value }, { put: `/a/b${name}`, value }]);
  }
  const ended = new AbortController();
  const counts = new Map<number, number>();
  for await (const changes of client.watch(ALL, 1, ended.signal)) {
    for (const { revision } of changes) counts.set(revision, (counts.get(revision) ?? 0) + 1);
    for (const { revision } of changes) assertEquals(counts.get(revision), 2);
    if (counts.size === 6) break;
  }
  ended.abort();
});

testWithEtcd("what etcd has dropped is compacted, in a read and in a watch", async ({ url }) => {
  using client = opened(url);
  for (const value of ["1", "2", "3"]) await client.transact([], [{ put: "/a/x", value }]);
  await client.compact(3);
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(() => undefined, (error) => error instanceof EtcdError ? error.code : error);
  assertEquals(await codeOf(client.range({ ...ALL, revision: 2 })), "compacted");
  assertEquals((await client.range({ ...ALL, revision: 3 })).entries[0]?.value, "2");
  assertEquals(
    await codeOf(client.watch(ALL, 2, new AbortController().signal).next()),
    "compacted",
  );
  assertEquals(await codeOf(client.compact(2)), "compacted");
  const large = "v".repeat(2_000_000);
  assertEquals(
    await codeOf(client.transact([], [{ put: "/a/x", value: large }])),
    "too large",
  );
});

testWithEtcd("an etcd that is gone is named in the error", async (etcd) => {
  using client = opened(etcd.url);
  const waiting = client.watch(ALL, 2, new AbortController().signal).next();
  // The watch can fail before the process is known to have ended.
  const failed = assertRejects(() => waiting, EtcdError);
  await client.range(ALL);
  await etcd.kill();
  await failed;
  const error = await assertRejects(() => client.range(ALL), EtcdError, etcd.url);
  assertEquals(error.code, "unreachable");
  assert(error.message.endsWith("Check that it runs there"));
});

function opened(url: string): EtcdClient & Disposable {
  const client = new EtcdClient({ url });
  return Object.assign(client, { [Symbol.dispose]: () => client.close() });
}
