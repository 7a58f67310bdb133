/**
 * The changes of one resource type in a scope, in order, identified by equality of
 * versions alone. A position is a number of changes: position 0 is the start, position 3 the state
 * after the third change.
 *
 * @module
 */
import type { JsonObject } from "../client/http_client.ts";
import { keyOf, resourceVersionOf } from "./object.ts";

/** One change. */
export interface Change {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The object after the change; for a deletion its last content. */
  readonly object: JsonObject;
}

/** A state: its objects by key. */
export type State = ReadonlyMap<string, JsonObject>;

/** The states that are kept of a long history: one of so many. */
const STEP = 64;

/** The changes of one scope, and the states between them. */
export class History {
  readonly changes: readonly Change[];
  /** The indices of the changes of each key. */
  readonly #indices = new Map<string, number[]>();
  /** The states known so far, by position. */
  readonly #states = new Map<number, State>();
  /** The positions that a version may name. */
  readonly #positions = new Map<string, readonly number[]>();

  /** Creates a history that starts with these objects, at this version if it is known. */
  constructor(
    start: { readonly version?: string | undefined; readonly objects: readonly JsonObject[] },
    changes: readonly Change[],
  ) {
    this.changes = changes;
    this.#states.set(0, new Map(start.objects.map((object) => [keyOf(object), object])));
    if (start.version !== undefined) this.#positions.set(start.version, [0]);
    changes.forEach(({ object }, index) => {
      const key = keyOf(object);
      const indices = this.#indices.get(key);
      if (indices === undefined) this.#indices.set(key, [index]);
      else indices.push(index);
      const version = resourceVersionOf(object);
      if (version !== undefined && !this.#positions.has(version)) {
        this.#positions.set(version, [index + 1]);
      }
    });
  }

  /** The last position. */
  get end(): number {
    return this.changes.length;
  }

  /** The state at a position from 0 to `end`. */
  stateAt(position: number): State {
    const known = this.#states.get(position);
    if (known !== undefined) return known;
    if (!Number.isInteger(position) || position < 0 || position > this.end) {
      throw new RangeError(`Cannot see position ${position} of a history of ${this.end} changes`);
    }
    let from = position - 1;
    while (!this.#states.has(from)) from--;
    const state = new Map(this.#states.get(from)!);
    for (let index = from; index < position; index++) {
      // A state in between is kept, so that the next one near it need not start from the first.
      if (index > from && index % STEP === 0) this.#states.set(index, new Map(state));
      const { type, object } = this.changes[index]!;
      if (type === "DELETED") state.delete(keyOf(object));
      else state.set(keyOf(object), object);
    }
    // All states of a long history with many objects would not fit into memory.
    if (this.end <= STEP || position % STEP === 0) this.#states.set(position, state);
    return state;
  }

  /** Returns the object of a key at a position; undefined if there is none. */
  objectAt(position: number, key: string): JsonObject | undefined {
    const index = this.#indices.get(key)?.findLast((each) => each < position);
    if (index === undefined) return this.#states.get(0)!.get(key);
    const { type, object } = this.changes[index]!;
    return type === "DELETED" ? undefined : object;
  }

  /** Returns the indices of the changes of a key, in order. */
  changesOf(key: string): readonly number[] {
    return this.#indices.get(key) ?? [];
  }

  /** Returns the object of a key with a version; undefined if no state has it. */
  objectWith(key: string, version: string | undefined): JsonObject | undefined {
    const first = this.#states.get(0)!.get(key);
    if (first !== undefined && resourceVersionOf(first) === version) return first;
    const index = this.changesOf(key).find((each) => {
      const { type, object } = this.changes[each]!;
      return type !== "DELETED" && resourceVersionOf(object) === version;
    });
    return index === undefined ? undefined : this.changes[index]!.object;
  }

  /** Returns the positions that a version may name; undefined for an unknown version. */
  positionsOf(version: string): readonly number[] | undefined {
    return this.#positions.get(version);
  }

  /** Records that a version names one of these positions. */
  setPositions(version: string, positions: readonly number[]): void {
    this.#positions.set(version, positions);
  }
}
