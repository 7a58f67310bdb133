/**
 * Remembers whether a target deletes the objects of a collection that a selector selects, so that not
 * every deletion has to be followed by a list.
 *
 * @module
 */

/** The deletions in a row that must have left nothing. */
const PROOFS = 3;

/** Of later deletions every so many is verified again. */
const EVERY = 8;

/** What is known of the collections of one type. */
interface Known {
  /** The verified deletions that left nothing. */
  complete: number;
  /** The deletions since the last verified one. */
  unverified: number;
  /** True once a deletion left something. */
  isWrong: boolean;
}

/** What a run knows of a target's deletions of collections, by the type of their objects. */
export class CollectionProofs {
  readonly #known = new Map<string, Known>();

  /** Adds that a list after a deletion showed that nothing was left, or that something was. */
  add(collection: string, isComplete: boolean): void {
    const known = this.#of(collection);
    known.unverified = 0;
    if (isComplete) known.complete++;
    else known.isWrong = true;
  }

  /** Returns true for a deletion that need not be verified, which it counts. */
  suffice(collection: string): boolean {
    const known = this.#of(collection);
    if (known.isWrong || known.complete < PROOFS || known.unverified >= EVERY - 1) return false;
    known.unverified++;
    return true;
  }

  #of(collection: string): Known {
    const type = collection.replace(/\/namespaces\/[^/]+/, "");
    const known = this.#known.get(type) ?? { complete: 0, unverified: 0, isWrong: false };
    this.#known.set(type, known);
    return known;
  }
}
