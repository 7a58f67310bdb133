/**
 * Readers-writer locks for the state of a target that the executions of a run share.
 *
 * @module
 */
import type { SharedState } from "../scope.ts";

/** The way an execution uses a state: many may read at once, one may change it alone. */
export type StateUse = "read" | "change";

/** An execution that waits for a state. */
interface Waiting {
  readonly access: StateUse;
  admit(): void;
}

/** The holders of one state, and who waits for it, in the order of arrival. */
interface Holders {
  readonly readers: number;
  readonly changed: boolean;
}

const NOBODY: Holders = { readers: 0, changed: false };

/** The locks of a run, one for each state. They are granted in the order of the requests. */
export class SharedStates {
  readonly #holders = new Map<SharedState, Holders>();
  readonly #waiting = new Map<SharedState, Waiting[]>();

  /** Waits until the state may be used; returns the function that releases it. */
  async acquire(state: SharedState, access: StateUse): Promise<() => void> {
    const queue = this.#waiting.get(state) ?? [];
    this.#waiting.set(state, queue);
    await new Promise<void>((admit) => {
      queue.push({ access, admit });
      this.#admit(state);
    });
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const { readers, changed } = this.#holders.get(state) ?? NOBODY;
      this.#holders.set(state, {
        readers: access === "read" ? readers - 1 : readers,
        changed: access === "change" ? false : changed,
      });
      this.#admit(state);
    };
  }

  /** Admits the first in the queue as long as the holders permit it. */
  #admit(state: SharedState): void {
    const queue = this.#waiting.get(state) ?? [];
    for (let [next] = queue; next !== undefined; [next] = queue) {
      const { readers, changed } = this.#holders.get(state) ?? NOBODY;
      const isFree = !changed && (next.access === "read" || readers === 0);
      if (!isFree) return;
      this.#holders.set(state, {
        readers: next.access === "read" ? readers + 1 : readers,
        changed: next.access === "change",
      });
      queue.shift();
      next.admit();
    }
  }
}
