import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { ApiObject } from "../object.ts";
import { parseLabelSelector } from "../registry/selector.ts";
import { labelPredicate, validateSelector } from "./label_selector.ts";

const word = fc.constantFrom("a", "b", "c");
const labels = fc.dictionary(word, fc.constantFrom("", "a", "b"));
const expression = fc.oneof(
  fc.record({
    key: word,
    operator: fc.constantFrom("In", "NotIn"),
    values: fc.uniqueArray(fc.constantFrom("a", "b"), { minLength: 1 }),
  }),
  fc.record({
    key: word,
    operator: fc.constantFrom("Exists", "DoesNotExist"),
    values: fc.constant<string[]>([]),
  }),
);

/** Returns the same selector in the syntax of the query parameter. */
const TEXTS: Readonly<Record<string, (key: string, values: readonly string[]) => string>> = {
  In: (key, values) => `${key} in (${values.join(",")})`,
  NotIn: (key, values) => `${key} notin (${values.join(",")})`,
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
};

Deno.test("a selector in an object selects the same objects as `labelSelector` in a query", () => {
  fc.assert(
    fc.property(
      fc.dictionary(word, fc.constantFrom("a", "b"), { maxKeys: 2 }),
      fc.array(expression, { maxLength: 2 }),
      fc.array(labels, { minLength: 10, maxLength: 10 }),
      (matchLabels, matchExpressions, candidates) => {
        const selector = { matchLabels, matchExpressions };
        assertEquals(validateSelector(selector, "selector"), []);
        const parts = [
          ...Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`),
          ...matchExpressions.map(({ key, operator, values }) => TEXTS[operator]!(key, values)),
        ];
        const expected = parts.length > 0 ? parseLabelSelector(parts.join(",")) : () => true;
        const selects = labelPredicate(selector);
        for (const candidate of candidates) {
          const object = { metadata: { labels: candidate } } as unknown as ApiObject;
          assertEquals(selects(candidate), expected(object), JSON.stringify({ parts, candidate }));
        }
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("a missing label does not match a property that JavaScript objects inherit", () => {
  assertEquals(labelPredicate({ matchLabels: { toString: "a" } })({}), false);
  const exists = [{ key: "constructor", operator: "Exists" }];
  assertEquals(labelPredicate({ matchExpressions: exists })({}), false);
});

Deno.test("each error of a selector has its field path", () => {
  const causes = validateSelector({
    matchLabels: { "a b": "c" },
    matchExpressions: [
      { key: "a", operator: "In" },
      { key: "a", operator: "Exists", values: ["b"] },
      { key: "", operator: "Is" },
      { key: "a", operator: "NotIn", values: ["b", "c d"] },
    ],
  }, "selector");
  assertEquals(causes.map(({ field, reason }) => `${field} ${reason}`), [
    "selector.matchLabels FieldValueInvalid",
    "selector.matchExpressions[0].values FieldValueRequired",
    "selector.matchExpressions[1].values FieldValueForbidden",
    "selector.matchExpressions[2].key FieldValueInvalid",
    "selector.matchExpressions[2].operator FieldValueInvalid",
    "selector.matchExpressions[3].values[1] FieldValueInvalid",
  ]);
});
