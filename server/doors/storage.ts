/**
 * The door for stores: what keeps the objects of a server, and what a server keeps beside them.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { MemoryStorage } from "@plumbline/server/storage";
 * import { AdjustableClock } from "@plumbline/server/api";
 *
 * const storage = new MemoryStorage({ clock: new AdjustableClock() });
 * assertEquals(storage.currentRevision(), 1);
 * ```
 *
 * @module
 */
export { Dependents, ownersOf } from "../admission/garbage_collection.ts";
export { namespaceKey as namespaceKey } from "../admission/namespace_lifecycle.ts";
export type {
  ObjectList,
  ObjectName,
  ObjectRange,
  ObjectType,
  ServerObjects,
} from "../state/objects.ts";
export type { ServerState, StoreSnapshot } from "../state/snapshots.ts";
export { storedResources } from "../state/stored_resources.ts";
export { Facts } from "../storage/facts.ts";
export {
  checkExpected,
  checkSize,
  type LoggedWrite,
  MemoryStorage,
  type StoredState,
  type WriteLog,
} from "../storage/memory_storage.ts";
export {
  type CollectionKey,
  type Durability,
  type FactStore,
  type Label,
  type ListOptions,
  type ObjectFilter,
  type ObjectKey,
  type ServerStorage,
  type Storage,
  StorageError,
  type StorageErrorCode,
  type StorageEvent,
  type StorageWrite,
  type StoredList,
  type StoredVersion,
  UnwritableStorage,
  type WatchCursor,
} from "../storage/storage.ts";
export type { FollowedStore, OpenStore, ServerData, StoreOptions } from "../store.ts";
