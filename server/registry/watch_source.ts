/**
 * What a watch hands to whoever sends it.
 *
 * @module
 */
import type { JsonObject } from "../object.ts";
import type { StoredVersion } from "../storage/storage.ts";

/** One event as a client sees it: an object's version, or a value that is not stored. */
export type WatchEvent =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly version: StoredVersion }
  | { readonly type: "BOOKMARK" | "ERROR"; readonly object: JsonObject };

/** Where a watch's events come from. */
export interface WatchSource {
  /** The next events, at least one; undefined when the watch is over. */
  next(): Promise<readonly WatchEvent[] | undefined>;
  /** Ends the watch as the server failed: tells of the error, and returns what the client is told. */
  fail(error: unknown): WatchEvent;
  /** Gives everything back. Safe to call twice. */
  close(): void;
}
