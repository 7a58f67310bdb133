/**
 * Label selectors with keys and values of every valid form.
 *
 * @module
 */
import fc from "fast-check";
import { labelValue, metadataKey } from "../../arbitraries/names.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, property } from "../../check.ts";
import type { Expression } from "../../model/label_expression.ts";
import { typeNamed } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import {} from "../../session/violation.ts";
import { verifySelection } from "./label_selectors.ts";
import { verifyAll } from "../../verify.ts";

interface SpellingCase {
  readonly resource: string;
  /** The label of the first object. */
  readonly key: string;
  readonly value: string;
  /** The value of the same label of the second object; the third has none. */
  readonly other: string;
}

/** Checks of the keys and values in label selectors. */
export const SPELLINGS: readonly Check[] = [
  property<SpellingCase>({
    id: "selectors/spellings",
    title: "A label selector may contain every valid key and value of a label",
    requirements: [
      "selectors.equals",
      "selectors.double-equals",
      "selectors.differs-or-absent",
      "selectors.one-of",
      "selectors.none-of-or-absent",
      "selectors.present",
      "selectors.absent",
    ],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        key: metadataKey(),
        value: labelValue(),
        other: labelValue(),
      }),
    run: async (scope, { resource, key, value, other }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = await Promise.all(
        [{ [key]: value }, { [key]: other }, {}].map((labels, index) =>
          objects.create(objects.newObject(`s${index}`, { labels }))
        ),
      );
      for (const each of expressionsOf(key, value)) {
        verifyAll(await verifySelection(objects, { created, expressions: [each] }));
      }
    },
  }),
];

/** Returns a requirement with each operator that takes any text. */
function expressionsOf(key: string, value: string): Expression[] {
  return [
    { key, operator: "=", values: [value] },
    { key, operator: "==", values: [value] },
    { key, operator: "!=", values: [value] },
    // What a set without values means is left open.
    ...(value === "" ? [] : [
      { key, operator: "in" as const, values: [value] },
      { key, operator: "notin" as const, values: ["other", value] },
    ]),
    { key, operator: "exists", values: [] },
    { key, operator: "!exists", values: [] },
  ];
}
