/**
 * Arbitraries of labels and of selectors for them. Few keys and values, so that
 * selectors match objects and changes move objects in and out of a selection.
 *
 * @module
 */
import fc from "fast-check";
import type { LabelRequirement } from "../model/selection.ts";
import type { Labels } from "../session/writer.ts";

const group = () => fc.constantFrom("a", "b", "c");

/** Returns an arbitrary of the labels of a new object. */
export function labels(): fc.Arbitrary<Labels> {
  return fc.record({ group: group(), tier: fc.constantFrom("x", null) }, {
    requiredKeys: ["group"],
  });
}

/** Returns an arbitrary of label changes. */
export function labelChange(): fc.Arbitrary<Labels> {
  return fc.record({ group: group(), tier: fc.constantFrom("x", null) }, { requiredKeys: [] });
}

/** Returns an arbitrary of label requirements with every operator. */
export function labelRequirement(): fc.Arbitrary<LabelRequirement> {
  const values = fc.uniqueArray(group(), { minLength: 1, maxLength: 2 });
  return fc.oneof(
    fc.record({
      key: fc.constant("group"),
      operator: fc.constantFrom("=" as const, "==" as const, "!=" as const),
      value: group(),
    }),
    fc.record({
      key: fc.constant("group"),
      operator: fc.constantFrom("in" as const, "notin" as const),
      values,
    }),
    fc.record({
      key: fc.constant("tier"),
      operator: fc.constantFrom("exists" as const, "!exists" as const),
    }),
    fc.record({
      key: fc.constant("tier"),
      operator: fc.constantFrom("notin" as const),
      values: fc.constant(["x"]),
    }),
  );
}
