/**
 * Who may see a live page: whoever opened it with the token in the address, from this machine.
 *
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";

/** What a guard tells requests by. */
export interface Guard {
  /** The secret of the address, and of the cookie that replaces it. */
  readonly token: string;
  /** The cookie's name: cookies do not know ports, so it must be another for each server. */
  readonly cookie: string;
}

/** The names of this machine: any other was made to point here. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** A token nobody guesses: 256 bits, fit for an address. */
export function drawToken(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toHex();
}

/** The answer to a request that is not to be let in as it stands; undefined for one that is. */
export function refusalOf(request: Request, guard: Guard): Response | undefined {
  const url = new URL(request.url);
  const host = request.headers.get("host") ?? "";
  if (!LOOPBACK.includes(host.replace(/:\d+$/, ""))) {
    return told(403, `This page is for this machine only; it is not ${host.slice(0, 100)}`);
  }
  if (isOfAnotherPage(request, host)) return told(403, "Another page may not ask for this");
  const given = url.searchParams.get("token");
  if (given !== null && request.method === "GET") {
    return isSame(given, guard.token) ? enter(url, guard) : told(401, UNKNOWN);
  }
  return isSame(cookieOf(request, guard.cookie), guard.token) ? undefined : told(401, UNKNOWN);
}

const UNKNOWN = "Open the address as the program printed it: it ends with a token";

/** Takes the token out of the address, where it would be seen and shared. */
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
 * Pages of other ports of this machine count as the same site, so that the cookie comes with what
 * they ask for.
 */
function isOfAnotherPage(request: Request, host: string): boolean {
  const { headers, method } = request;
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && headers.get("sec-fetch-mode") !== "navigate") {
    return site !== "none";
  }
  const origin = headers.get("origin");
  if (origin !== null) return origin !== `http://${host}`;
  // What changes something tells where it comes from, in every browser.
  return method !== "GET" && site !== null && site !== "same-origin";
}

function cookieOf(request: Request, name: string): string {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}

/** Compares sums, so that neither length nor beginning is told by the time it takes. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(a!, b!);
}

function told(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
