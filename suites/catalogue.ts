/**
 * The catalogue: every statement the suites hold a target to.
 *
 * @module
 */
import { health } from "./areas/health/requirements.ts";
import { dryRun } from "./areas/dry_run/requirements.ts";
import { errors } from "./areas/errors/requirements.ts";
import { secrets } from "./areas/secrets/requirements.ts";
import { negotiation } from "./areas/negotiation/requirements.ts";
import { deployments } from "./areas/deployments/requirements.ts";
import { reviews } from "./areas/reviews/requirements.ts";
import { access } from "./areas/access/requirements.ts";
import { accessIdentities } from "./areas/access/requirements_identities.ts";
import { rbacObjects } from "./areas/rbac_objects/requirements.ts";
import { fieldValidation } from "./areas/field_validation/requirements.ts";
import { paging } from "./areas/paging/requirements.ts";
import { selectors } from "./areas/selectors/requirements.ts";
import { concurrency } from "./areas/concurrency/requirements.ts";
import { metadata } from "./areas/metadata/requirements.ts";
import { lifecycle } from "./areas/lifecycle/requirements.ts";
import { patch } from "./areas/patch/requirements.ts";
import { apply } from "./areas/apply/requirements.ts";
import type { Requirement } from "./requirement.ts";
import { apiVersions } from "./areas/api_versions/requirements.ts";
import { resourceVersions } from "./areas/resource_versions/requirements.ts";
import { watch } from "./areas/watch/requirements.ts";

const catalogue = {
  ...resourceVersions,
  ...paging,
  ...watch,
  ...selectors,
  ...fieldValidation,
  ...rbacObjects,
  ...access,
  ...accessIdentities,
  ...apiVersions,
  ...reviews,
  ...deployments,
  ...negotiation,
  ...secrets,
  ...errors,
  ...dryRun,
  ...concurrency,
  ...health,
  ...metadata,
  ...lifecycle,
  ...patch,
  ...apply,
} as const;

/**
 * The id of a requirement: `area.words-with-dashes`. A typo does not compile.
 *
 * @internal
 */
export type RequirementId = keyof typeof catalogue;

/** All requirements by id. */
export const REQUIREMENTS: Readonly<Record<RequirementId, Requirement>> = catalogue;
