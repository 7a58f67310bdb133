/**
 * Helpers of resource version mutants.
 *
 * @module
 */
import type { StoredVersion } from "@plumbline/server/storage";
import type { PartChanges } from "@plumbline/server/parts";
import { keyText } from "../../helpers.ts";

/** Returns the stored version that each existing object had before its last write. */
export function versionsBefore(
  storage: PartChanges["storage"],
): ReadonlyMap<string, StoredVersion> {
  const before = new Map<string, StoredVersion>();
  storage(({ get, transact }) => ({
    async transact(key, write) {
      const old = await get(key);
      const written = await transact(key, write);
      if (old && write.object) before.set(keyText(key), old);
      else before.delete(keyText(key));
      return written;
    },
  }));
  return before;
}
