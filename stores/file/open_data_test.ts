import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import * as fc from "fast-check";
import { StorageError, UnwritableStorage } from "@plumbline/server/storage";
import { type Data, type DataOptions, openData } from "./open_data.ts";
import { DataFileError } from "./read_data.ts";
import { contentOf, keyOf, put, TestFiles } from "./testing.ts";

const folder = await Deno.makeTempDir();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
let count = 0;
const newPath = () => `${folder}/${count++}`;

/** Opens a file in memory; its path is only that of the lock. */
async function open(
  path: string,
  files: TestFiles | undefined,
  options: Partial<DataOptions> = {},
): Promise<Data & { readonly failures: readonly string[] }> {
  const failures: string[] = [];
  const data = await openData(path, {
    clock: { now: () => 0 },
    settings: { dialect: "kubernetes" },
    onFailure: ({ message }) => failures.push(message),
    ...(files && { files }),
    ...options,
  });
  return { ...data, failures };
}

Deno.test("objects, revisions, history and facts are there after a restart", async () => {
  const path = newPath();
  const first = await open(path, undefined);
  assert(first.isNew);
  await put(first.storage, "initial", "0");
  await first.create();
  first.facts.set("token", { user: "alice" });
  first.facts.set("other", 1);
  await put(first.storage, "a", "1");
  await put(first.storage, "a", "2");
  await put(first.storage, "initial", undefined);
  first.facts.set("other", undefined);
  await first.close();
  assertEquals((await Deno.stat(path)).mode! & 0o777, 0o600);

  const second = await open(path, undefined);
  assertEquals([second.isNew, second.dropped], [false, 0]);
  assertEquals(second.storage.currentRevision(), 5);
  assertEquals(await contentOf(second.storage), ["a=2@4"]);
  assertEquals(await contentOf(second.storage, 3), ["a=1@3", "initial=0@2"]);
  assertEquals([...second.facts], [["token", { user: "alice" }]]);
  assertEquals(second.deleted.map(({ key }) => key.name), ["initial"]);
  const events = await second.storage.watch({ resource: "/widgets" }, 3)
    .next(new AbortController().signal);
  assertEquals(events.map(({ type, version }) => `${type} ${version.revision}`), [
    "updated 4",
    "deleted 5",
  ]);
  // What was before the file has a state, and no events.
  assertEquals((await assertThrowsCompacted(second, 1)).code, "compacted");
  assertEquals((await put(second.storage, "b", "3")).revision, 6);
  await second.close();
});

const assertThrowsCompacted = (data: Data, after: number) =>
  assertRejects(
    () => Promise.try(() => data.storage.watch({ resource: "/widgets" }, after)),
    StorageError,
  );

Deno.test("history ends at its age, over restarts and with clocks that go back", async () => {
  const path = newPath();
  const files = new TestFiles();
  let now = 1_000;
  const options = { clock: { now: () => now }, history: 100 };
  const first = await open(path, files, options);
  await first.create();
  await put(first.storage, "a", "1");
  now = 5_000;
  await put(first.storage, "a", "2");
  await first.close();
  now = 2_000;
  const second = await open(path, files, options);
  assertEquals(await contentOf(second.storage, 2), ["a=1@2"]);
  assertEquals((await assertThrowsCompacted(second, 1)).code, "compacted");
  now = 2_100;
  assertEquals((await assertThrowsCompacted(second, 2)).code, "compacted");
  await second.close();
});

Deno.test("whatever byte a crash cuts the file at, the state is that after the last whole record", async () => {
  const writes = fc.array(
    fc.tuple(fc.constantFrom("a", "b", "c"), fc.option(fc.string(), { nil: undefined })),
    { minLength: 1, maxLength: 8 },
  );
  const cut = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(fc.asyncProperty(writes, cut, async (list, where) => {
    const path = newPath();
    const files = new TestFiles();
    const first = await open(path, files);
    await first.create();
    const states = [{ size: files.bytesOf(path).length, content: [] as string[] }];
    for (const [name, content] of list) {
      if (content === undefined && !(await first.storage.get(keyOf(name)))) continue;
      await put(first.storage, name, content);
      const size = files.bytesOf(path).length;
      states.push({ size, content: await contentOf(first.storage) });
    }
    await first.close();
    const [least, most] = [states[0]!.size, states.at(-1)!.size];
    const size = Math.floor(least + where * (most - least));
    files.replace(path, files.bytesOf(path).slice(0, size));

    const second = await open(path, files);
    const index = states.findLastIndex((state) => state.size <= size);
    assertEquals(await contentOf(second.storage), states[index]!.content);
    assertEquals(second.storage.currentRevision(), index + 1);
    assertEquals(second.dropped, size - states[index]!.size);
    assertEquals((await put(second.storage, "next", "")).revision, index + 2);
    await second.close();
    const third = await open(path, files);
    assertEquals([third.storage.currentRevision(), third.dropped], [index + 2, 0]);
    await third.close();
  }));
});

Deno.test("a crash of the machine loses nothing that was synchronized, also while the file is rewritten", async () => {
  const loss = fc.record({
    left: fc.double({ min: 0, max: 1, noNaN: true }),
    damaged: fc.boolean(),
    renamed: fc.boolean(),
  });
  let rewritten = 0;
  await fc.assert(fc.asyncProperty(fc.nat(400), loss, async (crashAt, loss) => {
    const path = newPath();
    const files = new TestFiles();
    let now = 0;
    const options = { clock: { now: () => now }, history: 20, rewriteFrom: 3_000 };
    const data = await open(path, files, options);
    await data.create();
    const states = new Map([[1, [] as string[]]]);
    let synced = 1;
    let left: { readonly files: TestFiles; readonly revision: number } | undefined;
    let changes = 0;
    files.onChange = () => {
      if (changes++ === crashAt) left = { files: files.afterCrash(loss), revision: synced };
    };
    let largest = 0;
    for (let round = 0; round < 100; round++) {
      now = round;
      const { revision } = await put(data.storage, `a${round % 3}`, `${round}`.padEnd(50));
      states.set(revision, await contentOf(data.storage));
      largest = Math.max(largest, files.bytesOf(path).length);
      if (round % 3 > 0) continue;
      await data.storage.durability!.synced();
      synced = revision;
    }
    await data.close();
    if (files.bytesOf(path).length < largest) rewritten++;
    const after = await open(path, left?.files ?? files, options);
    const revision = after.storage.currentRevision();
    assert(revision >= (left?.revision ?? synced), `${revision} of ${left?.revision}`);
    assertEquals(await contentOf(after.storage), states.get(revision));
    await after.close();
  }));
  assert(rewritten > 0);
});

Deno.test("a damaged record is dropped only if it was not on the disk", async () => {
  const path = newPath();
  const files = new TestFiles();
  const first = await open(path, files);
  await first.create();
  await put(first.storage, "a", "first");
  await first.storage.durability!.synced();
  await put(first.storage, "b", "second");
  await put(first.storage, "c", "third");
  await first.close();
  const whole = files.bytesOf(path);
  const damage = (text: string) => {
    const at = new TextDecoder().decode(whole).indexOf(text);
    files.replace(path, whole.with(at, 0));
  };

  damage("second");
  const second = await open(path, files);
  assertEquals(await contentOf(second.storage), ["a=first@2"]);
  assert(second.dropped > 0);
  await second.close();

  damage("first");
  const error = await assertRejects(() => open(path, files), DataFileError);
  assertStringIncludes(error.message, "damaged at byte ");
});

Deno.test("all writes of a turn take one synchronization, and are answered for after it", async () => {
  const files = new TestFiles();
  const data = await open(newPath(), files);
  await data.create();
  assertEquals(data.storage.durability!.synced(), undefined);
  const gate = Promise.withResolvers<void>();
  files.onSync = () => gate.promise;
  files.syncs = 0;
  await Promise.all(Array.from({ length: 100 }, (_, at) => put(data.storage, `a${at}`, "")));
  let isSynced = false;
  const synced = data.storage.durability!.synced()!.then(() => isSynced = true);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals([files.syncs, isSynced], [1, false]);
  // These come too late for it.
  await Promise.all(Array.from({ length: 100 }, (_, at) => put(data.storage, `b${at}`, "")));
  const later = data.storage.durability!.synced()!;
  gate.resolve();
  await synced;
  await later;
  assertEquals(files.syncs, 2);
  assertEquals(data.storage.durability!.synced(), undefined);
  await data.close();
});

Deno.test("a write that does not fit on the disk is not made, and the next one may be", async () => {
  const path = newPath();
  const files = new TestFiles();
  const data = await open(path, files);
  await data.create();
  await put(data.storage, "a", "1");
  files.space = 10;
  for (const name of ["a", "b"]) {
    const error = await assertRejects(() => put(data.storage, name, "2"), UnwritableStorage);
    assertStringIncludes(error.message, `${path}: ENOSPC: no space left on device`);
  }
  assertEquals(data.failures.length, 1);
  assertEquals([await contentOf(data.storage), data.storage.currentRevision()], [["a=1@2"], 2]);
  assertEquals(data.storage.durability!.failure, undefined);
  files.space = Infinity;
  await put(data.storage, "b", "3");
  await data.close();
  const second = await open(path, files);
  assertEquals(await contentOf(second.storage), ["a=1@2", "b=3@3"]);
  await second.close();
});

Deno.test("after a failed synchronization nothing is answered for", async () => {
  const files = new TestFiles();
  const data = await open(newPath(), files);
  await data.create();
  files.onSync = () => Promise.reject(new Error("EIO: i/o error"));
  await put(data.storage, "a", "1");
  const { durability } = data.storage;
  await assertRejects(() => durability!.synced()!, UnwritableStorage, "EIO: i/o error");
  await assertRejects(() => durability!.synced()!, UnwritableStorage, "Restart the server");
  await assertRejects(() => put(data.storage, "b", "1"), UnwritableStorage);
  assertStringIncludes(durability!.failure ?? "", "EIO: i/o error");
  assertEquals(data.failures.length, 1);
  await data.close();
});

Deno.test("a file of much history is rewritten while writes go on, with the history that is readable", async () => {
  const path = newPath();
  let now = 0;
  const options = { clock: { now: () => now }, history: 100, rewriteFrom: 200_000 };
  const first = await open(path, undefined, options);
  await first.create();
  const filling = "x".repeat(1_000);
  let largest = 0;
  for (let round = 0; round < 2_000; round++) {
    now = round;
    await put(first.storage, `a${round % 7}`, filling + round);
    if (round % 10 === 0) await first.storage.durability!.synced();
    largest = Math.max(largest, (await Deno.stat(path)).size);
  }
  const expected = await contentOf(first.storage);
  const past = await contentOf(first.storage, 1_980);
  await first.close();
  assertEquals(first.failures, []);
  assert(largest < 1_000_000, `${largest} bytes of 2.4 MB`);
  const second = await open(path, undefined, options);
  assertEquals(await contentOf(second.storage), expected);
  assertEquals(await contentOf(second.storage, 1_980), past);
  assertEquals((await put(second.storage, "next", "")).revision, 2_002);
  await second.close();
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => `${folder}/${name}`);
  assertEquals(names.filter((name) => name.startsWith(`${path}.`)), []);
});

Deno.test("without space for a rewritten file the old one goes on", async () => {
  const path = newPath();
  const files = new TestFiles();
  const { create } = files;
  const data = await open(path, files, { rewriteFrom: 5_000 });
  await data.create();
  files.create = () => {
    throw new Error("ENOSPC: no space left on device");
  };
  for (let round = 0; round < 100; round++) {
    await put(data.storage, "a", "x".repeat(100));
    await data.storage.durability!.synced();
  }
  assert(data.failures.length > 0);
  assertStringIncludes(data.failures[0]!, `Cannot rewrite ${path}`);
  await data.close();
  files.create = create;
  const second = await open(path, files);
  assertEquals(second.storage.currentRevision(), 101);
  await second.close();
});

Deno.test("a file is rejected while another server uses it, with other settings, or if it is another file", async () => {
  const path = newPath();
  const first = await open(path, undefined);
  await first.create();
  await assertRejects(() => open(path, undefined), DataFileError, "another server uses it");
  await first.close();
  await assertRejects(
    () => open(path, undefined, { settings: { dialect: "svc" } }),
    DataFileError,
    'written with the dialect "kubernetes" and not with "svc"',
  );
  await Deno.writeTextFile(path, "apiVersion: v1\n");
  await assertRejects(() => open(path, undefined), DataFileError, "no data file of this server");
  await assertRejects(() => open(`${path}/no/such`, undefined), DataFileError, "Cannot use ");
});

Deno.test("a new file is not created if the server does not start", async () => {
  const path = newPath();
  const data = await open(path, undefined);
  await put(data.storage, "a", "1");
  await data.close();
  await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
});
