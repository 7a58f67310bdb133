import type { Server } from "./server.mjs";

/** What a test is given. */
export interface Fixtures {
  /** A server with its initial objects, one process a file. */
  readonly plumbline: Server;
}

/** Registers a test. */
export type Register = (
  name: string,
  run: (fixtures: Fixtures) => void | Promise<void>,
) => void;

/** A test with the fixture `plumbline`: a server with its initial objects, one process a file. */
export const test: Register & {
  /** No other test of the file runs. */
  readonly only: Register;
  /** It does not run. */
  readonly ignore: Register;
};
