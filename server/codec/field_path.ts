/**
 * Where a value stands within an object, as errors, warnings and causes write it:
 * `spec.template.spec.containers[0].image`.
 *
 * @module
 */

/** The steps to a value: names of fields and keys of maps, and places in lists. */
export type FieldPath = readonly (string | number)[];

/**
 * Writes a path down. A key of a map is written like a field.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { formatPath } from "./field_path.ts";
 *
 * assertEquals(formatPath(["spec", "containers", 0, "image"]), "spec.containers[0].image");
 * ```
 */
export function formatPath(path: FieldPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += text ? `.${step}` : step;
  }
  return text;
}
