/**
 * Streaming lists: `sendInitialEvents` of a watch (feature gate `WatchList`). The current objects
 * come first as ADDED, then a bookmark with an annotation, then the changes.
 *
 * @module
 */
import { type Cause, invalidOption, invalidOptions } from "../api_error.ts";
import type { JsonObject } from "../object.ts";

const KIND = "ListOptions";
const NAME = "sendInitialEvents";
const MATCH = "resourceVersionMatch";

/** The parameters of a watch, without those that only streaming lists have. */
export interface WatchParameters {
  readonly query: URLSearchParams;
  /** True or false as in the request; absent if the request does not have the parameter. */
  readonly sendInitialEvents?: boolean;
}

/**
 * Reads the parameters of a watch on a server with streaming lists.
 *
 * @throws {ApiError} Invalid for a `sendInitialEvents` or `resourceVersionMatch` without the other
 */
export function readWatchParameters(query: URLSearchParams): WatchParameters {
  const word = query.get(NAME);
  const match = query.get(MATCH) ?? "";
  const causes: Cause[] = [];
  const forbidMatch = (message: string) =>
    causes.push({ reason: "FieldValueForbidden", field: MATCH, message });
  if (word !== null && match !== "NotOlderThan") {
    forbidMatch("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  }
  if (match) {
    if (word === null) {
      forbidMatch(
        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
      );
    }
    if (match !== "NotOlderThan") {
      const message = `Unsupported value: "${match}": supported values: "NotOlderThan"`;
      causes.push({ reason: "FieldValueNotSupported", field: MATCH, message });
    }
    if (query.get("continue")) {
      forbidMatch("resourceVersionMatch is forbidden when continue is provided");
    }
  }
  if (causes.length > 0) throw invalidOptions(KIND, causes);
  if (word === null) return { query };
  const rest = new URLSearchParams(query);
  rest.delete(NAME);
  rest.delete(MATCH);
  // Real servers read a boolean parameter that is neither as true.
  return { query: rest, sendInitialEvents: word !== "false" && word !== "0" };
}

/**
 * Checks that a list on a server with streaming lists does not ask for initial events.
 *
 * @throws {ApiError} Invalid
 */
export function forbidInitialEvents(query: URLSearchParams): void {
  if (!query.has(NAME)) return;
  const message = "sendInitialEvents is forbidden for list";
  throw invalidOption(KIND, NAME, message, "FieldValueForbidden");
}

/**
 * Returns the bookmark behind the initial events.
 *
 * @param suffix the brand-bearing suffix of group names, from the dialect
 */
export function initialEventsEnd(bookmark: JsonObject, suffix: string): JsonObject {
  const annotations = { [`${suffix}/initial-events-end`]: "true" };
  return { ...bookmark, metadata: { ...bookmark.metadata as JsonObject, annotations } };
}
