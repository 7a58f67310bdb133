/**
 * What a server holds, kept and put back: isolation between tests that share one.
 *
 * @module
 */
import { equal } from "../json_equal.ts";
import type { ApiObject } from "../object.ts";
import type { Registry } from "../registry/contracts.ts";
import type { ObjectKey, Storage, StoredVersion } from "../storage/storage.ts";
import { storedResources } from "./stored_resources.ts";

/** All objects a server held at one time. */
export interface StoreSnapshot {
  /** How many objects it has. */
  readonly size: number;
}

/** Keeps what a server holds, and puts it back. */
export interface StoreSwitches {
  /** Keeps what there is. */
  snapshot(): Promise<StoreSnapshot>;
  /**
   * Puts back what there was, uids included: what came since is removed, what went comes again.
   * These are writes, so that watches tell of them and versions go on; finalizers hold nothing up.
   *
   * @throws {RangeError} for a snapshot of another server
   */
  restore(snapshot: StoreSnapshot): Promise<void>;
  /** Puts back what the server started with. */
  reset(): Promise<void>;
}

/** The store's switches; what there is now is what a reset puts back. */
export async function storeSwitches(
  storage: Storage,
  registry: () => Registry,
): Promise<StoreSwitches> {
  const taken = new WeakMap<StoreSnapshot, ReadonlyMap<string, StoredVersion>>();

  async function all(): Promise<Map<string, StoredVersion>> {
    const found = new Map<string, StoredVersion>();
    for (const resource of storedResources(registry().definitions).keys()) {
      for (const version of (await storage.list({ resource })).versions) {
        found.set(textOf(version.key), version);
      }
    }
    return found;
  }

  async function snapshot(): Promise<StoreSnapshot> {
    const versions = await all();
    const made = { size: versions.size };
    taken.set(made, versions);
    return made;
  }

  async function restore(snapshot: StoreSnapshot): Promise<void> {
    const due = taken.get(snapshot);
    if (!due) throw new RangeError("Cannot restore the snapshot as it is not one of this server");
    for (const [text, version] of await all()) {
      if (due.get(text)?.object.metadata.uid !== version.object.metadata.uid) await remove(version);
    }
    for (const version of due.values()) await putBack(version);
  }

  async function remove({ key }: StoredVersion): Promise<void> {
    const current = await storage.get(key);
    if (!current) return;
    const write = { expected: current.revision, object: undefined };
    const { object } = await storage.transact(key, write);
    await registry().admission.removed(definitionOf(key), object);
  }

  async function putBack({ key, object }: StoredVersion): Promise<void> {
    const current = await storage.get(key);
    if (current && equal(unversioned(current.object), unversioned(object))) return;
    const write = { expected: current?.revision ?? 0, object: structuredClone(object) };
    const written = await storage.transact(key, write);
    await registry().admission.written(definitionOf(key), written.object);
  }

  const definitionOf = ({ resource }: ObjectKey) =>
    storedResources(registry().definitions).get(resource)!;

  const initial = await snapshot();
  return { snapshot, restore, reset: () => restore(initial) };
}

const textOf = ({ resource, namespace, name }: ObjectKey) => `${resource} ${namespace} ${name}`;

const unversioned = ({ metadata: { resourceVersion: _, ...metadata }, ...rest }: ApiObject) => ({
  ...rest,
  metadata,
});
