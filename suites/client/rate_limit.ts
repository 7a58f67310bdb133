/**
 * Requests that a target rejects because of its rate limit: they had no effect, and are sent again
 * when it asks for that.
 *
 * @module
 */
import type { HttpResponse } from "./http_client.ts";

/** The times that one request is sent again. */
const RETRIES = 10;

/** The longest time that a target may ask for, in milliseconds. */
const LONGEST = 30_000;

/**
 * Sends a request, and again as long as the response is 429 with a `Retry-After` in seconds.
 *
 * @param send Sends the request.
 * @param isOver Returns true once nothing more is to be sent.
 * @returns The last response.
 */
export async function withinRateLimit<Response>(
  send: () => Promise<Response>,
  responseOf: (sent: Response) => Pick<HttpResponse, "status" | "headers">,
  isOver: () => boolean,
): Promise<Response> {
  for (let retries = 0;; retries++) {
    const sent = await send();
    const delay = delayOf(responseOf(sent));
    if (delay === undefined || retries === RETRIES || isOver()) return sent;
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

/** Returns the milliseconds after which a rejected request may be sent again. */
function delayOf(
  { status, headers }: Pick<HttpResponse, "status" | "headers">,
): number | undefined {
  const seconds = headers.get("retry-after");
  if (status !== 429 || seconds === null || !/^\d+$/.test(seconds)) return undefined;
  const delay = Number(seconds) * 1_000;
  return delay <= LONGEST ? delay : undefined;
}
