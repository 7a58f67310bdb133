/**
 * The common parts of the flow-control resources (specification, "Versioning", scheduled removals):
 * their two versions and their subresource `status`.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject } from "../object.ts";
import { type Conversion, renamingConversion } from "../registry/conversion.ts";
import { asObject, type Strategy } from "../registry/resource.ts";
import { type Lifecycle, NEWEST } from "../api_versions/api_version.ts";
import { duplicateCause, requiredCause } from "./field_causes.ts";

/** The API group. */
export const flowControlGroup = ({ suffix }: Dialect): string => `flowcontrol.apiserver.${suffix}`;

/** Returns the conversion by which the newest release reads what those before have stored. */
export const readAsV1 = (group: string): Conversion =>
  renamingConversion({ group, version: "v1", storedVersion: "v1" });

/** The group's first beta predates the rule that betas are off, so that it is on by default. */
const BETA_SINCE = "1.20";

/** The stable version, the only one of the newest release, which stores it. */
export const V1 = {
  version: "v1",
  lifecycle: NEWEST,
} satisfies { version: string; lifecycle: Lifecycle };

/** The storage version of the releases before. */
export const V1BETA3 = {
  version: "v1beta3",
  lifecycle: { since: "1.26", betaSince: BETA_SINCE, removedIn: "1.32" },
} satisfies { version: string; lifecycle: Lifecycle };

/** The deprecated version. */
export const V1BETA2 = {
  version: "v1beta2",
  lifecycle: {
    since: "1.23",
    betaSince: BETA_SINCE,
    deprecatedIn: "1.26",
    removedIn: "1.29",
    replacedBy: "v1beta3",
  },
} satisfies { version: string; lifecycle: Lifecycle };

/** Returns the strategy of the resource itself: its writes do not change the status. */
export const keepStatus: Pick<Strategy, "prepareForCreate" | "prepareForUpdate" | "resetFields"> = {
  resetFields: [["status"]],
  prepareForCreate(object) {
    object.status = {};
  },
  prepareForUpdate(object, old) {
    object.status = old.status ?? {};
  },
};

/** The metadata fields that a write to the status does not change. */
const KEPT_METADATA = [
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
  "uid",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
] as const;

/** The strategy of the subresource `status`: its writes change only the status. */
export const statusStrategy: Strategy = {
  resetFields: [["metadata"], ["spec"]],
  prepareForUpdate(object, old) {
    object.spec = old.spec ?? {};
    object.status ??= {};
    for (const field of KEPT_METADATA) {
      const value = old.metadata[field];
      if (value === undefined) delete object.metadata[field];
      else Object.assign(object.metadata, { [field]: value });
    }
  },
  validate: validateConditions,
};

/** Validates conditions: each has a type, and types are unique. */
function validateConditions({ status }: ApiObject): Cause[] {
  const conditions = asObject(status)?.conditions;
  const seen = new Set<unknown>();
  return (Array.isArray(conditions) ? conditions : []).flatMap((condition, at): Cause[] => {
    const field = `status.conditions[${at}].type`;
    const type = asObject(condition)?.type;
    if (!type) return [requiredCause(field, "must not be empty")];
    if (seen.has(type)) return [duplicateCause(field, type)];
    seen.add(type);
    return [];
  });
}
