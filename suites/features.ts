/**
 * What a target may lack and say so: the features, and which requirements are about them. Everything
 * else (the verbs, versions, paging, watches, errors, metadata) is expected of every target.
 *
 * @module
 */

/** The features by name, each with what it is. */
export const FEATURES = {
  "server-side-apply": "PATCH with application/apply-patch+yaml and field ownership",
  "strategic-merge-patch": "PATCH with application/strategic-merge-patch+json",
  "dry-run": "writes with dryRun=All",
  "field-validation": "writes with fieldValidation=Ignore, Warn or Strict",
  "table": "lists, objects and watches as Tables",
  "protobuf": "bodies in the Protobuf form",
  "yaml": "bodies in YAML",
  "rbac": "access decided by roles and bindings",
  "reviews": "access reviews and rules reviews",
  "health": "/readyz and /livez",
} as const;

/**
 * The name of a feature.
 *
 * @internal
 */
export type Feature = keyof typeof FEATURES;

/** The names of the features. */
export const FEATURE_NAMES = Object.keys(FEATURES) as Feature[];

/** Areas that are about one feature throughout. */
const AREA_FEATURES: Readonly<Record<string, Feature>> = {
  "access": "rbac",
  "apply": "server-side-apply",
  "dry-run": "dry-run",
  "health": "health",
  "reviews": "reviews",
};

/** The features a requirement is about: its area's and its own. It falls away with any of them. */
export function featuresOf(id: string, requirement: { readonly feature?: Feature }): Feature[] {
  const features = [AREA_FEATURES[id.split(".")[0]!], requirement.feature];
  return [...new Set(features.filter((feature) => feature !== undefined))];
}
