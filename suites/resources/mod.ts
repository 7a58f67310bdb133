/**
 * The resource types the suites act on, one file each: how to reach and how to make them. Written
 * from the specification, independent of any server.
 *
 * @module
 */
export { apiVersion, collectionPath, objectPath } from "./path.ts";
export type { ResourceType } from "./resource_type.ts";
export { RESOURCE_TYPES, resourceType } from "./types.ts";
