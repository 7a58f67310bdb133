/**
 * The optional features of a target, and parts of the API that are not optional and that simple
 * servers lack as a whole. Everything else (the verbs, resourceVersions, watches, errors, metadata)
 * is expected of every target.
 *
 * @module
 */

/**
 * The optional features by name, each with a description.
 *
 * @internal
 */
export const FEATURES = {
  "server-side-apply": "PATCH with application/apply-patch+yaml and field ownership",
  "strategic-merge-patch": "PATCH with application/strategic-merge-patch+json",
  "dry-run": "writes with dryRun=All",
  "field-validation": "writes with fieldValidation=Ignore, Warn or Strict",
  "table": "lists, objects and watches as Tables",
  "protobuf": "bodies in the Protobuf encoding",
  "yaml": "bodies in YAML",
  "rbac": "authorization by roles and bindings",
  "reviews": "access reviews and rules reviews",
  "impersonation": "requests as another user, with Impersonate-User",
  "health": "/readyz and /livez",
} as const;

/** The name of an optional feature. */
export type Feature = keyof typeof FEATURES;

/** The names of the optional features. */
export const FEATURE_NAMES = Object.keys(FEATURES) as Feature[];

/**
 * A part of the API that a target can be declared to lack: its checks are then left out, and what the
 * specification demands fails once.
 */
export interface DemandedFeature {
  /** A description. */
  readonly about: string;
  /** Why the specification allows a target to lack it; absent if it demands it. */
  readonly allowedBy?: string;
  /** Matches the ids of its requirements. */
  readonly requirements: RegExp;
}

/** The parts by name. */
export const DEMANDED_FEATURES = {
  "watch": {
    about: "watches of collections",
    requirements:
      /^watch\.(?!.*(finaliz|deletion-time))|^(selectors|requests|negotiation)\..*watch|^api-versions\.deprecated-watch|^access\.verb-watch|-in-watch|no-watch-event/,
  },
  "update": {
    about: "PUT of an object",
    requirements:
      /^operations\.(update|creating-update)|^dry-run\.update-|^(access|exchanges)\..*update|^api-versions\.deprecated-update/,
  },
  "deletecollection": {
    about: "DELETE of a collection",
    requirements:
      /^(selectors\.deletion-|lifecycle\.(collection-|all-namespaces-list)|requests\.collection-(deletes|spares)|(access|api-versions|dry-run|operations)\..*deletecollection)/,
  },
  "merge-patch": {
    about: "PATCH with application/merge-patch+json",
    requirements: /^patch\.merge-/,
  },
  "json-patch": {
    about: "PATCH with application/json-patch+json",
    requirements: /^patch\.json-|^field-validation\.json-patch-/,
  },
  "paging": {
    about: "lists and deletions of collections in pages, with limit and continue",
    allowedBy: "paging is on by default, and a feature gate switches it off",
    requirements:
      /^paging\.(?!no-limit|zero-limit|large-limit|empty-parameters)|^resource-versions\.list-.*-(first|next)-|^requests\.collection-limit/,
  },
  "exact-reads": {
    about: "lists with resourceVersionMatch",
    allowedBy: "a server that does not know resourceVersionMatch ignores it",
    requirements: /^resource-versions\.list-(exact|not-older)-whole-/,
  },
  "finalizers": {
    about: "deletions that wait for finalizers",
    requirements:
      /^(lifecycle|watch)\.(?!delete-without).*(finaliz|deletion-time)|^requests\.(delete-waits|terminating-)/,
  },
  "authentication": {
    about: "401 for requests without valid credentials",
    requirements:
      /^errors\.(unknown-|missing-(?!object)|unauthenticated-)|^requests\.unauthenticated-/,
  },
  "validation": {
    about: "types of fields, and fields that are required",
    requirements: /^field-validation\..*(required|wrong-type|range-checked|undocumented-type)/,
  },
} as const satisfies Record<string, DemandedFeature>;

/** The name of such a part. */
export type DemandedName = keyof typeof DEMANDED_FEATURES;

/** The names. */
export const DEMANDED_NAMES = Object.keys(DEMANDED_FEATURES) as DemandedName[];
