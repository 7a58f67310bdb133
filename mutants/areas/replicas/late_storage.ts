/**
 * A storage as a replica sees it that applies the writes of other replicas late.
 *
 * @module
 */
import {
  over,
  type PartChanges,
  type Registry,
  type VerbHandler,
  type VerbRequest,
} from "@plumbline/server/parts";
import { type ListOptions, type Storage, StorageError } from "@plumbline/server/storage";

/** The revision that a replica has applied. */
export interface Applied {
  /** The newest revision at the time of the request before the current one. */
  revision(): number;
}

/**
 * Returns the revision that the replica had applied before its current request: the newest one when
 * it answered the request before.
 */
export function appliedRevision({ storage, wire }: PartChanges): Applied {
  let current = () => 1;
  let applied = 1;
  storage(({ currentRevision }) => {
    current = currentRevision;
    return {};
  });
  wire(({ answer }) => ({
    async answer(request) {
      const response = await answer(request);
      applied = current();
      return response;
    },
  }));
  return { revision: () => applied };
}

/** Returns a storage whose reads of the newest state show an older one. */
export function readingAt(storage: Storage, revision: number): Storage {
  const list = async (collection: Parameters<Storage["list"]>[0], options: ListOptions = {}) => {
    try {
      return await storage.list(collection, { ...options, revision: options.revision ?? revision });
    } catch (error) {
      // Such an old state was dropped.
      if (error instanceof StorageError) return await storage.list(collection, options);
      throw error;
    }
  };
  return over(storage, {
    list,
    async get(key) {
      const filter = ({ metadata }: { readonly metadata: { readonly name?: string } }) =>
        metadata.name === key.name;
      return (await list(key, { filter })).versions[0];
    },
  });
}

/** Makes a verb read late, for the requests that it concerns. */
export function late(
  verb: VerbHandler,
  applied: Applied,
  concerns: (request: VerbRequest) => boolean = () => true,
): VerbHandler {
  return (registry: Registry, request) => {
    if (!concerns(request)) return verb(registry, request);
    return verb({ ...registry, storage: readingAt(registry.storage, applied.revision()) }, request);
  };
}
