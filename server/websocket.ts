/**
 * The headers of a WebSocket handshake (RFC 6455), as real servers read them for a watch.
 *
 * @module
 */

/** True if a request asks to be upgraded to a WebSocket. */
export function asksForWebSocket({ method, headers }: Request): boolean {
  return method === "GET" && headers.get("upgrade")?.toLowerCase() === "websocket" &&
    wordsOf(headers.get("connection")).some((word) => word.toLowerCase() === "upgrade");
}

const PROTOCOLS = "sec-websocket-protocol";
const VERSION = "sec-websocket-version";

/** Clients that cannot set headers send their bearer token as a subprotocol with this prefix. */
const bearerPrefix = (suffix: string) => `base64url.bearer.authorization.${suffix}.`;

const wordsOf = (header: string | null): string[] =>
  (header ?? "").split(",").map((word) => word.trim()).filter((word) => word !== "");

/** Returns the requested subprotocols without those that carry a bearer token. */
export const subprotocolsOf = (headers: Headers, suffix: string): string[] =>
  wordsOf(headers.get(PROTOCOLS)).filter((word) => !word.startsWith(bearerPrefix(suffix)));

/**
 * Returns the bearer token among the subprotocols; undefined if there is not exactly one, or if no
 * other subprotocol remains for the server to choose.
 */
export function bearerSubprotocol(headers: Headers, suffix: string): string | undefined {
  const prefix = bearerPrefix(suffix);
  const [word, ...others] = wordsOf(headers.get(PROTOCOLS)).filter((word) =>
    word.startsWith(prefix)
  );
  if (word === undefined || others.length > 0 || subprotocolsOf(headers, suffix).length === 0) {
    return undefined;
  }
  try {
    const bytes = Uint8Array.fromBase64(word.slice(prefix.length), { alphabet: "base64url" });
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the response to a handshake that fails; undefined for one that succeeds. */
export function failedHandshake(headers: Headers, suffix: string): Response | undefined {
  if (!headers.get("sec-websocket-key")) return failure(400, "mismatch challenge/response");
  if (headers.get(VERSION) !== "13") {
    return failure(400, "missing or bad WebSocket Version", { [VERSION]: "13" });
  }
  // Real servers use a handler for browsers: it requires the header Origin, without comparing it.
  if (!URL.canParse(headers.get("origin") ?? "")) return failure(403, "");
  if (subprotocolsOf(headers, suffix).length > 1) return failure(400, "");
  return undefined;
}

const failure = (status: number, text: string, headers?: Record<string, string>): Response =>
  new Response(text, { status, headers: { "content-type": "text/plain", ...headers } });
