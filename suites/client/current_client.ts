/**
 * Names the client of a case that sends a request, for its timeline.
 *
 * @module
 */
import { AsyncLocal } from "@plumbline/runtime/async_local";

const name = new AsyncLocal<string>();

/**
 * Runs the steps of one of several clients: the requests that they send are recorded under its name.
 *
 * @param client The name of the client, unique in its case.
 * @param act The steps.
 * @returns The result of the steps.
 */
export function asClient<Result>(client: string, act: () => Result): Result {
  return name.run(client, act);
}

/** Returns the name of the client whose steps are running; undefined outside of `asClient`. */
export function currentClient(): string | undefined {
  return name.get();
}
