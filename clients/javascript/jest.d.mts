import type { Server } from "./server.mjs";

/**
 * Starts a server before the tests of a file, resets it before each, and stops it after the last.
 *
 * @param options further options of `serve`
 * @returns returns the server, within tests
 */
export function usePlumbline(options?: readonly string[]): () => Server;
