/**
 * A fixture for Jest: `const plumbline = usePlumbline();`.
 *
 * @module
 */
import { start } from "./server.mjs";

/**
 * Starts a server before the tests of a file, resets it before each, and stops it after the last.
 *
 * @param {readonly string[]} options further options of `serve`
 * @returns {() => import("./server.d.mts").Server} returns the server, within tests
 */
export function usePlumbline(options = []) {
  const { afterAll, beforeAll, beforeEach } = globalThis;
  let server;
  beforeAll(async () => void (server = await start(options)), 60_000);
  beforeEach(() => server.reset());
  afterAll(() => server?.stop());
  return () => server;
}
