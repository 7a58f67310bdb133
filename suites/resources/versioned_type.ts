/**
 * The resource types that the API specification names in two versions.
 *
 * @module
 */
import type { ResourceType } from "../client/resource_type.ts";

/** A resource type that is served in several versions. */
export interface VersionedType {
  readonly resource: "prioritylevelconfigurations" | "flowschemas" | "csistoragecapacities";
  /** The API group without the dialect's suffix. */
  readonly group: string;
}

const KINDS = {
  prioritylevelconfigurations: "PriorityLevelConfiguration",
  flowschemas: "FlowSchema",
  csistoragecapacities: "CSIStorageCapacity",
} as const;

const FLOW_CONTROL = "flowcontrol.apiserver";

/** The types with several versions. */
export const VERSIONED_TYPES: readonly VersionedType[] = [
  { resource: "prioritylevelconfigurations", group: FLOW_CONTROL },
  { resource: "flowschemas", group: FLOW_CONTROL },
  { resource: "csistoragecapacities", group: "storage" },
];

/** Returns the resource type in one of its versions. */
export function typeIn({ resource, group }: VersionedType, version: string): ResourceType {
  return {
    resource,
    kind: KINDS[resource],
    group: (dialect) => `${group}.${dialect.suffix}`,
    version,
    namespaced: resource === "csistoragecapacities",
    body: () => ({}),
    change: () => ({}),
  };
}
