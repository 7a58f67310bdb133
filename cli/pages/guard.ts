/**
 * Authorizes requests for a live page: from this machine, with the token of its address.
 *
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";

/** The secrets of a server. */
export interface Guard {
  /** The token in the address, and in the cookie that replaces it. */
  readonly token: string;
  /** The name of the cookie, unique per server, as cookies do not depend on ports. */
  readonly cookie: string;
}

/** The names of this machine. Any other name is DNS rebinding. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** Returns a random token of 256 bits for an address. */
export function generateToken(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toHex();
}

/** Returns the response to an unauthorized request or to one with a token, or undefined for others. */
export function rejectionOf(request: Request, guard: Guard): Response | undefined {
  const url = new URL(request.url);
  const host = request.headers.get("host") ?? "";
  if (!LOOPBACK.includes(host.replace(/:\d+$/, ""))) {
    return textResponse(403, `Cannot serve this page as ${host.slice(0, 100)}: use localhost`);
  }
  if (isCrossOrigin(request, host)) {
    return textResponse(403, "Cross-origin requests are not allowed");
  }
  const given = url.searchParams.get("token");
  if (given !== null && request.method === "GET") {
    return isSame(given, guard.token) ? enter(url, guard) : textResponse(401, UNKNOWN);
  }
  return isSame(cookieOf(request, guard.cookie), guard.token)
    ? undefined
    : textResponse(401, UNKNOWN);
}

const UNKNOWN = "Missing or invalid token: open the address that the program printed";

/** Redirects to the address without the token, so that it is not shared by accident. */
function enter(url: URL, { token, cookie }: Guard): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location: url.pathname,
      "set-cookie": `${cookie}=${token}; Path=/; HttpOnly; SameSite=Strict`,
    },
  });
}

/**
 * Returns true for cross-origin requests. Other ports of this machine are the same site, so cookies
 * alone do not prove the origin.
 */
function isCrossOrigin(request: Request, host: string): boolean {
  const { headers, method } = request;
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && headers.get("sec-fetch-mode") !== "navigate") {
    return site !== "none";
  }
  const origin = headers.get("origin");
  if (origin !== null) return origin !== `http://${host}`;
  // All browsers send the origin with requests that change something.
  return method !== "GET" && site !== null && site !== "same-origin";
}

function cookieOf(request: Request, name: string): string {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}

/** Compares hashes, so that the time reveals neither length nor prefix. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(a!, b!);
}

function textResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
