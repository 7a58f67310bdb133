/**
 * Saves and restores all objects of a server, so that tests that share one stay independent.
 *
 * @module
 */
import { type ApiObject, equal } from "../object.ts";
import type { Registry } from "../registry/contracts.ts";
import type { ObjectKey, Storage, StoredVersion } from "../storage/storage.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import { storedResources } from "./stored_resources.ts";

/** All objects of a server at one time. */
export interface StoreSnapshot {
  /** The number of objects. */
  readonly size: number;
}

/** Saves and restores all objects. */
export interface ServerState {
  /** Saves all objects. */
  snapshot(): Promise<StoreSnapshot>;
  /**
   * Restores all objects, with their uids: removes newer objects, and creates missing ones again.
   * Restoring writes to storage, so watches get events and resourceVersions grow. Finalizers do not
   * delay removals.
   *
   * @throws {RangeError} for a snapshot of another server
   */
  restore(snapshot: StoreSnapshot): Promise<void>;
  /** Restores the initial objects. */
  reset(): Promise<void>;
}

/** Saves the current objects, which `reset` restores. */
export async function serverState(
  storage: Storage,
  registry: () => Registry,
): Promise<ServerState> {
  /** The definitions before a restoration, which can remove some. */
  let definitions: ReadonlyMap<string, ResourceDefinition> = new Map();
  const taken = new WeakMap<StoreSnapshot, ReadonlyMap<string, StoredVersion>>();

  async function all(): Promise<Map<string, StoredVersion>> {
    const versions = new Map<string, StoredVersion>();
    for (const resource of storedResources(registry().definitions).keys()) {
      for (const version of (await storage.list({ resource })).versions) {
        versions.set(textOf(version.key), version);
      }
    }
    return versions;
  }

  async function snapshot(): Promise<StoreSnapshot> {
    const versions = await all();
    const result = { size: versions.size };
    taken.set(result, versions);
    return result;
  }

  async function restore(snapshot: StoreSnapshot): Promise<void> {
    const wanted = taken.get(snapshot);
    if (!wanted) {
      throw new RangeError("Cannot restore the snapshot as it is not one of this server");
    }
    definitions = new Map([...definitions, ...storedResources(registry().definitions)]);
    // Custom resources come last: their objects are removed before their definitions.
    for (const [text, version] of [...await all()].reverse()) {
      if (wanted.get(text)?.object.metadata.uid !== version.object.metadata.uid) {
        await remove(version);
      }
    }
    for (const version of wanted.values()) await putBack(version);
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
    storedResources(registry().definitions).get(resource) ?? definitions.get(resource)!;

  const initial = await snapshot();
  return { snapshot, restore, reset: () => restore(initial) };
}

const textOf = ({ resource, namespace, name }: ObjectKey) => `${resource} ${namespace} ${name}`;

const unversioned = ({ metadata: { resourceVersion: _, ...metadata }, ...rest }: ApiObject) => ({
  ...rest,
  metadata,
});
