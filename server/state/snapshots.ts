/**
 * Saves and restores all objects of a server, so that tests that share one stay independent.
 *
 * @module
 */
import { type ApiObject, equal } from "../object.ts";
import type { Registry } from "../registry/contracts.ts";
import { comparePlaces } from "../storage/key_index.ts";
import type { ObjectKey, ServerStorage, StoredVersion } from "../storage/storage.ts";
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
   * Restoring writes to storage, so watches get events and resourceVersions grow. Finalizers and
   * admission do not delay or change the writes.
   *
   * @throws {RangeError} for a snapshot of another server
   */
  restore(snapshot: StoreSnapshot): Promise<void>;
  /** Restores the initial objects: those of a data file as they were when the server was created. */
  reset(): Promise<void>;
}

/** The objects of each resource by storage key, each list in the order of a collection. */
type Taken = Map<string, StoredVersion[]>;

/** A write of a restoration: puts back a version of the snapshot, or removes a newer object. */
interface Correction {
  readonly key: ObjectKey;
  readonly object: ApiObject | undefined;
  /** Receives the version that is stored from then on. */
  readonly written?: (version: StoredVersion) => void;
}

/**
 * Saves the current objects, which `reset` restores.
 *
 * @param track runs after each write of a restoration, with the object or undefined for a removal
 */
export async function serverState(
  storage: ServerStorage,
  registry: () => Registry,
  track: (key: ObjectKey, object: ApiObject | undefined) => void,
): Promise<ServerState> {
  const taken = new WeakMap<StoreSnapshot, Taken>();

  /** Lists the resources in this order: custom ones come last. */
  async function all(others: Iterable<string> = []): Promise<Taken> {
    const resources = new Set([...storedResources(registry().definitions).keys(), ...others]);
    const lists = new Map<string, StoredVersion[]>();
    for (const resource of resources) {
      // Most resources never had an object.
      if (storage.lastChange(resource) === 0) continue;
      lists.set(resource, [...(await storage.list({ resource })).versions]);
    }
    return lists;
  }

  async function snapshot(): Promise<StoreSnapshot> {
    if (storage.catchUp) await storage.catchUp();
    const lists = await all();
    const result = { size: [...lists.values()].reduce((sum, { length }) => sum + length, 0) };
    taken.set(result, lists);
    return result;
  }

  async function restore(snapshot: StoreSnapshot): Promise<void> {
    const wanted = taken.get(snapshot);
    if (!wanted) {
      throw new RangeError("Cannot restore the snapshot as it is not one of this server");
    }
    if (storage.catchUp) await storage.catchUp();
    const current = await all(wanted.keys());
    const removals: Correction[] = [];
    const returns: Correction[] = [];
    for (const [resource, versions] of current) {
      compare(versions, wanted.get(resource) ?? [], removals, returns);
    }
    // Custom resources come last: their objects are removed before their definitions.
    for (const correction of [...removals.reverse(), ...returns]) {
      const pending = write(correction);
      // The store in memory has written it: no request comes between its writes.
      if (pending) await pending;
    }
    await storage.durability?.synced();
  }

  function write({ key, object, written }: Correction): Promise<void> | undefined {
    const done = (version: StoredVersion | undefined) => {
      track(key, object);
      if (version) written?.(version);
    };
    const version = storage.putBack(key, object);
    return version instanceof Promise ? version.then(done) : void done(version);
  }

  const initial = await snapshot();
  return { snapshot, restore, reset: () => restore(initial) };
}

/** Adds the writes that turn one list into another; both are in the order of a collection. */
function compare(
  current: readonly StoredVersion[],
  wanted: StoredVersion[],
  removals: Correction[],
  returns: Correction[],
): void {
  let at = 0;
  wanted.forEach((version, index) => {
    const { key, object } = version;
    let existing = current[at];
    for (; existing && comparePlaces(existing.key, key) < 0; existing = current[++at]) {
      removals.push({ key: existing.key, object: undefined });
    }
    // The same content at a newer revision is compared faster from then on.
    const written = (newer: StoredVersion) => void (wanted[index] = newer);
    if (existing && comparePlaces(existing.key, key) === 0) {
      at++;
      if (existing === version) return;
      if (haveSameContent(existing.object, object)) return written(existing);
      if (existing.object.metadata.uid !== object.metadata.uid) {
        removals.push({ key, object: undefined });
      }
    }
    returns.push({ key, object, written });
  });
  for (const { key } of current.slice(at)) removals.push({ key, object: undefined });
}

/** Returns true if two objects differ in their resourceVersions only, if at all. */
function haveSameContent(left: ApiObject, right: ApiObject): boolean {
  if (left.metadata.uid !== right.metadata.uid) return false;
  for (const field of Object.keys({ ...left, ...right })) {
    if (field !== "metadata" && !equal(left[field], right[field])) return false;
  }
  const { resourceVersion } = right.metadata;
  return equal({ ...left.metadata, resourceVersion }, right.metadata);
}
