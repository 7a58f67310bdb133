/**
 * The catalogue: every statement the suites hold a target to.
 *
 * @module
 */
import { health } from "./health.ts";
import { dryRun } from "./dry_run.ts";
import { errors } from "./errors.ts";
import { secrets } from "./secrets.ts";
import { negotiation } from "./negotiation.ts";
import { deployments } from "./deployments.ts";
import { reviews } from "./reviews.ts";
import { access } from "./access.ts";
import { accessIdentities } from "./access_identities.ts";
import { rbacObjects } from "./rbac_objects.ts";
import { fieldValidation } from "./field_validation.ts";
import { paging } from "./paging.ts";
import { selectors } from "./selectors.ts";
import { concurrency } from "./concurrency.ts";
import { metadata } from "./metadata.ts";
import { lifecycle } from "./lifecycle.ts";
import { patch } from "./patch.ts";
import { apply } from "./apply.ts";
import type { Requirement } from "./requirement.ts";
import { versioning } from "./versioning.ts";
import { versions } from "./versions.ts";
import { watch } from "./watch.ts";

const catalogue = {
  ...versions,
  ...paging,
  ...watch,
  ...selectors,
  ...fieldValidation,
  ...rbacObjects,
  ...access,
  ...accessIdentities,
  ...versioning,
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
