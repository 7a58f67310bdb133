/**
 * Parses the query parameters of list, watch and deletecollection, and derives the state to read:
 * the table of resourceVersion and resourceVersionMatch in the specification.
 *
 * @module
 */
import { type ApiError, badRequest, invalidOption, invalidOptions } from "../api_error.ts";
import { readBoolean, readInteger } from "../codec/scalar.ts";
import type { ResourceDefinition } from "./resource.ts";
import { parseFieldSelector, parseLabelSelector, type Predicate } from "./selector.ts";

/** The parameters of list, watch and deletecollection; absent where the request has none. */
export interface ListParameters {
  /** Label and field selector in one predicate. */
  readonly filter?: Predicate;
  /** 1 or more. */
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  /** 1 or more. */
  readonly timeoutSeconds?: number;
  readonly allowWatchBookmarks: boolean;
  /** Only for a watch on a server with streaming lists. */
  readonly sendInitialEvents?: boolean;
}

/** The state of the collection that a list reads. */
export type ReadPoint =
  /** The newest state. */
  | { readonly kind: "most recent" }
  /** Any state; this server returns the newest. */
  | { readonly kind: "any" }
  /** The newest state, if it is not older than this revision. */
  | { readonly kind: "not older than"; readonly revision: number }
  /** The state at exactly this revision. */
  | { readonly kind: "exact"; readonly revision: number }
  /** The state and the position of the previous page. */
  | { readonly kind: "continue"; readonly token: string };

/**
 * Parses the parameters (specification, "Operation templates", row list).
 *
 * @throws {ApiError} BadRequest or Invalid for a parameter that cannot be parsed
 */
export function readListOptions(
  query: URLSearchParams,
  definition: ResourceDefinition,
): ListParameters {
  if (query.size === 0) return { allowWatchBookmarks: false };
  if (query.has("sendInitialEvents")) {
    // A client that sends this waits for initial events, which only supporting servers send.
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
  return Object.assign<Predicate, Pick<Predicate, "label" | "objectName">>(
    (object) => predicates.every((matches) => matches(object)),
    { ...predicates[0], ...predicates[1] },
  );
}

function readMatch(query: URLSearchParams): "Exact" | "NotOlderThan" | undefined {
  const word = query.get("resourceVersionMatch");
  if (!word) return undefined;
  if (word !== "Exact" && word !== "NotOlderThan") {
    throw unknownMatch(word, query);
  }
  return word;
}

/** Returns the error of an unknown match, and of a missing resourceVersion as well. */
function unknownMatch(word: string, query: URLSearchParams): ApiError {
  const field = "resourceVersionMatch";
  const message = `Unsupported value: "${word}": supported values: "Exact", "NotOlderThan", ""`;
  const misplaced = !query.get("resourceVersion") || query.get("continue");
  return invalidOptions("ListOptions", [
    ...(misplaced
      ? [{
        reason: "FieldValueForbidden" as const,
        field,
        message: "resourceVersionMatch is forbidden unless resourceVersion is provided",
      }]
      : []),
    { reason: "FieldValueNotSupported", field, message },
  ]);
}

type Cell = ReadPoint["kind"] | "invalid";
type Row = Readonly<Record<"unset" | "zero" | "other", Cell>>;

/** The table of the specification: rows by match, then by limit, continue token or neither. */
const TABLE: Readonly<Record<string, Row>> = {
  "unset whole": { unset: "most recent", zero: "any", other: "not older than" },
  "unset limit": { unset: "most recent", zero: "any", other: "exact" },
  "unset continue": { unset: "continue", zero: "continue", other: "invalid" },
  "Exact whole": { unset: "invalid", zero: "invalid", other: "exact" },
  "Exact limit": { unset: "invalid", zero: "invalid", other: "exact" },
  "Exact continue": { unset: "invalid", zero: "invalid", other: "invalid" },
  "NotOlderThan whole": { unset: "invalid", zero: "any", other: "not older than" },
  "NotOlderThan limit": { unset: "invalid", zero: "any", other: "not older than" },
  "NotOlderThan continue": { unset: "invalid", zero: "invalid", other: "invalid" },
};

/**
 * Returns the state that the options select.
 *
 * @throws {ApiError} Invalid for an invalid match, BadRequest for other combinations
 */
export function readPoint(options: ListParameters): ReadPoint {
  const { resourceVersion, resourceVersionMatch = "unset" } = options;
  const paging = options.continue ? "continue" : options.limit ? "limit" : "whole";
  const column = resourceVersion === undefined
    ? "unset"
    : resourceVersion === "0"
    ? "zero"
    : "other";
  const kind = TABLE[`${resourceVersionMatch} ${paging}`]![column];
  switch (kind) {
    case "invalid":
      throw refusal(options);
    case "continue":
      return { kind, token: options.continue! };
    case "exact":
    case "not older than":
      return { kind, revision: parseVersion(resourceVersion!) };
    default:
      return { kind };
  }
}

function refusal(options: ListParameters): ApiError {
  if (!options.resourceVersionMatch) {
    return badRequest("specifying resource version is not allowed when using continue");
  }
  const why = options.continue
    ? "resourceVersionMatch is forbidden when continue is provided"
    : options.resourceVersion
    ? 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'
    : "resourceVersionMatch is forbidden unless resourceVersion is provided";
  return invalidOption("ListOptions", "resourceVersionMatch", why, "FieldValueForbidden");
}

/**
 * Parses a resourceVersion as a revision.
 *
 * @throws {ApiError} BadRequest for anything else
 */
export function parseVersion(text: string): number {
  const revision = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(revision)) {
    throw badRequest(
      `resourceVersion: Invalid value: "${text}": strconv.ParseUint: parsing "${text}": ` +
        "invalid syntax",
    );
  }
  return revision;
}
