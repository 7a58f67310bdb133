/**
 * Files in memory that fail and crash on demand.
 *
 * @module
 */
import type { ApiObject } from "../../object.ts";
import type { ObjectKey, Storage, StoredVersion } from "../storage.ts";
import type { LogFile } from "./data_log.ts";

/** The content of a file in memory, by path. */
export class TestFiles {
  readonly contents = new Map<string, Uint8Array>();
  /** The number of synchronizations so far. */
  syncs = 0;
  /** The number of bytes that still fit on the disk. */
  space = Infinity;
  /** Runs for each synchronization. */
  onSync: () => Promise<void> = () => Promise.resolve();

  /** Opens a file. */
  open(path: string): LogFile {
    if (!this.contents.has(path)) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
    return this.#file(path);
  }

  /** Creates a file. */
  create(path: string): LogFile {
    this.contents.set(path, new Uint8Array());
    return this.#file(path);
  }

  #file(path: string): LogFile {
    let [name, content] = [path, this.contents.get(path)!];
    const set = (bytes: Uint8Array) => {
      content = bytes;
      this.contents.set(name, bytes);
    };
    return {
      get size() {
        return content.length;
      },
      append: (bytes) => {
        if (bytes.length > this.space) throw new Error("ENOSPC: no space left on device");
        this.space -= bytes.length;
        set(Uint8Array.from([...content, ...bytes]));
      },
      read: (offset, length) => content.slice(offset, offset + length),
      truncate: (size) => set(content.slice(0, size)),
      sync: () => {
        this.syncs++;
        return this.onSync();
      },
      syncNow: () => {},
      rename: (to) => {
        this.contents.delete(name);
        name = to;
        this.contents.set(name, content);
      },
      syncName: () => {},
      close: () => {},
    };
  }
}

/** Returns the key of a Secret. */
export const keyOf = (name: string): ObjectKey => ({
  resource: "/secrets",
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
  const object = { apiVersion: "v1", kind: "Secret", metadata, content } as unknown as ApiObject;
  return await storage.transact(key, {
    expected,
    object: content === undefined ? undefined : object,
  });
}

/** Returns the Secrets at a revision as `name=content@revision`. */
export async function contentOf(storage: Storage, revision?: number): Promise<string[]> {
  const { versions } = await storage.list(
    { resource: "/secrets" },
    revision === undefined ? {} : { revision },
  );
  return versions.map(({ key, object, revision }) => `${key.name}=${object.content}@${revision}`);
}
