/**
 * CSIStorageCapacity in its two versions, which differ only in their names (specification,
 * "Versioning", scheduled removals). The specification does not show its fields; they follow real
 * servers.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Dialect } from "../dialect.ts";
import { type ApiObject, equal } from "../object.ts";
import { renamingConversion } from "../registry/conversion.ts";
import { asObject, type ResourceDefinition } from "../registry/resource.ts";
import type { Lifecycle } from "../api_versions/api_version.ts";
import { invalidCause, nameCauses } from "./field_causes.ts";
import { validateSelector } from "./label_selector.ts";

const V1: Lifecycle = { since: "1.24" };
const V1BETA1: Lifecycle = {
  since: "1.21",
  deprecatedIn: "1.24",
  removedIn: "1.27",
  replacedBy: "v1",
};

/** The resource `csistoragecapacities`, the preferred version first. */
export function csiStorageCapacities({ suffix }: Dialect): readonly ResourceDefinition[] {
  const group = `storage.${suffix}`;
  const conversion = renamingConversion({ group, version: "v1beta1", storedVersion: "v1" });
  return [
    { ...shared, group, version: "v1", lifecycle: V1 },
    { ...shared, group, version: "v1beta1", lifecycle: V1BETA1, conversion },
  ];
}

const shared: Omit<ResourceDefinition, "group" | "version"> = {
  resource: "csistoragecapacities",
  singular: "csistoragecapacity",
  kind: "CSIStorageCapacity",
  namespaced: true,
  needsVersion: true,
  strategy: { validate, validateUpdate },
};

function validate(object: ApiObject): Cause[] {
  const { storageClassName, capacity, nodeTopology } = object;
  const topology = asObject(nodeTopology);
  return [
    ...nameCauses("storageClassName", storageClassName, "subdomain"),
    ...(String(capacity ?? "").startsWith("-")
      ? [invalidCause("capacity", capacity, "must be greater than or equal to 0")]
      : []),
    ...(topology ? validateSelector(topology, "nodeTopology") : []),
  ];
}

/** Returns the errors of an update: storage class and topology are immutable. */
function validateUpdate(object: ApiObject, old: ApiObject): Cause[] {
  return ["nodeTopology", "storageClassName"]
    .filter((field) => !equal(object[field], old[field]))
    .map((field) => invalidCause(field, object[field] ?? null, "field is immutable"));
}
