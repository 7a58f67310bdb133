/**
 * The resource types of the suites, their paths and valid objects, from the
 * specification.
 *
 * @module
 */
export { apiVersion, collectionPath, objectPath } from "./path.ts";
export type {
  Adaptation,
  DescribedValue,
  ResourceType,
  SettledState,
  Verb,
} from "../client/resource_type.ts";
export {
  hasStatus,
  isSpecified,
  namesOf,
  namespacedTypesOf,
  RBAC_TYPES,
  RESOURCE_TYPES,
  resourceType,
  separateTypesOf,
  type TypedTarget,
  typeNamed,
  typesOf,
  typesServing,
} from "./types.ts";
