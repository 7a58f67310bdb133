/**
 * All faults and benign variants: to add one, write it in a file of its area's folder. `README.md`
 * tells how.
 *
 * @module
 */
import { ConfigurationError } from "../server/api_versions/configuration_error.ts";
import { accessFaults } from "./areas/access/mod.ts";
import { applyFaults } from "./areas/apply/mod.ts";
import { blindFaults } from "./blind/mod.ts";
import { concurrencyFaults } from "./areas/concurrency/mod.ts";
import { deploymentsFaults } from "./areas/deployments/mod.ts";
import { dryRunFaults } from "./areas/dry_run/mod.ts";
import { errorsFaults } from "./areas/errors/mod.ts";
import type { Fault, FaultFacts, Variant, VariantFacts } from "./mutant.ts";
import { fieldValidationFaults } from "./areas/field_validation/mod.ts";
import { healthFaults } from "./areas/health/mod.ts";
import { lifecycleFaults } from "./areas/lifecycle/mod.ts";
import { metadataFaults } from "./areas/metadata/mod.ts";
import { negotiationFaults } from "./areas/negotiation/mod.ts";
import { pagingFaults } from "./areas/paging/mod.ts";
import { patchFaults } from "./areas/patch/mod.ts";
import { rbacObjectsFaults } from "./areas/rbac_objects/mod.ts";
import { reviewsFaults } from "./areas/reviews/mod.ts";
import { assemble, type Assembly, type Seams } from "../server/parts.ts";
import { secretsFaults } from "./areas/secrets/mod.ts";
import { selectorsFaults } from "./areas/selectors/mod.ts";
import { VARIANTS } from "./benign_variants/mod.ts";
import { versioningFaults } from "./areas/api_versions/mod.ts";
import { versionsFaults } from "./areas/resource_versions/mod.ts";
import { watchFaults } from "./areas/watch/mod.ts";

const FAULTS: readonly Fault[] = [
  ...accessFaults,
  ...applyFaults,
  ...concurrencyFaults,
  ...deploymentsFaults,
  ...dryRunFaults,
  ...errorsFaults,
  ...fieldValidationFaults,
  ...healthFaults,
  ...lifecycleFaults,
  ...metadataFaults,
  ...negotiationFaults,
  ...pagingFaults,
  ...patchFaults,
  ...rbacObjectsFaults,
  ...reviewsFaults,
  ...secretsFaults,
  ...selectorsFaults,
  ...versioningFaults,
  ...versionsFaults,
  ...watchFaults,
  ...blindFaults,
];

const CHANGES: ReadonlyMap<string, Fault | Variant> = new Map(
  [...FAULTS, ...VARIANTS].map((change) => [change.id, change]),
);

/**
 * What can be told of the faults a server can be started with.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { faults, startServer } from "@plumbline/plumbline/server";
 *
 * const [fault] = faults().filter(({ area }) => area === "paging");
 * assert(fault);
 * const server = await startServer({ faults: [fault.id] });
 * await server.close();
 * ```
 */
export function faults(): readonly FaultFacts[] {
  return FAULTS.map(({ install: _, ...facts }) => facts);
}

/** What can be told of the benign variants a server can be started as. */
export function variants(): readonly VariantFacts[] {
  return VARIANTS.map(({ install: _, ...facts }) => facts);
}

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
  ...installers: ((seams: Seams) => void)[]
): Assembly {
  const found = ids.map((id) => {
    const change = CHANGES.get(id);
    if (!change) throw new ConfigurationError(`There is no fault or variant "${id}"`);
    return change;
  });
  return assemble([
    ...found.map((change) => (seams: Seams) => change.install(seams)),
    ...installers,
  ]);
}
