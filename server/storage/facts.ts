/**
 * What a server keeps beside its objects: tokens and keys that clients have.
 *
 * @module
 */
import type { Json } from "../object.ts";
import type { FactStore } from "./storage.ts";

/** Values by name. */
export class Facts implements FactStore {
  readonly #values = new Map<string, Json>();
  readonly #onChange: (name: string, value: Json | undefined) => void;

  /**
   * Creates an empty collection.
   *
   * @param onChange receives each change before it is made
   */
  constructor(onChange: (name: string, value: Json | undefined) => void = () => {}) {
    this.#onChange = onChange;
  }

  /** Returns a value; undefined if there is none of that name. */
  get(name: string): Json | undefined {
    return this.#values.get(name);
  }

  /** Sets a value, or removes it. */
  set(name: string, value: Json | undefined): void {
    this.#onChange(name, value);
    this.load(name, value);
  }

  /** Sets a value, or removes it, that was read from a file. */
  load(name: string, value: Json | undefined): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  /** All names with their values. */
  [Symbol.iterator](): IterableIterator<[string, Json]> {
    return this.#values.entries();
  }
}
