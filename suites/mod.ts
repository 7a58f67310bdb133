/**
 * The conformance suites: every check there is, and what it takes to hold them against a target.
 *
 * @module
 */
import type { Area, Check } from "./check.ts";
import { accessChecks } from "./access.ts";
import { applyChecks } from "./apply.ts";
import { concurrencyChecks } from "./concurrency.ts";
import { deploymentsChecks } from "./deployments.ts";
import { dryRunChecks } from "./dry_run.ts";
import { errorsChecks } from "./errors.ts";
import { fieldValidationChecks } from "./field_validation.ts";
import { healthChecks } from "./health.ts";
import { lifecycleChecks } from "./lifecycle.ts";
import { metadataChecks } from "./metadata.ts";
import { negotiationChecks } from "./negotiation.ts";
import { pagingChecks } from "./paging.ts";
import { patchChecks } from "./patch.ts";
import { rbacObjectsChecks } from "./rbac_objects.ts";
import { reviewsChecks } from "./reviews.ts";
import { secretsChecks } from "./secrets.ts";
import { selectorsChecks } from "./selectors.ts";
import { versioningChecks } from "./versioning.ts";
import { versionsChecks } from "./versions.ts";
import { watchChecks } from "./watch.ts";

export {
  type Area,
  type Check,
  type CheckFacts,
  Discard,
  type ExampleCheck,
  type Need,
  type PropertyCheck,
  Violation,
} from "./check.ts";
export { conformance, type ConformanceOptions } from "./conformance.ts";
export { type Feature, FEATURE_NAMES, FEATURES, featuresOf } from "./features.ts";
export {
  findLeftovers,
  type Leftovers,
  type Removed,
  removeLeftovers,
} from "./manners/leftovers.ts";
export { type Planned, planOf, planText, type Touched } from "./manners/plan.ts";
export { type RequirementId, REQUIREMENTS } from "./requirements/mod.ts";
export type { Requirement } from "./requirements/requirement.ts";
export type { ResourceType } from "./resources/mod.ts";
export {
  type KnownDeviation,
  parseKnownDeviations,
  readKnownDeviations,
} from "./runner/known_deviations.ts";
export { type Limits, limitsFor } from "./runner/limits.ts";
export type { Replay } from "./runner/repetitions.ts";
export { runChecks, type RunOptions } from "./runner/run.ts";
export type { ObjectJson, Scope } from "./runner/scope.ts";
export { ConfigurationError } from "./target/configuration_error.ts";
export { connect, type ConnectOptions, CredentialsRefused } from "./target/connect.ts";
export { type Dialect, type DialectName, DIALECTS } from "./target/dialect.ts";
export { type EmbeddedOptions, startEmbedded } from "./target/embedded.ts";
export type { ServedRelease, ServerCommand, ServerReply } from "./target/embedded_worker.ts";
export { ServerThread } from "./target/server_thread.ts";
export {
  type Answer,
  type Ask,
  type HttpClient,
  type Json,
  TargetUnreachable,
  type Transcript,
  type WatchDocument,
  type WatchStream,
} from "./target/http_client.ts";
export { type LimitClock, type LoadLimit, withLoadLimit } from "./target/load_limit.ts";
export type { Identity, Target, Waits } from "./target/target.ts";

/** The areas, in the order they run. */
export const AREAS = [
  "versions",
  "paging",
  "watch",
  "selectors",
  "field-validation",
  "rbac-objects",
  "access",
  "versioning",
  "reviews",
  "deployments",
  "negotiation",
  "secrets",
  "errors",
  "dry-run",
  "concurrency",
  "health",
  "metadata",
  "lifecycle",
  "patch",
  "apply",
] as const;

/** Every check, in the order they run. */
export const CHECKS: readonly Check[] = [
  ...versionsChecks,
  ...pagingChecks,
  ...watchChecks,
  ...selectorsChecks,
  ...fieldValidationChecks,
  ...rbacObjectsChecks,
  ...accessChecks,
  ...versioningChecks,
  ...reviewsChecks,
  ...deploymentsChecks,
  ...negotiationChecks,
  ...secretsChecks,
  ...errorsChecks,
  ...dryRunChecks,
  ...concurrencyChecks,
  ...healthChecks,
  ...metadataChecks,
  ...lifecycleChecks,
  ...patchChecks,
  ...applyChecks,
];

/** The checks of one area. */
export function checksOf(area: Area): readonly Check[] {
  return CHECKS.filter(({ id }) => id.startsWith(`${area}/`));
}
