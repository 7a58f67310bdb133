/**
 * The optional features of a target. Everything else (the verbs, resourceVersions, paging, watches,
 * errors, metadata) is expected of every target.
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
