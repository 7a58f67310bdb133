/**
 * The door for resources: what a package defines kinds with, of which `extension` adds them to a server.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/server";
 * import { defineKind } from "@plumbline/server/resources";
 *
 * const zones = defineKind({ group: "storage.k8s.io", version: "v1beta1", kind: "CSIStorageCapacity" });
 * assertEquals(zones.resource, "csistoragecapacitys");
 * ```
 *
 * @module
 */
export { compareVersions, type Lifecycle, NEWEST } from "../api_versions/api_version.ts";
export { type Conversion, renamingConversion } from "../registry/conversion.ts";
export {
  type Action,
  type ActionContext,
  type Answer,
  asObject,
  collectionOf,
  type Column,
  keyOf,
  type ObjectView,
  type ResourceDefinition,
  schemaOf,
  shownAs,
  storageKey,
  type Strategy,
} from "../registry/resource.ts";
export { age, formatAge, name } from "../resources/age.ts";
export {
  at,
  balancerAddresses,
  computed,
  firstOf,
  integer,
  labelsText,
  listAt,
  NAME_AND_TIME,
  numberAt,
  ofContainers,
  selectorIn,
  since,
  templateColumns,
  text,
  textAt,
  truth,
  wide,
} from "../resources/columns.ts";
export {
  defineKind,
  type KindFacts,
  showEmpty,
  STATUS_STRATEGY,
  storeEmpty,
} from "../resources/define_kind.ts";
export {
  defineResource,
  ONLY_STATUS,
  type ResourceOptions,
  WITHOUT_STATUS,
} from "../resources/define_resource.ts";
export { deployments } from "../resources/deployment.ts";
export { answerRules } from "../resources/reviews.ts";
export { scale, scaleOf, scaleWith, withPreconditions } from "../resources/scale.ts";
export { keyError } from "../resources/secret.ts";
