/**
 * Names the client of a case that sends a request, for its timeline.
 *
 * @module
 */
import { AsyncLocalStorage } from "node:async_hooks";

const storage = new AsyncLocalStorage<string>();

/**
 * Runs the steps of one of several clients: the requests that they send are recorded under its name.
 *
 * @param name The name of the client, unique in its case.
 * @param act The steps.
 * @returns The result of the steps.
 */
export function asClient<Result>(name: string, act: () => Result): Result {
  return storage.run(name, act);
}

/** Returns the name of the client whose steps are running; undefined outside of `asClient`. */
export function currentClient(): string | undefined {
  return storage.getStore();
}
