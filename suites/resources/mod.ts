/**
 * The resource types of the suites, their paths and valid objects, from the
 * specification.
 *
 * @module
 */
export { apiVersion, collectionPath, objectPath } from "./path.ts";
export type { ResourceType } from "./resource_type.ts";
export { RESOURCE_TYPES, resourceType } from "./types.ts";
