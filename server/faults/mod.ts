/**
 * All faults and benign variants: to add one, write it in the file of its area. `README.md` tells
 * how.
 *
 * @module
 */
import { ConfigurationError } from "../versioning/configuration_error.ts";
import { accessFaults } from "./access.ts";
import { accessChangesFaults } from "./access_changes.ts";
import { accessIdentitiesFaults } from "./access_identities.ts";
import { accessVerbsFaults } from "./access_verbs.ts";
import { applyFaults } from "./apply.ts";
import { blindFaults } from "./blind.ts";
import { blindRequestsFaults } from "./blind_requests.ts";
import { concurrencyFaults } from "./concurrency.ts";
import { credentialsFaults } from "./credentials.ts";
import { deploymentRequestFaults } from "./deployment_requests.ts";
import { deploymentSpecFaults } from "./deployment_specs.ts";
import { deploymentStatusFaults } from "./deployment_status.ts";
import { deploymentsFaults } from "./deployments.ts";
import { dryAnswersFaults } from "./dry_answers.ts";
import { dryRunFaults } from "./dry_run.ts";
import { errorsFaults } from "./errors.ts";
import type { Fault, FaultFacts, Variant, VariantFacts } from "./fault.ts";
import { fieldModesFaults } from "./field_modes.ts";
import { fieldValidationFaults } from "./field_validation.ts";
import { healthFaults } from "./health.ts";
import { lifecycleFaults } from "./lifecycle.ts";
import { listTableFaults } from "./list_table.ts";
import { metadataFaults } from "./metadata.ts";
import { negotiationFaults } from "./negotiation.ts";
import { negotiationFormsFaults } from "./negotiation_forms.ts";
import { pagingFaults } from "./paging.ts";
import { pagingEndsFaults } from "./paging_ends.ts";
import { patchFaults } from "./patch.ts";
import { rbacObjectsFaults } from "./rbac_objects.ts";
import { requiredFieldsFaults } from "./required_fields.ts";
import { reviewsFaults } from "./reviews.ts";
import { reviewsRulesFaults } from "./reviews_rules.ts";
import { assemble, type Assembly, type Seams } from "./seams.ts";
import { secretFieldFaults } from "./secret_fields.ts";
import { secretsFaults } from "./secrets.ts";
import { selectorsFaults } from "./selectors.ts";
import { selectorsRefusedFaults } from "./selectors_refused.ts";
import { selectorsUsedFaults } from "./selectors_used.ts";
import { VARIANTS as READING_VARIANTS } from "./variants.ts";
import { APPEARANCE_VARIANTS } from "./variants_appearance.ts";
import { BEHAVIOUR_VARIANTS } from "./variants_behaviour.ts";
import { versioningFaults } from "./versioning.ts";
import { versioningConversionsFaults } from "./versioning_conversions.ts";
import { versionsFaults } from "./versions.ts";
import { versionsReadsFaults } from "./versions_reads.ts";
import { watchFaults } from "./watch.ts";
import { watchStreamsFaults } from "./watch_streams.ts";

const FAULTS: readonly Fault[] = [
  ...versionsFaults,
  ...listTableFaults,
  ...versioningFaults,
  ...versioningConversionsFaults,
  ...versionsReadsFaults,
  ...pagingFaults,
  ...pagingEndsFaults,
  ...watchFaults,
  ...accessFaults,
  ...accessChangesFaults,
  ...accessVerbsFaults,
  ...accessIdentitiesFaults,
  ...watchStreamsFaults,
  ...selectorsFaults,
  ...selectorsUsedFaults,
  ...selectorsRefusedFaults,
  ...fieldValidationFaults,
  ...fieldModesFaults,
  ...requiredFieldsFaults,
  ...rbacObjectsFaults,
  ...reviewsFaults,
  ...reviewsRulesFaults,
  ...deploymentsFaults,
  ...deploymentSpecFaults,
  ...deploymentStatusFaults,
  ...deploymentRequestFaults,
  ...negotiationFaults,
  ...negotiationFormsFaults,
  ...secretsFaults,
  ...secretFieldFaults,
  ...errorsFaults,
  ...credentialsFaults,
  ...dryRunFaults,
  ...dryAnswersFaults,
  ...concurrencyFaults,
  ...healthFaults,
  ...metadataFaults,
  ...lifecycleFaults,
  ...patchFaults,
  ...applyFaults,
  ...blindFaults,
  ...blindRequestsFaults,
];

const VARIANTS: readonly Variant[] = [
  ...READING_VARIANTS,
  ...APPEARANCE_VARIANTS,
  ...BEHAVIOUR_VARIANTS,
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
  return FAULTS.map(({ id, area, description, reason, breaks }) => ({
    id,
    area,
    description,
    reason,
    breaks,
  }));
}

/** What can be told of the benign variants a server can be started as. */
export function variants(): readonly VariantFacts[] {
  return VARIANTS.map(({ id, area, description, reason, allowedBy }) => ({
    id,
    area,
    description,
    reason,
    allowedBy,
  }));
}

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
