/**
 * What a release adds to the kinds of the specification: rules of pod templates, and warnings.
 *
 * @module
 */
import { type Dialect, perDialect } from "@plumbline/server/api";
import { deployments, type ResourceDefinition } from "@plumbline/server/resources";
import { withoutDisabledFields } from "./disabled_fields.ts";
import { withWarnings } from "./warnings.ts";
import { podTemplateRules } from "./workload_rules.ts";

const changed = new WeakMap<readonly ResourceDefinition[], readonly ResourceDefinition[]>();

const deployment = perDialect((dialect) => {
  const definition = deployments(podTemplateRules());
  // The specification does not mention features of pods.
  return dialect.name === "kubernetes" ? withoutDisabledFields(definition, dialect) : definition;
});

/** Returns the definitions of the specification with the rules of a release. */
export function withReleaseRules(
  definitions: readonly ResourceDefinition[],
  dialect: Dialect,
): readonly ResourceDefinition[] {
  const known = changed.get(definitions);
  if (known) return known;
  const result = withWarnings(
    definitions.map((one) => one.kind === "Deployment" ? deployment(dialect) : one),
    dialect,
  );
  changed.set(definitions, result);
  return result;
}
