/**
 * What every kube-apiserver does although the specification says otherwise: a server that does the
 * same is not what a maintainer is to repair first.
 *
 * `fixtures/known/` has the recorded deviations of three releases with the reasons; a test compares.
 *
 * @module
 */
import type { KnownDeviation } from "./known_deviations.ts";

/** The violated requirement of each check that fails on all recorded releases. */
export const EVERY_KUBE_APISERVER: Readonly<Record<string, string>> = {
  "access/aggregation": "access.aggregation-combines-rules",
  "access/group-with-namespace": "access.group-with-namespace-reported",
  "access/unlisted-paths": "access.rules-review-lists-no-bound-paths",
  "access/user-with-namespace": "access.user-with-namespace-reported",
  "apply/managed-fields-cleared-and-fields-changed": "apply.clearing-write-owns-its-changes",
  "apply/managed-fields-empty-list": "apply.empty-list-keeps-managed-fields",
  "deployments/condition-status-other-rejected": "deployments.condition-status-other-rejected",
  "deployments/condition-status-required": "deployments.condition-status-required",
  "deployments/condition-type-required": "deployments.condition-type-required",
  "deployments/invalid-specs": "deployments.int32-rejected",
  "dry-run/no-value-permitted": "dry-run.no-value-permitted",
  "errors/missing-credentials-unauthorized": "errors.missing-credentials-unauthorized",
  "field-validation/apply-integer-range": "field-validation.apply-integer-range-checked",
  "field-validation/merge-key-wrong-type": "field-validation.merge-key-wrong-type-rejected",
  "field-validation/required-role-ref-api-group": "field-validation.required-role-ref-api-group",
  "field-validation/strategic-merge-integer-range":
    "field-validation.strategic-merge-integer-range-checked",
  "health/verbose-last-line": "health.verbose-last-line",
  "lifecycle/delete-with-finalizers-answers-status":
    "lifecycle.delete-with-finalizers-answers-status",
  "patch/json-copy-missing": "patch.json-copy-missing-rejected",
  "patch/json-index-spellings": "patch.json-index-spelling-rejected",
  "patch/json-pointers": "patch.json-pointer-rejected",
  "patch/json-replace-missing": "patch.json-replace-missing-rejected",
  "patch/json-value-required": "patch.json-value-required",
  "reviews/local-namespace-defaulted": "reviews.local-namespace-defaulted",
  "secrets/data-array-rejected": "secrets.data-array-rejected",
};

/** The releases that were recorded last, and the violated requirements of checks that fail on both. */
const LATEST = {
  name: "kube-apiserver 1.26 and 1.36",
  pairs: new Set([
    "deployments/invalid-specs exchanges.fields-as-written",
    "field-validation/apply-integer-range exchanges.fields-as-written",
    "field-validation/apply-unknown-fields field-validation.apply-unknown-fields",
    "field-validation/strict-patch-code field-validation.strict-patch-code",
    "field-validation/strategic-merge-integer-range exchanges.fields-as-written",
    "lifecycle/unqualified-finalizer lifecycle.unqualified-finalizer-rejected",
    "metadata/created-by-name metadata.deletion-time-from-server",
    "metadata/name-required metadata.name-required",
    "negotiation/json-spellings negotiation.json-spellings",
    "paging/altered-token-rejected paging.altered-token-rejected",
  ]),
};

/**
 * Returns the releases of kube-apiserver that violate the requirement in the same check; undefined if
 * the latest do not. A server made of its libraries has the violation from there.
 */
export function sharedWith(check: string, requirement: string): string | undefined {
  return LATEST.pairs.has(`${check} ${requirement}`) ? LATEST.name : undefined;
}

/** Returns the same as known deviations. */
export function deviationsOfEveryKubeApiserver(): KnownDeviation[] {
  return Object.entries(EVERY_KUBE_APISERVER).map(([check, requirement]) => ({
    check,
    requirement,
    target: "kube-apiserver",
    reason: "every kube-apiserver does this, too",
    everywhere: true,
  }));
}
