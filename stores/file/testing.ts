/**
 * Files in memory that fail and crash on demand.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import type { ObjectKey, Storage, StoredVersion } from "@plumbline/server/storage";
import type { LogFile } from "./data_log.ts";

/** The bytes of a file, of which the first ones are on the disk. */
interface Content {
  bytes: Uint8Array;
  synced: number;
}

/** What is left of the bytes and names that were not on the disk when the machine crashed. */
export interface Loss {
  /** The part of a file's bytes that is left, from 0 to 1. */
  readonly left: number;
  /** True if these bytes are damaged. */
  readonly damaged: boolean;
  /** True if the names of files are the last ones, and not those on the disk. */
  readonly renamed: boolean;
}

/** Files in memory, by path. */
export class TestFiles {
  #names = new Map<string, Content>();
  #namesOnDisk = new Map<string, Content>();
  /** The number of synchronizations so far. */
  syncs = 0;
  /** The number of bytes that still fit on the disk. */
  space = Infinity;
  /** Runs for each synchronization. */
  onSync: () => Promise<void> = () => Promise.resolve();
  /** Runs before each change of a file. */
  onChange: () => void = () => {};

  /** Returns the bytes of a file. */
  bytesOf(path: string): Uint8Array {
    return this.#names.get(path)!.bytes;
  }

  /** Replaces the bytes of a file, on the disk too. */
  replace(path: string, bytes: Uint8Array): void {
    Object.assign(this.#names.get(path)!, { bytes, synced: bytes.length });
  }

  /** Returns the files as a crash of the machine leaves them. */
  afterCrash({ left, damaged, renamed }: Loss): TestFiles {
    const after = new TestFiles();
    for (const [path, { bytes, synced }] of renamed ? this.#names : this.#namesOnDisk) {
      const rest = bytes.slice(0, synced + Math.floor((bytes.length - synced) * left));
      if (damaged) rest.fill(0, synced, Math.floor((synced + rest.length) / 2));
      after.#names.set(path, { bytes: rest, synced: rest.length });
    }
    after.#namesOnDisk = new Map(after.#names);
    return after;
  }

  /** Opens a file. */
  open(path: string): LogFile {
    if (!this.#names.has(path)) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
    return this.#file(path);
  }

  /** Creates a file. */
  create(path: string): LogFile {
    this.#names.set(path, { bytes: new Uint8Array(), synced: 0 });
    return this.#file(path);
  }

  #file(path: string): LogFile {
    const content = this.#names.get(path)!;
    let name = path;
    return {
      get size() {
        return content.bytes.length;
      },
      append: (bytes) => {
        if (bytes.length > this.space) throw new Error("ENOSPC: no space left on device");
        this.space -= bytes.length;
        this.onChange();
        const all = new Uint8Array(content.bytes.length + bytes.length);
        all.set(content.bytes);
        all.set(bytes, content.bytes.length);
        content.bytes = all;
      },
      read: (offset, length) => content.bytes.slice(offset, offset + length),
      truncate: (size) => {
        this.onChange();
        content.bytes = content.bytes.slice(0, size);
        content.synced = Math.min(content.synced, size);
      },
      sync: async () => {
        this.syncs++;
        const { length } = content.bytes;
        await this.onSync();
        this.onChange();
        content.synced = Math.max(content.synced, length);
      },
      syncNow: () => {
        this.onChange();
        content.synced = content.bytes.length;
      },
      rename: (to) => {
        this.onChange();
        this.#names.delete(name);
        name = to;
        this.#names.set(name, content);
      },
      syncName: () => {
        this.onChange();
        this.#namesOnDisk = new Map(this.#names);
      },
      close: () => {},
    };
  }
}

/** Returns the key of an object. */
export const keyOf = (name: string): ObjectKey => ({
  resource: "/widgets",
  namespace: "default",
  name,
});

/** Writes an object, whether it exists or not; undefined removes it. */
export async function put(
  storage: Storage,
  name: string,
  content: string | undefined,
): Promise<StoredVersion> {
  const key = keyOf(name);
  const expected = (await storage.get(key))?.revision ?? 0;
  const metadata = { name, namespace: "default", uid: name, resourceVersion: "" };
  const object = { apiVersion: "v1", kind: "Widget", metadata, content } as unknown as ApiObject;
  return await storage.transact(key, {
    expected,
    object: content === undefined ? undefined : object,
  });
}

/** Returns the objects at a revision as `name=content@revision`. */
export async function contentOf(storage: Storage, revision?: number): Promise<string[]> {
  const { versions } = await storage.list(
    { resource: "/widgets" },
    revision === undefined ? {} : { revision },
  );
  return versions.map(({ key, object, revision }) => `${key.name}=${object.content}@${revision}`);
}
