/**
 * Reads of the past that pass for reads of the present.
 *
 * @module
 */
import type { Registry } from "../../server/registry/contracts.ts";
import type { Storage } from "../../server/storage/storage.ts";
import { over } from "../../server/parts.ts";

/** A registry whose reads are so many writes behind, as far as its history goes. */
export function behind(registry: Registry, writes: number): Registry {
  const { storage } = registry;
  const revision = Math.max(storage.currentRevision() - writes, 1);
  const past: Storage = over(storage, {
    async get({ resource, namespace, name }) {
      const filter = ({ metadata }: { metadata: { name: string } }) => metadata.name === name;
      return (await storage.list({ resource, namespace }, { revision, filter })).versions[0];
    },
    list: (collection, options) => storage.list(collection, { revision, ...options }),
  });
  return { ...registry, storage: past };
}
