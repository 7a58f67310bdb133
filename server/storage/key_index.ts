/**
 * The order of a collection: by namespace, then by name.
 *
 * @module
 */
import { partitionPoint } from "./sliding_array.ts";
import type { ObjectKey } from "./storage.ts";

/** A position in the order. */
export type Place = Pick<ObjectKey, "namespace" | "name">;

/** Compares by code units, first namespaces, then names; negative if `a` comes before `b`. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return 0;
}

/** The default maximum of entries in a chunk. */
const CHUNK_SIZE = 256;

/**
 * Entries in the order of their keys, each key at most once. They are stored in chunks, so that an
 * insertion moves few of them however many there are.
 */
export class KeyIndex<T extends { readonly key: ObjectKey }> {
  /** Sorted, like the entries of each; no chunk is empty. */
  readonly #chunks: T[][] = [];
  readonly #chunkSize: number;
  #length = 0;

  /** Creates an empty index; `chunkSize` is the maximum of entries in a chunk, at least 2. */
  constructor(chunkSize: number = CHUNK_SIZE) {
    this.#chunkSize = chunkSize;
  }

  /** The number of entries. */
  get length(): number {
    return this.#length;
  }

  /** Adds an entry whose key is not in the index. */
  insert(entry: T): void {
    this.#length++;
    const last = this.#chunks.at(-1);
    // Objects are often created in the order of their names.
    if (last && last.length < this.#chunkSize && comparePlaces(last.at(-1)!.key, entry.key) < 0) {
      last.push(entry);
      return;
    }
    const chunkIndex = Math.min(this.#chunkBehind(entry.key), this.#chunks.length - 1);
    const chunk = this.#chunks[chunkIndex];
    if (chunk === undefined) {
      this.#chunks.push([entry]);
      return;
    }
    chunk.splice(firstBehind(chunk, entry.key), 0, entry);
    if (chunk.length > this.#chunkSize) {
      this.#chunks.splice(chunkIndex + 1, 0, chunk.splice(chunk.length >>> 1));
    }
  }

  /** Removes the entry with a key, if it exists. */
  remove(key: ObjectKey): void {
    const chunkIndex = this.#firstChunk((last) => comparePlaces(last, key) >= 0);
    const chunk = this.#chunks[chunkIndex];
    if (chunk === undefined) return;
    const offset = firstBehind(chunk, key) - 1;
    const found = chunk[offset];
    if (found === undefined || comparePlaces(found.key, key) !== 0) return;
    this.#length--;
    chunk.splice(offset, 1);
    if (chunk.length === 0) this.#chunks.splice(chunkIndex, 1);
  }

  /** Returns the position, from 0, of the first entry after a key. */
  after(place: Place): number {
    return this.#position(this.#chunkBehind(place), (key) => comparePlaces(key, place) > 0);
  }

  /**
   * Returns the positions of a namespace's entries, `end` excluded; of all entries if undefined.
   */
  range(namespace: string | undefined): { start: number; end: number } {
    if (namespace === undefined) return { start: 0, end: this.#length };
    const isInside = (key: Place) => key.namespace >= namespace;
    const isBehind = (key: Place) => key.namespace > namespace;
    return {
      start: this.#position(this.#firstChunk(isInside), isInside),
      end: this.#position(this.#firstChunk(isBehind), isBehind),
    };
  }

  /** Visits the entries in a range of positions until the visitor returns true. */
  visit(start: number, end: number, visitor: (entry: T, position: number) => boolean): void {
    let first = 0;
    for (const chunk of this.#chunks) {
      if (first >= end) return;
      const stop = Math.min(chunk.length, end - first);
      for (let offset = Math.max(0, start - first); offset < stop; offset++) {
        if (visitor(chunk[offset]!, first + offset)) return;
      }
      first += chunk.length;
    }
  }

  #chunkBehind(place: Place): number {
    return this.#firstChunk((last) => comparePlaces(last, place) > 0);
  }

  /** Returns the first chunk whose last key meets a condition that all later keys meet too. */
  #firstChunk(holds: (last: Place) => boolean): number {
    return partitionPoint(this.#chunks.length, (index) => holds(this.#chunks[index]!.at(-1)!.key));
  }

  /** Returns the position of the first entry in a chunk that meets a condition. */
  #position(chunkIndex: number, holds: (key: Place) => boolean): number {
    let position = 0;
    for (let index = 0; index < chunkIndex; index++) position += this.#chunks[index]!.length;
    const chunk = this.#chunks[chunkIndex] ?? [];
    return position + partitionPoint(chunk.length, (offset) => holds(chunk[offset]!.key));
  }
}

function firstBehind(chunk: readonly { readonly key: Place }[], place: Place): number {
  return partitionPoint(chunk.length, (offset) => comparePlaces(chunk[offset]!.key, place) > 0);
}
