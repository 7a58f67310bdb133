/**
 * The catalogue of seeded bugs, area by area.
 *
 * @module
 */
import { accessMutants } from "./areas/access/mod.ts";
import { applyMutants } from "./areas/apply/mod.ts";
import { concurrencyMutants } from "./areas/concurrency/mod.ts";
import { deploymentsMutants } from "./areas/deployments/mod.ts";
import { dryRunMutants } from "./areas/dry_run/mod.ts";
import { errorsMutants } from "./areas/errors/mod.ts";
import { exchangesMutants } from "./areas/exchanges/mod.ts";
import type { Catalogued, Mutant } from "./mutant.ts";
import { fieldValidationMutants } from "./areas/field_validation/mod.ts";
import { healthMutants } from "./areas/health/mod.ts";
import { lifecycleMutants } from "./areas/lifecycle/mod.ts";
import { metadataMutants } from "./areas/metadata/mod.ts";
import { negotiationMutants } from "./areas/negotiation/mod.ts";
import { operationsMutants } from "./areas/operations/mod.ts";
import { pagingMutants } from "./areas/paging/mod.ts";
import { patchMutants } from "./areas/patch/mod.ts";
import { rbacObjectsMutants } from "./areas/rbac_objects/mod.ts";
import { replicasMutants } from "./areas/replicas/mod.ts";
import { reviewsMutants } from "./areas/reviews/mod.ts";
import { scaleMutants } from "./areas/scale/mod.ts";
import { secretsMutants } from "./areas/secrets/mod.ts";
import { selectorsMutants } from "./areas/selectors/mod.ts";
import { apiVersionsMutants } from "./areas/api_versions/mod.ts";
import { requestsMutants } from "./areas/requests/mod.ts";
import { resourceVersionsMutants } from "./areas/resource_versions/mod.ts";
import { watchMutants } from "./areas/watch/mod.ts";

/**
 * All seeded bugs.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { createServer } from "@plumbline/plumbline/server";
 * import { mutants, mutantSwitch } from "@plumbline/plumbline/mutants";
 *
 * const mutant = mutants.find(({ area }) => area === "paging");
 * assert(mutant);
 * await using server = await createServer({ plugins: [mutantSwitch([mutant])] });
 * ```
 */
export const mutants: readonly Catalogued<Mutant>[] = [
  ...accessMutants,
  ...applyMutants,
  ...concurrencyMutants,
  ...deploymentsMutants,
  ...dryRunMutants,
  ...errorsMutants,
  ...exchangesMutants,
  ...fieldValidationMutants,
  ...healthMutants,
  ...lifecycleMutants,
  ...metadataMutants,
  ...negotiationMutants,
  ...operationsMutants,
  ...pagingMutants,
  ...patchMutants,
  ...rbacObjectsMutants,
  ...replicasMutants,
  ...reviewsMutants,
  ...scaleMutants,
  ...secretsMutants,
  ...selectorsMutants,
  ...apiVersionsMutants,
  ...requestsMutants,
  ...resourceVersionsMutants,
  ...watchMutants,
];
