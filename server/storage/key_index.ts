/**
 * The order of a collection: by namespace, then by name.
 *
 * @module
 */
import { partitionPoint } from "./sliding_array.ts";
import type { ObjectKey } from "./storage.ts";

/** A place in the order. */
export type Place = Pick<ObjectKey, "namespace" | "name">;

/** Negative where `a` comes before `b`: by code units, the namespace weighing more than the name. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return 0;
}

/** The most entries of a chunk, where nothing else is asked for. */
const CHUNK_SIZE = 1_024;

/**
 * Things that have a key, in the order of their keys, each key at most once. They lie in chunks, so
 * that an insertion moves few of them however many there are.
 */
export class KeyIndex<T extends { readonly key: ObjectKey }> {
  /** Sorted, as are the entries of each; none is empty. */
  readonly #chunks: T[][] = [];
  readonly #chunkSize: number;
  #length = 0;

  /** Creates an empty index; `chunkSize` is the most entries that lie together, 2 or more. */
  constructor(chunkSize: number = CHUNK_SIZE) {
    this.#chunkSize = chunkSize;
  }

  /** How many entries there are. */
  get length(): number {
    return this.#length;
  }

  /** Adds an entry whose key is not in the index. */
  insert(entry: T): void {
    const chunkIndex = Math.min(this.#chunkBehind(entry.key), this.#chunks.length - 1);
    const chunk = this.#chunks[chunkIndex];
    this.#length++;
    if (chunk === undefined) {
      this.#chunks.push([entry]);
      return;
    }
    chunk.splice(firstBehind(chunk, entry.key), 0, entry);
    if (chunk.length > this.#chunkSize) {
      this.#chunks.splice(chunkIndex + 1, 0, chunk.splice(chunk.length >>> 1));
    }
  }

  /** Removes the entry with a key, if there is one. */
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

  /** The position, from 0, of the first entry behind a place. */
  after(place: Place): number {
    return this.#position(this.#chunkBehind(place), (key) => comparePlaces(key, place) > 0);
  }

  /** The positions of a namespace's entries, from start to before end; of all where undefined. */
  range(namespace: string | undefined): { start: number; end: number } {
    if (namespace === undefined) return { start: 0, end: this.#length };
    const isInside = (key: Place) => key.namespace >= namespace;
    const isBehind = (key: Place) => key.namespace > namespace;
    return {
      start: this.#position(this.#firstChunk(isInside), isInside),
      end: this.#position(this.#firstChunk(isBehind), isBehind),
    };
  }

  /** Visits the entries from a position to before another, until the visitor says true. */
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

  /** The first chunk whose last key meets a condition that all keys behind it meet, too. */
  #firstChunk(holds: (last: Place) => boolean): number {
    return partitionPoint(this.#chunks.length, (index) => holds(this.#chunks[index]!.at(-1)!.key));
  }

  /** The position of the first entry in a chunk that meets a condition. */
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
