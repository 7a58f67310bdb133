/**
 * Generates unusual requests: wrong methods, paths that do not exist, and malformed bodies.
 *
 * @module
 */
import fc from "fast-check";

/** The target of an unusual request. */
export type OddPlace =
  | "item"
  | "collection"
  | "everywhere"
  | "status"
  | "unknown subresource"
  | "unknown resource"
  | "unknown version"
  | "unknown group"
  | "unknown namespace"
  | "wrong scope"
  | "root";

/** An unusual request. */
export interface OddRequest {
  readonly method: string;
  readonly place: OddPlace;
  /** The text of the body; by default the body of a create. */
  readonly raw?: string;
  readonly contentType?: string;
}

/** Requests that cannot delete or change objects of others. */
const misplaced: fc.Arbitrary<OddRequest> = fc.oneof(
  fc.record({
    method: fc.constantFrom("POST", "GET"),
    place: fc.constantFrom<OddPlace>("item", "status", "everywhere", "unknown namespace"),
  }),
  fc.record({
    method: fc.constantFrom("PUT", "PATCH"),
    place: fc.constantFrom<OddPlace>("collection", "everywhere", "status", "unknown subresource"),
  }),
  fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
    place: fc.constantFrom<OddPlace>(
      "unknown subresource",
      "unknown resource",
      "unknown version",
      "unknown group",
      "wrong scope",
      "root",
    ),
  }),
  fc.record({
    method: fc.constantFrom("DELETE"),
    place: fc.constantFrom<OddPlace>("status", "unknown namespace"),
  }),
);

const RAW_BODIES = [
  "",
  "{",
  "[]",
  "null",
  `"text"`,
  "1",
  "{}",
  `{"metadata":null}`,
  `{"metadata":[]}`,
  `{"kind":1}`,
  "a: b",
  "- a",
  "\u0000",
];

const malformed: fc.Arbitrary<OddRequest> = fc.record({
  method: fc.constantFrom("POST", "PUT", "PATCH", "DELETE"),
  raw: fc.constantFrom(...RAW_BODIES),
  contentType: fc.constantFrom(
    "application/json",
    "application/json",
    "application/json; charset=utf-8",
    "application/yaml",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
    "application/json-patch+json",
    "application/apply-patch+yaml",
    "text/plain",
    "",
  ),
}).map(({ method, ...rest }) => ({
  method,
  place: method === "POST" ? "collection" : "item",
  ...rest,
}));

/** Generates an unusual request. */
export const oddRequest: fc.Arbitrary<OddRequest> = fc.oneof(misplaced, malformed);
