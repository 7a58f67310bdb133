/**
 * Arbitraries of what checks need: objects to start from, selections, limits, labels and names.
 *
 * @module
 */
export { labelChange, labels } from "./labels.ts";
export { limit, resolveLimit } from "./limit.ts";
export { annotationValue, labelValue, metadataKey, nameEnding } from "./names.ts";
export { populate, population } from "./population.ts";
export { namespacedResourceName, resourceName } from "./resource_types.ts";
export { resolveView, view } from "./view.ts";
