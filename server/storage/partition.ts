/**
 * One resource's share of the store.
 *
 * @module
 */
import { EventLog } from "./event_log.ts";
import { KeyIndex, type Place } from "./key_index.ts";
import type { ListOptions, ObjectKey, StorageEvent, StoredList, StoredVersion } from "./storage.ts";
import { VersionChain } from "./version_chain.ts";

/** What a list of one resource needs to know: the revision is settled, the namespace known. */
export interface PartitionListOptions extends ListOptions {
  readonly namespace: string | undefined;
  readonly revision: number;
}

/** The objects of one resource: their versions, their order and their events. */
export class Partition {
  /** Every change, for those who watch. */
  readonly log = new EventLog();
  readonly #chains = new Map<string, VersionChain>();
  /** The keys that hold an object now. */
  readonly #living = new KeyIndex<VersionChain>();
  /** The keys that held an object at any readable revision. */
  readonly #known = new KeyIndex<VersionChain>();
  #lastRevision = 0;

  /** The revision of the newest write, 0 before the first. */
  get lastRevision(): number {
    return this.#lastRevision;
  }

  /** The object under a key, undefined where there is none. */
  get(key: ObjectKey): StoredVersion | undefined {
    return this.#chains.get(identity(key))?.current();
  }

  /** Adds a version that was checked against the one before. */
  apply(event: StorageEvent): void {
    const { version, type } = event;
    const chain = this.#chain(version.key);
    chain.push(version, type === "deleted");
    if (type === "created") this.#living.insert(chain);
    if (type === "deleted") this.#living.remove(chain.key);
    this.#lastRevision = version.revision;
    this.log.append(event);
  }

  /** The state at a readable revision, or a page of it. */
  list(options: PartitionListOptions): StoredList {
    const { revision, limit = Infinity, filter } = options;
    const isNewest = revision >= this.#lastRevision;
    const index = isNewest ? this.#living : this.#known;
    const { start, end } = pageRange(index, options.namespace, options.after);
    const versions: StoredVersion[] = [];
    let remaining = 0;
    index.visit(start, end, (chain, position) => {
      const version = chain.at(revision);
      if (version === undefined || (filter !== undefined && !filter(version.object))) return false;
      if (versions.length < limit) {
        versions.push(version);
        return false;
      }
      // With a filter it is enough to know of one more; without, the index of the living is exact.
      remaining = filter === undefined && isNewest ? end - position : remaining + 1;
      return filter !== undefined || isNewest;
    });
    return { revision, versions, remaining };
  }

  /** Drops what can only be seen at revisions before this one, at which the key was written. */
  forgetBefore(key: ObjectKey, revision: number): void {
    this.log.forgetUntil(revision);
    const chain = this.#chains.get(identity(key));
    if (chain === undefined) return;
    chain.forgetBefore(revision);
    if (chain.length > 0) return;
    this.#chains.delete(identity(key));
    this.#known.remove(key);
  }

  /** How much is held: objects, keys with any version, versions and events. */
  sizes(): { objects: number; keys: number; versions: number; events: number } {
    let versions = 0;
    for (const chain of this.#chains.values()) versions += chain.length;
    return {
      objects: this.#living.length,
      keys: this.#known.length,
      versions,
      events: this.log.end - this.log.start,
    };
  }

  #chain(key: ObjectKey): VersionChain {
    const known = this.#chains.get(identity(key));
    if (known !== undefined) return known;
    const chain = new VersionChain(key);
    this.#chains.set(identity(key), chain);
    this.#known.insert(chain);
    return chain;
  }
}

/** A string for each namespace and name, whatever characters they have: the length parts them. */
function identity(key: Place): string {
  return `${key.namespace.length}/${key.namespace}${key.name}`;
}

function pageRange(
  index: KeyIndex<VersionChain>,
  namespace: string | undefined,
  after: Place | undefined,
): { start: number; end: number } {
  const { start, end } = index.range(namespace);
  return { start: after === undefined ? start : Math.max(start, index.after(after)), end };
}
