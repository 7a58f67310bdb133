/**
 * Label selectors with keys and values of every valid form.
 *
 * @module
 */
import fc from "fast-check";
import { labelValue, metadataKey } from "../../arbitraries/names.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { several } from "../../arbitraries/several.ts";
import { type Check, property } from "../../check.ts";
import type { Expression } from "../../model/label_expression.ts";
import { typeNamed } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import {} from "../../session/violation.ts";
import { verifySelection } from "./label_selectors.ts";
import { verifyAll } from "../../verify.ts";

interface SpellingCase {
  readonly resource: string;
  /** Several, with a key each, as they are labels of the same objects. */
  readonly spellings: readonly Spelling[];
}

/** The keys of a case. */
const KEYS = 4;

interface Spelling {
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
    share: 0.15,
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        spellings: several(
          fc.record({ key: metadataKey(), value: labelValue(), other: labelValue() }),
          KEYS,
        ),
      }),
    run: async (scope, { resource, spellings: generated }) => {
      const spellings = [...new Map(generated.map((each) => [each.key, each])).values()];
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const labels = [
        Object.fromEntries(spellings.map(({ key, value }) => [key, value])),
        Object.fromEntries(spellings.map(({ key, other }) => [key, other])),
        {},
      ];
      const created = await Promise.all(
        labels.map((labels, index) => objects.create(objects.newObject(`s${index}`, { labels }))),
      );
      for (const { key, value } of spellings) {
        for (const each of expressionsOf(key, value)) {
          verifyAll(await verifySelection(objects, { created, expressions: [each] }));
        }
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
