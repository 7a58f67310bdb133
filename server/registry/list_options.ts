/**
 * The query parameters of list, watch and deletecollection, as values.
 *
 * @module
 */
import { type ApiError, badRequest, invalidOption, invalidOptions } from "../api_error.ts";
import type { ResourceDefinition } from "./resource.ts";
import { parseFieldSelector, parseLabelSelector, type Predicate } from "./selector.ts";

/** What a client asked for; absent where it said nothing. */
export interface ListOptions {
  /** Both selectors in one; absent where there is neither. */
  readonly filter?: Predicate;
  /** 1 or more. */
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  /** 1 or more. */
  readonly timeoutSeconds?: number;
  readonly allowWatchBookmarks: boolean;
}

/**
 * Reads the parameters (interface, "Operation templates", row list).
 *
 * @throws {ApiError} BadRequest or Invalid for a parameter that cannot be read
 */
export function readListOptions(
  query: URLSearchParams,
  definition: ResourceDefinition,
): ListOptions {
  if (query.size === 0) return { allowWatchBookmarks: false };
  if (query.has("sendInitialEvents")) {
    // A client that asks for this waits for an answer only servers that know it give.
    throw invalidOption(
      "ListOptions",
      "sendInitialEvents",
      "sendInitialEvents is not supported by this server",
      "FieldValueForbidden",
    );
  }
  const filter = readFilter(query, definition);
  const limit = readInteger(query, "limit");
  const timeoutSeconds = readInteger(query, "timeoutSeconds");
  const match = readMatch(query);
  const token = query.get("continue");
  const resourceVersion = query.get("resourceVersion");
  return {
    ...(filter && { filter }),
    ...(limit > 0 && { limit }),
    ...(token && { continue: token }),
    ...(resourceVersion && { resourceVersion }),
    ...(match && { resourceVersionMatch: match }),
    ...(timeoutSeconds > 0 && { timeoutSeconds }),
    allowWatchBookmarks: readBoolean(query, "allowWatchBookmarks"),
  };
}

function readFilter(query: URLSearchParams, definition: ResourceDefinition): Predicate | undefined {
  const labels = query.get("labelSelector");
  const fields = query.get("fieldSelector");
  const predicates = [
    ...(labels ? [parseLabelSelector(labels)] : []),
    ...(fields ? [parseFieldSelector(fields, definition)] : []),
  ];
  if (predicates.length < 2) return predicates[0];
  return (object) => predicates.every((matches) => matches(object));
}

function readMatch(query: URLSearchParams): "Exact" | "NotOlderThan" | undefined {
  const word = query.get("resourceVersionMatch");
  if (!word) return undefined;
  if (word !== "Exact" && word !== "NotOlderThan") {
    throw unknownMatch(word, query);
  }
  return word;
}

/** Names what else is wrong with the match as well: it has no meaning without a version. */
function unknownMatch(word: string, query: URLSearchParams): ApiError {
  const field = "resourceVersionMatch";
  const message = `Unsupported value: "${word}": supported values: "Exact", "NotOlderThan"`;
  const misplaced = !query.get("resourceVersion") || query.get("continue");
  return invalidOptions("ListOptions", [
    ...(misplaced
      ? [{
        reason: "FieldValueForbidden" as const,
        field,
        message: "resourceVersionMatch is forbidden without resourceVersion or with continue",
      }]
      : []),
    { reason: "FieldValueNotSupported", field, message },
  ]);
}

/** A whole number; 0 where absent or empty. @throws {ApiError} BadRequest for anything else */
export function readInteger(query: URLSearchParams, name: string): number {
  const text = query.get(name);
  if (!text) return 0;
  const value = Number(text);
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw badRequest(
      `Cannot read ${name} as it must be a whole number: current value is "${text}"`,
    );
  }
  return value;
}

/** True unless it is absent, `0` or `false`: `watch` alone means `watch=true`. */
export function readBoolean(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  return text !== null && text !== "0" && text.toLowerCase() !== "false";
}
