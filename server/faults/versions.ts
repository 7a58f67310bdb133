/**
 * Faults of versions and reads.
 *
 * @module
 */
import { keyOf } from "../registry/registry.ts";
import type { StoredVersion } from "../storage/storage.ts";
import type { Fault } from "./fault.ts";
import { nextTurn, textOf } from "./tools.ts";

/** The faults. */
export const versionsFaults: readonly Fault[] = [
  {
    id: "versions/get-misses-second-write",
    area: "versions",
    description: "The first read after two writes in a row shows the object as the first left it.",
    reason:
      "A cache in front of the store takes in one change a read, which is enough as long as " +
      "every write is read back.",
    breaks: ["versions.get-unset-most-recent", "versions.reads-never-go-back"],
    install({ storage, verbs }) {
      const unread = new Map<string, StoredVersion[]>();
      storage(({ get, transact }) => ({
        async transact(key, write) {
          const old = await get(key);
          const written = await transact(key, write);
          const versions = unread.get(textOf(key)) ?? [];
          if (old && write.object) unread.set(textOf(key), [...versions, old]);
          else unread.delete(textOf(key));
          return written;
        },
      }));
      verbs(({ get }) => ({
        async get(registry, request) {
          const result = await get(registry, request);
          const key = textOf(keyOf(request));
          const [, stale] = unread.get(key) ?? [];
          unread.delete(key);
          return result.kind === "object" && stale ? { ...result, version: stale } : result;
        },
      }));
    },
  },
  {
    id: "versions/list-label-ahead",
    area: "versions",
    description:
      "A list bears the version that is newest when it is answered, not when it was read.",
    reason: "The version is asked for where the answer is put together, a moment after the read.",
    breaks: ["versions.label-names-state"],
    install({ verbs }) {
      verbs(({ list }) => ({
        async list(registry, request) {
          const result = await list(registry, request);
          if (result.kind !== "list" || result.metadata.continue !== undefined) return result;
          await nextTurn();
          const resourceVersion = String(registry.storage.currentRevision());
          return { ...result, metadata: { ...result.metadata, resourceVersion } };
        },
      }));
    },
  },
];
