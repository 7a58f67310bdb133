/**
 * The servers of a thread of a browser, by the origin of their URLs. Two bundles share them: that of
 * the server, and that of the suites.
 *
 * @module
 */

/** Answers a request. */
export type Answer = (request: Request) => Promise<Response>;

/** The global object that both bundles see. */
const shared = globalThis as unknown as { plumblineServers?: Map<string, Answer> };

/** Serves the requests for an origin, such as `http://playground.test`. */
export function serveAt(origin: string, answer: Answer): void {
  shared.plumblineServers ??= new Map();
  shared.plumblineServers.set(origin, answer);
}

/**
 * Returns the server of a URL.
 *
 * @throws {TypeError} if there is none, as `fetch` does
 */
export function serverAt(url: string): Answer {
  const { origin } = new URL(url);
  const found = shared.plumblineServers?.get(origin);
  if (found === undefined) throw new TypeError(`Cannot connect to ${origin}: no server has it`);
  return found;
}
