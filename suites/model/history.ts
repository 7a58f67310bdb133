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

/** The changes of one scope, and the states between them. */
export class History {
  readonly changes: readonly Change[];
  readonly #states: State[];
  /** The positions that a version may name. */
  readonly #positions = new Map<string, readonly number[]>();

  /** Creates a history that starts with these objects, at this version if it is known. */
  constructor(
    start: { readonly version?: string | undefined; readonly objects: readonly JsonObject[] },
    changes: readonly Change[],
  ) {
    this.changes = changes;
    this.#states = [new Map(start.objects.map((object) => [keyOf(object), object]))];
    if (start.version !== undefined) this.#positions.set(start.version, [0]);
    changes.forEach((change, index) => {
      const state = new Map(this.#states[index]);
      if (change.type === "DELETED") state.delete(keyOf(change.object));
      else state.set(keyOf(change.object), change.object);
      this.#states.push(state);
      const version = resourceVersionOf(change.object);
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
    const state = this.#states[position];
    if (state === undefined) {
      throw new RangeError(`Cannot see position ${position} of a history of ${this.end} changes`);
    }
    return state;
  }

  /** Returns the object of a key with a version; undefined if no state has it. */
  objectWith(key: string, version: string | undefined): JsonObject | undefined {
    for (const state of this.#states) {
      const object = state.get(key);
      if (object !== undefined && resourceVersionOf(object) === version) return object;
    }
    return undefined;
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
