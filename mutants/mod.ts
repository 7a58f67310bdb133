/**
 * All faults and benign variants: to add one, write it in a file of its area's folder. `README.md`
 * tells how.
 *
 * @module
 */
import { ConfigurationError } from "../server/api_versions/configuration.ts";
import { accessMutants } from "./areas/access/mod.ts";
import { applyMutants } from "./areas/apply/mod.ts";
import { concurrencyMutants } from "./areas/concurrency/mod.ts";
import { deploymentsMutants } from "./areas/deployments/mod.ts";
import { dryRunMutants } from "./areas/dry_run/mod.ts";
import { errorsMutants } from "./areas/errors/mod.ts";
import type { BenignVariant, Mutant } from "./mutant.ts";
import { fieldValidationMutants } from "./areas/field_validation/mod.ts";
import { healthMutants } from "./areas/health/mod.ts";
import { lifecycleMutants } from "./areas/lifecycle/mod.ts";
import { metadataMutants } from "./areas/metadata/mod.ts";
import { negotiationMutants } from "./areas/negotiation/mod.ts";
import { pagingMutants } from "./areas/paging/mod.ts";
import { patchMutants } from "./areas/patch/mod.ts";
import { rbacObjectsMutants } from "./areas/rbac_objects/mod.ts";
import { reviewsMutants } from "./areas/reviews/mod.ts";
import { type AssembledParts, assembleParts, type PartChanges } from "../server/parts.ts";
import { secretsMutants } from "./areas/secrets/mod.ts";
import { selectorsMutants } from "./areas/selectors/mod.ts";
export { benignVariants } from "./benign_variants/mod.ts";
import { benignVariants } from "./benign_variants/mod.ts";
import { apiVersionsMutants } from "./areas/api_versions/mod.ts";
import { resourceVersionsMutants } from "./areas/resource_versions/mod.ts";
import { watchMutants } from "./areas/watch/mod.ts";

/**
 * All seeded bugs.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { mutants, startServer } from "@plumbline/plumbline/server";
 *
 * const mutant = mutants.find(({ area }) => area === "paging");
 * assert(mutant);
 * const server = await startServer({ faults: [mutant.id] });
 * await server.close();
 * ```
 */
export const mutants: readonly Mutant[] = [
  ...accessMutants,
  ...applyMutants,
  ...concurrencyMutants,
  ...deploymentsMutants,
  ...dryRunMutants,
  ...errorsMutants,
  ...fieldValidationMutants,
  ...healthMutants,
  ...lifecycleMutants,
  ...metadataMutants,
  ...negotiationMutants,
  ...pagingMutants,
  ...patchMutants,
  ...rbacObjectsMutants,
  ...reviewsMutants,
  ...secretsMutants,
  ...selectorsMutants,
  ...apiVersionsMutants,
  ...resourceVersionsMutants,
  ...watchMutants,
];

const CHANGES: ReadonlyMap<string, Mutant | BenignVariant> = new Map(
  [...mutants, ...benignVariants].map((change) => [change.id, change]),
);

/** Tells whether there is a fault or variant of this id. */
export const isFaultOrVariant = (id: string): boolean => CHANGES.has(id);

/**
 * Puts the faults and variants of these ids into a server, in this order, and then what else there
 * is to be installed.
 *
 * @throws {ConfigurationError} for an id that none has
 */
export function assembleFaults(
  ids: readonly string[],
  ...installers: ((parts: PartChanges) => void)[]
): AssembledParts {
  const found = ids.map((id) => {
    const change = CHANGES.get(id);
    if (!change) throw new ConfigurationError(`There is no fault or variant "${id}"`);
    return change;
  });
  return assembleParts([
    ...found.map((change) => (parts: PartChanges) => change.install(parts)),
    ...installers,
  ]);
}
