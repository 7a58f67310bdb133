/**
 * What the resources of the flow-control group have in common (specification, "Versioning", scheduled
 * removals): their two versions, and a status that another writer keeps.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject } from "../object.ts";
import { asObject, type Strategy } from "../registry/resource.ts";
import type { Lifecycle } from "../api_versions/api_version.ts";
import { duplicateCause, requiredCause } from "./field_causes.ts";

/** The group. */
export const flowControlGroup = ({ suffix }: Dialect): string => `flowcontrol.apiserver.${suffix}`;

/** The group's first beta, before these two, came in time to be served by default ever since. */
const BETA_SINCE = "1.20";

/** The version objects are stored in. */
export const V1BETA3 = {
  version: "v1beta3",
  lifecycle: { since: "1.26", betaSince: BETA_SINCE },
} satisfies { version: string; lifecycle: Lifecycle };

/** The version on its way out. */
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

/** A resource's own strategy: the status is not written with the rest. */
export const keepStatus: Pick<Strategy, "prepareForCreate" | "prepareForUpdate" | "resetFields"> = {
  resetFields: [["status"]],
  prepareForCreate(object) {
    object.status = {};
  },
  prepareForUpdate(object, old) {
    object.status = old.status ?? {};
  },
};

/** What of the metadata a write of the status leaves as it is. */
const KEPT_METADATA = ["labels", "annotations", "finalizers", "ownerReferences"] as const;

/** The strategy of the subresource `status`: nothing but the status is written. */
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

/** Each condition says of what type it is, and none is said twice. */
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
