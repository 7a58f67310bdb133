/**
 * The versions of one object.
 *
 * @module
 */
import { SlidingArray } from "./sliding_array.ts";
import type { ObjectKey, StoredVersion } from "./storage.ts";

/** A version as the chain holds it. */
interface Link {
  readonly version: StoredVersion;
  /** From this version on there is no object: the chain's tombstone. */
  readonly deleted: boolean;
}

/** What one key held over time, as far back as the history reaches. */
export class VersionChain {
  /** Whose versions these are. */
  readonly key: ObjectKey;
  /** Apart from the older ones, which most objects do not have and most lists do not need. */
  #newest: Link | undefined;
  #older: SlidingArray<Link> | undefined;

  /** Makes the chain of a key that never held an object. */
  constructor(key: ObjectKey) {
    this.key = key;
  }

  /** How many versions are held, tombstones included. */
  get length(): number {
    return (this.#newest === undefined ? 0 : 1) + (this.#older?.length ?? 0);
  }

  /** The object as it is now, undefined where there is none. */
  current(): StoredVersion | undefined {
    return living(this.#newest);
  }

  /** The object as it was when the store was at this revision, undefined where there was none. */
  at(revision: number): StoredVersion | undefined {
    if (this.#newest === undefined || this.#newest.version.revision <= revision) {
      return living(this.#newest);
    }
    if (this.#older === undefined) return undefined;
    const next = this.#older.firstIndex((link) => link.version.revision > revision);
    return living(this.#older.at(next - 1));
  }

  /** Adds the newest version. */
  push(version: StoredVersion, deleted: boolean): void {
    if (this.#newest !== undefined) (this.#older ??= new SlidingArray()).push(this.#newest);
    this.#newest = { version, deleted };
  }

  /** Drops what can only be seen at revisions before this one. */
  forgetBefore(revision: number): void {
    if (this.#newest !== undefined && this.#newest.version.revision <= revision) {
      this.#older = undefined;
      if (this.#newest.deleted) this.#newest = undefined;
      return;
    }
    if (this.#older === undefined) return;
    const next = this.#older.firstIndex((link) => link.version.revision > revision);
    const visible = living(this.#older.at(next - 1));
    this.#older.dropBefore(visible === undefined ? next : next - 1);
    if (this.#older.length === 0) this.#older = undefined;
  }
}

function living(link: Link | undefined): StoredVersion | undefined {
  return link === undefined || link.deleted ? undefined : link.version;
}
