/**
 * What the bundle of the suites knows of the server in its thread.
 *
 * @module
 */

/** The origin of the server's URL; only the thread knows it. */
export const ORIGIN = "http://playground.test";

/** The server of the playground. */
export interface Playground {
  readonly identities: readonly { readonly name: string; readonly token: string }[];
  /** Moves the server's clock forward, by milliseconds. */
  advanceClock(milliseconds: number): Promise<void>;
}
