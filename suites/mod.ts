/**
 * The conformance suites: every check there is, and what it takes to hold them against a target.
 *
 * @module
 */
import type { Area, Check } from "./check.ts";
import { accessChecks } from "./areas/access/mod.ts";
import { applyChecks } from "./areas/apply/mod.ts";
import { concurrencyChecks } from "./areas/concurrency/mod.ts";
import { deploymentsChecks } from "./areas/deployments/mod.ts";
import { dryRunChecks } from "./areas/dry_run/mod.ts";
import { errorsChecks } from "./areas/errors/mod.ts";
import { fieldValidationChecks } from "./areas/field_validation/mod.ts";
import { healthChecks } from "./areas/health/mod.ts";
import { lifecycleChecks } from "./areas/lifecycle/mod.ts";
import { metadataChecks } from "./areas/metadata/mod.ts";
import { negotiationChecks } from "./areas/negotiation/mod.ts";
import { pagingChecks } from "./areas/paging/mod.ts";
import { patchChecks } from "./areas/patch/mod.ts";
import { rbacObjectsChecks } from "./areas/rbac_objects/mod.ts";
import { reviewsChecks } from "./areas/reviews/mod.ts";
import { secretsChecks } from "./areas/secrets/mod.ts";
import { selectorsChecks } from "./areas/selectors/mod.ts";
import { apiVersionsChecks } from "./areas/api_versions/mod.ts";
import { resourceVersionsChecks } from "./areas/resource_versions/mod.ts";
import { watchChecks } from "./areas/watch/mod.ts";

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
} from "./cleanup/leftovers.ts";
export { type Planned, planOf, planText, type Touched } from "./plan/plan.ts";
export { type RequirementId, REQUIREMENTS } from "./catalogue.ts";
export type { Requirement } from "./requirement.ts";
export type { ResourceType } from "./resources/mod.ts";
export {
  type KnownDeviation,
  parseKnownDeviations,
  readKnownDeviations,
} from "./engine/known_deviations.ts";
export { type Limits, limitsFor } from "./engine/limits.ts";
export type { Replay } from "./engine/repetitions.ts";
export { runChecks, type RunOptions } from "./engine/run.ts";
export type { Scope } from "./scope.ts";
export { ConfigurationError } from "./client/configuration_error.ts";
export { connect, type ConnectOptions, CredentialsRefused } from "./client/connect.ts";
export { type Dialect, type DialectName, DIALECTS } from "./client/dialect.ts";
export { type EmbeddedOptions, startEmbedded } from "./embedded/embedded_target.ts";
export type { ServedRelease, ServerCommand, ServerReply } from "./embedded/worker.ts";
export { ServerThread } from "./embedded/server_thread.ts";
export {
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type Json,
  type JsonObject,
  TargetUnreachable,
  type Transcript,
  type WatchDocument,
  type WatchStream,
} from "./client/http_client.ts";
export { type LimitClock, type LoadLimit, withLoadLimit } from "./client/load_limit.ts";
export type { Identity, Target, Waits } from "./client/target.ts";

/** The areas, in the order they run. */
export const AREAS = [
  "resource-versions",
  "paging",
  "watch",
  "selectors",
  "field-validation",
  "rbac-objects",
  "access",
  "api-versions",
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
  ...resourceVersionsChecks,
  ...pagingChecks,
  ...watchChecks,
  ...selectorsChecks,
  ...fieldValidationChecks,
  ...rbacObjectsChecks,
  ...accessChecks,
  ...apiVersionsChecks,
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
