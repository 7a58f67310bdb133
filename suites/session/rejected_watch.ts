/**
 * Watches that a server must reject.
 *
 * @module
 */
import type { WatchStream } from "../client/http_client.ts";

/**
 * The milliseconds in which the response to such a watch begins, also on a server that is busy. Where
 * responses begin with the first event, that of a watch that is accepted may never begin.
 */
const LATE = 3_000;

/** Waits for the beginning of the response, and returns false if it does not come. */
export async function hasBegun(stream: WatchStream): Promise<boolean> {
  if (!stream.begun) await stream.waitForEnd(LATE);
  return stream.begun;
}
