/**
 * The catalogue of the built-in requirements, so that their ids are a union of literals and their
 * levels can be looked up. It imports data only; the order of the areas is that of `AREAS`.
 *
 * @module
 */
import { requirements as access } from "./areas/access/requirements.ts";
import { requirements as apiVersions } from "./areas/api_versions/requirements.ts";
import { requirements as apply } from "./areas/apply/requirements.ts";
import { requirements as concurrency } from "./areas/concurrency/requirements.ts";
import { requirements as deployments } from "./areas/deployments/requirements.ts";
import { requirements as dryRun } from "./areas/dry_run/requirements.ts";
import { requirements as errors } from "./areas/errors/requirements.ts";
import { requirements as exchanges } from "./areas/exchanges/requirements.ts";
import { requirements as fieldValidation } from "./areas/field_validation/requirements.ts";
import { requirements as health } from "./areas/health/requirements.ts";
import { requirements as lifecycle } from "./areas/lifecycle/requirements.ts";
import { requirements as metadata } from "./areas/metadata/requirements.ts";
import { requirements as negotiation } from "./areas/negotiation/requirements.ts";
import { requirements as operations } from "./areas/operations/requirements.ts";
import { requirements as paging } from "./areas/paging/requirements.ts";
import { requirements as patch } from "./areas/patch/requirements.ts";
import { requirements as rbacObjects } from "./areas/rbac_objects/requirements.ts";
import { requirements as requests } from "./areas/requests/requirements.ts";
import { requirements as resourceVersions } from "./areas/resource_versions/requirements.ts";
import { requirements as reviews } from "./areas/reviews/requirements.ts";
import { requirements as secrets } from "./areas/secrets/requirements.ts";
import { requirements as selectors } from "./areas/selectors/requirements.ts";
import { requirements as watch } from "./areas/watch/requirements.ts";
import { type Level, LEVELS } from "@plumbline/reports/events";
import type { Ranked } from "@plumbline/reports/harm";
import { type IdsOf, type Requirement, requirementsById } from "./requirement.ts";

/**
 * The id of a built-in requirement, `area.words-with-dashes`: a typo does not compile.
 *
 * @internal
 */
export type RequirementId = IdsOf<
  | typeof access
  | typeof apiVersions
  | typeof apply
  | typeof concurrency
  | typeof deployments
  | typeof dryRun
  | typeof errors
  | typeof exchanges
  | typeof fieldValidation
  | typeof health
  | typeof lifecycle
  | typeof metadata
  | typeof negotiation
  | typeof operations
  | typeof paging
  | typeof patch
  | typeof rbacObjects
  | typeof requests
  | typeof resourceVersions
  | typeof reviews
  | typeof secrets
  | typeof selectors
  | typeof watch
>;

/** The built-in requirements by id. */
export const REQUIREMENTS: Readonly<Record<RequirementId, Requirement>> = requirementsById([
  ...access,
  ...apiVersions,
  ...apply,
  ...concurrency,
  ...deployments,
  ...dryRun,
  ...errors,
  ...exchanges,
  ...fieldValidation,
  ...health,
  ...lifecycle,
  ...metadata,
  ...negotiation,
  ...operations,
  ...paging,
  ...patch,
  ...rbacObjects,
  ...requests,
  ...resourceVersions,
  ...reviews,
  ...secrets,
  ...selectors,
  ...watch,
]);

/**
 * Returns the highest level among requirements, which is the level of a check that verifies them.
 *
 * @param ids The ids of requirements.
 * @param own The requirements that are not built in.
 */
export function highestLevel(
  ids: readonly string[],
  own: Readonly<Record<string, Pick<Requirement, "level">>> = {},
): Level {
  const levels = ids.map((id) => (own[id] ?? REQUIREMENTS[id as RequirementId])?.level);
  return LEVELS.find((level) => levels.includes(level)) ?? "must";
}

/**
 * Returns the harm and the level of a requirement.
 *
 * @param id The id of the requirement.
 * @param own The requirements that are not built in.
 */
export function ranksOf(id: string, own: Readonly<Record<string, Ranked>> = {}): Ranked {
  return own[id] ?? REQUIREMENTS[id as RequirementId] ?? { level: "must" };
}
