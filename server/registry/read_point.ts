/**
 * Which state of the past a list reads: the interface's table of resourceVersion and
 * resourceVersionMatch, as a table.
 *
 * @module
 */
import { type ApiError, badRequest, invalidOption } from "../api_error.ts";
import type { ListOptions } from "./list_options.ts";

/** Which state is read. */
export type ReadPoint =
  /** The newest one. */
  | { readonly kind: "most recent" }
  /** Any; this server serves the newest. */
  | { readonly kind: "any" }
  /** The newest, if it is not before this revision. */
  | { readonly kind: "not older than"; readonly revision: number }
  /** The state at this revision and no other. */
  | { readonly kind: "exact"; readonly revision: number }
  /** Where the page before ended. */
  | { readonly kind: "continue"; readonly token: string };

type Cell = ReadPoint["kind"] | "invalid";
type Row = Readonly<Record<"unset" | "zero" | "other", Cell>>;

/** Rows by match, then by whether there is a limit, a token or neither (interface, the table). */
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
 * Tells which state the options ask for.
 *
 * @throws {ApiError} Invalid where the match does not fit, BadRequest for other combinations
 */
export function readPoint(options: ListOptions): ReadPoint {
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

function refusal(options: ListOptions): ApiError {
  if (!options.resourceVersionMatch) {
    return badRequest("Cannot read a page at a resourceVersion as the continue token has its own");
  }
  const why = options.continue
    ? "resourceVersionMatch is forbidden when continue is given"
    : options.resourceVersion
    ? 'resourceVersionMatch "Exact" is forbidden for resourceVersion "0"'
    : "resourceVersionMatch is forbidden unless resourceVersion is given";
  return invalidOption("ListOptions", "resourceVersionMatch", why, "FieldValueForbidden");
}

/**
 * A resourceVersion this server issued, as a revision.
 *
 * @throws {ApiError} BadRequest for anything else
 */
export function parseVersion(text: string): number {
  const revision = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(revision)) {
    throw badRequest(
      `Cannot read the resourceVersion as it is not one this server issued: current value is "${text}"`,
    );
  }
  return revision;
}
