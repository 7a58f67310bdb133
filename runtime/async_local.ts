/**
 * Values that belong to the steps that are running, and to all that they await.
 *
 * @module
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** A value that the steps of one `run` share, also while others run beside them. */
export class AsyncLocal<Value> {
  readonly #storage = new AsyncLocalStorage<Value>();

  /** Runs steps with the value, and returns their result. */
  run<Result>(value: Value, steps: () => Result): Result {
    return this.#storage.run(value, steps);
  }

  /** Returns the value of the steps that are running; undefined outside of `run`. */
  get(): Value | undefined {
    return this.#storage.getStore();
  }
}
