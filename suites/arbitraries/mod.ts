/**
 * Arbitraries of the inputs of checks: initial objects, selections, limits, labels and names.
 *
 * @example
 * ```ts
 * import { assert, assertEquals } from "@std/assert";
 * import fc from "fast-check";
 * import { arbitraries } from "@plumbline/plumbline/suites";
 *
 * const [population] = fc.sample(arbitraries.population({ least: 2, most: 4 }), 1);
 * assert(population!.objects.length >= 2);
 * assertEquals(arbitraries.resolveLimit({ besideSize: -1 }, 3), 2);
 * ```
 *
 * @module
 */
export { labelChange, labels } from "./labels.ts";
export { limit, resolveLimit } from "./limit.ts";
export { annotationValue, labelValue, metadataKey, nameEnding } from "./names.ts";
export { populate, population } from "./population.ts";
export { namespacedResourceName, resourceName } from "./resource_types.ts";
export { resolveView, view } from "./view.ts";
