/**
 * The built-in areas. Their order here is the order in which they run and are listed, everywhere.
 *
 * @module
 */
import type { Area } from "../area.ts";
import type { Check } from "../check.ts";
import { access } from "./access/mod.ts";
import { apiVersions } from "./api_versions/mod.ts";
import { apply } from "./apply/mod.ts";
import { concurrency } from "./concurrency/mod.ts";
import { deployments } from "./deployments/mod.ts";
import { dryRun } from "./dry_run/mod.ts";
import { errors } from "./errors/mod.ts";
import { exchanges } from "./exchanges/mod.ts";
import { fieldValidation } from "./field_validation/mod.ts";
import { health } from "./health/mod.ts";
import { lifecycle } from "./lifecycle/mod.ts";
import { metadata } from "./metadata/mod.ts";
import { negotiation } from "./negotiation/mod.ts";
import { operations } from "./operations/mod.ts";
import { paging } from "./paging/mod.ts";
import { patch } from "./patch/mod.ts";
import { rbacObjects } from "./rbac_objects/mod.ts";
import { requests } from "./requests/mod.ts";
import { resourceVersions } from "./resource_versions/mod.ts";
import { reviews } from "./reviews/mod.ts";
import { scale } from "./scale/mod.ts";
import { secrets } from "./secrets/mod.ts";
import { selectors } from "./selectors/mod.ts";
import { watch } from "./watch/mod.ts";

/**
 * The built-in areas, in the order in which they run.
 *
 * @example
 * ```ts
 * import { AREAS } from "@plumbline/plumbline/suites";
 *
 * console.assert(AREAS.some(({ id }) => id === "paging"));
 * ```
 */
export const AREAS: readonly Area[] = [
  resourceVersions,
  paging,
  watch,
  selectors,
  fieldValidation,
  rbacObjects,
  access,
  apiVersions,
  reviews,
  deployments,
  negotiation,
  secrets,
  errors,
  operations,
  exchanges,
  requests,
  dryRun,
  concurrency,
  health,
  metadata,
  lifecycle,
  patch,
  apply,
];

/** The checks of the built-in areas, in the order in which they run. */
export const CHECKS: readonly Check[] = AREAS.flatMap(({ checks }) => checks);

/** The built-in areas that run only if an option asks for them: `scale` with `--scale N`. */
export const OPTIONAL_AREAS: readonly Area[] = [scale];

/** The checks of the optional areas. */
export const OPTIONAL_CHECKS: readonly Check[] = OPTIONAL_AREAS.flatMap(({ checks }) => checks);
