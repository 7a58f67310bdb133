/**
 * Limits the watches that a user has open.
 *
 * @module
 */
import { ApiError } from "../api_error.ts";
import type { WatchSource } from "./services.ts";

/** The most watches of one user at a time. */
export const WATCH_LIMIT = 10_000;

/** The number of open watches by user, for each server. */
const openWatches = new WeakMap<object, Map<string, number>>();

/** An admitted watch. */
export interface OpenWatch {
  /** Returns a source that ends the watch when it is over or closed. */
  counted(source: WatchSource): WatchSource;
  /** Ends the watch. Safe to call twice. */
  end(): void;
}

/**
 * Counts a watch until it ends.
 *
 * @param server whatever is the same for all watches of one server
 * @throws {ApiError} TooManyRequests if the user has {@linkcode WATCH_LIMIT} watches open
 */
export function admitWatch(server: object, user: string): OpenWatch {
  let counts = openWatches.get(server);
  if (!counts) openWatches.set(server, counts = new Map());
  const count = counts.get(user) ?? 0;
  if (count >= WATCH_LIMIT) {
    throw new ApiError(
      "TooManyRequests",
      `too many watches: user "${user}" has ${count} open, limit is ${WATCH_LIMIT}`,
      { retryAfterSeconds: 1 },
    );
  }
  counts.set(user, count + 1);
  let ended = false;

  function end(): void {
    if (ended) return;
    ended = true;
    const left = counts!.get(user)! - 1;
    if (left > 0) counts!.set(user, left);
    else counts!.delete(user);
  }

  return {
    end,
    counted: (source) => ({
      async next() {
        const events = await source.next();
        if (!events) end();
        return events;
      },
      fail(error) {
        end();
        return source.fail(error);
      },
      close() {
        end();
        source.close();
      },
    }),
  };
}
