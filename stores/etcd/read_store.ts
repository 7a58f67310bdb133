/**
 * Reads what a store in etcd has: the state from which its history is followed, and revisions.
 *
 * @module
 */
import type { ApiObject, Json } from "@plumbline/server/api";
import type { StoredState } from "@plumbline/server/storage";
import { type EtcdChange, type EtcdClient, EtcdError } from "./client.ts";
import type { KeySpace } from "./keys.ts";
import type { Revision } from "./replica.ts";

/** The number of keys that are read at once. */
const PAGE = 200;

/** A state, and what is beside the objects. */
export interface StoreState {
  readonly state: StoredState;
  readonly facts: ReadonlyMap<string, Json>;
  /** The newest revision of the store when it was read, up to which it has to be followed. */
  readonly newest: number;
}

/** Reads the oldest state that etcd still has. */
export async function readStore(client: EtcdClient, keys: KeySpace): Promise<StoreState> {
  const { entries: [head], revision } = await client.range({ key: keys.head });
  if (!head) return await readAt(client, keys, revision, revision);
  // Before the first write there was nothing.
  let oldest = head.created - 1;
  for (;;) {
    try {
      return await readAt(client, keys, oldest, head.revision);
    } catch (error) {
      if (!(error instanceof EtcdError) || error.code !== "compacted") throw error;
      oldest = await client.oldestAfter(oldest);
    }
  }
}

async function readAt(
  client: EtcdClient,
  keys: KeySpace,
  revision: number,
  newest: number,
): Promise<StoreState> {
  const versions: StoredState["versions"][number][] = [];
  const facts = new Map<string, Json>();
  let from = keys.all.key;
  for (let more = true; more;) {
    const page = await client.range({ key: from, end: keys.all.end, revision, limit: PAGE });
    for (const { key, value, revision } of page.entries) {
      const place = keys.placeOf(key);
      if ("object" in place) {
        versions.push({ key: place.object, object: withVersion(JSON.parse(value), revision) });
      } else if ("fact" in place) facts.set(place.fact, JSON.parse(value));
    }
    // The next key after the last one.
    from = `${page.entries.at(-1)?.key}\0`;
    more = page.more;
  }
  return { state: { revision, versions }, facts, newest };
}

const withVersion = (object: ApiObject, revision: number): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: String(revision) },
});

/**
 * Groups changes by their revisions.
 *
 * @param now the time of a write that does not say when it was made
 * @throws {EtcdError} if several objects were written at one revision, which no server does
 */
export function revisionsOf(
  changes: readonly EtcdChange[],
  keys: KeySpace,
  now: number,
): Revision[] {
  const found: Revision[] = [];
  for (const [revision, all] of Map.groupBy(changes, ({ revision }) => revision)) {
    let time = now;
    let change: Revision["change"];
    const facts: Revision["facts"][number][] = [];
    for (const { key, value } of all) {
      const place = keys.placeOf(key);
      const parsed = value === undefined ? undefined : parse(key, value);
      if ("head" in place) time = Number(parsed ?? now);
      else if ("fact" in place) facts.push({ name: place.fact, value: parsed });
      else if ("object" in place) {
        if (change) {
          throw new EtcdError(
            "refused",
            `Cannot follow etcd as ${key} was not written by a server`,
          );
        }
        change = { key: place.object, object: parsed as ApiObject | undefined };
      }
    }
    found.push({ revision, time, change, facts });
  }
  return found;
}

function parse(key: string, value: string): Json {
  try {
    return JSON.parse(value);
  } catch {
    // The value of a key that belongs to nobody does not matter.
    return key;
  }
}
