/**
 * The facets of a request and of the object that it is for: the dimensions of the model of outcomes.
 *
 * @module
 */

/** What may be wrong with a request so that it must, or by convention should, be refused. */
const FLAWS = [
  "none",
  "unknown caller",
  "other dryRun",
  "malformed",
  "empty",
  "wrong type in metadata",
  "wrong type in content",
  "missing field",
  "other kind",
  "other name",
  "other namespace",
  "unknown field",
  "duplicate field",
  "stale version",
  "other uid",
  "absent object",
  "taken name",
  "conflict",
  "no manager",
  "other policy",
  "malformed options",
  "malformed selector",
] as const;

/** A flaw, or none. */
export type Flaw = typeof FLAWS[number];

/** The values of each facet; the first one is the simplest. */
export const FACETS = {
  /** The resource type. */
  resource: [
    "secrets",
    "deployments",
    "roles",
    "rolebindings",
    "clusterroles",
    "clusterrolebindings",
  ],
  /** What is under the object's name before the request. */
  state: ["live", "absent", "removed", "held", "terminating", "recreated"],
  /** The flaw of the request. */
  flaw: FLAWS,
  /** A field of the body that is dropped unless validation is strict. */
  dropped: ["none", "unknown field", "duplicate field"],
  /** What the body changes. */
  change: ["label", "content", "nothing"],
  /** The resourceVersion that the request names. */
  version: ["none", "current"],
  /** The uid that the request names. */
  uid: ["none", "right"],
  dryRun: ["none", "All"],
  fieldManager: ["none", "given"],
  fieldValidation: ["none", "Ignore", "Warn", "Strict"],
  force: ["none", "false", "true"],
  pretty: ["none", "true", "false"],
  /** The encoding of the body. */
  encoding: ["JSON", "YAML"],
  /** The media type of the response. */
  accept: ["JSON", "Protobuf"],
  /** Where the options of a delete are: in the query or in DeleteOptions. */
  options: ["query", "body"],
  gracePeriod: ["none", "0", "5"],
  propagation: ["none", "Background", "Foreground", "Orphan"],
  /** The patch type of a write to a subresource. */
  form: ["merge-patch", "json-patch", "strategic-merge-patch"],
  /** What selects the objects of a collection. */
  selector: ["none", "label", "field", "both"],
  limit: ["none", "1", "2"],
  /** True if a watch is open meanwhile. */
  watch: ["no", "yes"],
} as const;

/** The name of a facet. */
export type Facet = keyof typeof FACETS;

/** A request in a known state: one value of each facet. */
export type RequestRow =
  & { readonly [Name in Exclude<Facet, "resource">]: typeof FACETS[Name][number] }
  & { readonly resource: string };

/** The facets of one action; the others have their first value. */
export type PartialRow = Partial<RequestRow>;

/** Returns the row with the first value of each facet that it leaves out. */
export function completeRow(row: PartialRow): RequestRow {
  const defaults = Object.entries(FACETS).map(([name, [first]]) => [name, first]);
  return { ...Object.fromEntries(defaults), ...row };
}
