/**
 * Arbitraries of label selectors with every operator, and of matching labels.
 *
 * @module
 */
import fc from "fast-check";
import type { Expression } from "../model/label_expression.ts";

/** A plain key, one with a prefix, and one whose values are numbers. */
const KEYS = ["tier", "plumbline.example/tier", "size"] as const;

/** Values of each key, including the empty one. */
const VALUES = { "tier": ["a", "b", ""], "plumbline.example/tier": ["a", "X_1.y"] } as const;

const SIZES = ["1", "7", "12", "-3", "many"] as const;

/** Returns an arbitrary of the labels of one object. */
export function anyLabels(): fc.Arbitrary<Record<string, string>> {
  return fc.record({
    [KEYS[0]]: fc.constantFrom(...VALUES[KEYS[0]]),
    [KEYS[1]]: fc.constantFrom(...VALUES[KEYS[1]]),
    // A negative number is no valid value: a value begins with a letter or digit.
    [KEYS[2]]: fc.constantFrom(...SIZES.filter((size) => !size.startsWith("-"))),
  }, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

/** Returns an arbitrary of requirements with every operator. */
export function expression(): fc.Arbitrary<Expression> {
  const key = fc.constantFrom(KEYS[0], KEYS[1]);
  const value = fc.constantFrom("a", "b", "X_1.y", "");
  const values = fc.uniqueArray(value.filter((each) => each !== ""), {
    minLength: 1,
    maxLength: 3,
  });
  return fc.oneof(
    fc.record({
      key,
      operator: fc.constantFrom("=" as const, "==" as const, "!=" as const),
      // Servers confuse the empty value with a missing label.
      values: fc.oneof(value, fc.constant("")).map((each) => [each]),
    }),
    fc.record({ key, operator: fc.constantFrom("in" as const, "notin" as const), values }),
    fc.record({
      key: fc.constantFrom(...KEYS),
      operator: fc.constantFrom("exists" as const, "!exists" as const),
      values: fc.constant([]),
    }),
    fc.record({
      key: fc.constant(KEYS[2]),
      operator: fc.constantFrom(">" as const, "<" as const),
      values: fc.constantFrom("0", "5", "7", "12").map((each) => [each]),
    }),
  );
}

/** Returns labels that satisfy the test; undefined if none do. */
export function satisfying(
  test: (labels: Record<string, string>) => boolean,
): Record<string, string> | undefined {
  const choices = [
    [undefined, "a", "b", "X_1.y", ""],
    [undefined, "a", "b", "X_1.y", ""],
    [undefined, "1", "6", "12", "13"],
  ];
  for (const first of choices[0]!) {
    for (const second of choices[1]!) {
      for (const third of choices[2]!) {
        const labels = Object.fromEntries(
          [first, second, third].flatMap((value, index) =>
            value === undefined ? [] : [[KEYS[index]!, value]]
          ),
        );
        if (test(labels)) return labels;
      }
    }
  }
  return undefined;
}
