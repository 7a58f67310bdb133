/**
 * What label selectors pick, in lists and in deletions.
 *
 * @module
 */
import fc from "fast-check";
import { anyLabels, expression } from "../../arbitraries/label_expressions.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, property, Violation } from "../../check.ts";
import { asObject, labelsOf, nameOf } from "../../model/object.ts";
import {
  type Expression,
  type Labelled,
  matches,
  selectorText,
  verifyPicked,
} from "../../model/label_expression.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeAnswer, throwMostSevere } from "../../session/violation.ts";

interface LabelCase {
  readonly resource: string;
  readonly objects: readonly Record<string, string>[];
  readonly selectors: readonly { readonly expressions: readonly Expression[]; gap: string }[];
}

interface DeletionCase {
  readonly resource: string;
  readonly objects: readonly Record<string, string>[];
  readonly expressions: readonly Expression[];
  /** The object that a field selector leaves out, by its place. */
  readonly spared: number | undefined;
}

const selector = (most: number) =>
  fc.record({
    expressions: fc.oneof(
      { weight: 4, arbitrary: expression().map((each) => [each]) },
      { weight: 2, arbitrary: fc.array(expression(), { minLength: 2, maxLength: most }) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    gap: fc.constantFrom("", "", " ", "  "),
  });

/** Label selectors. */
export const LABEL_SELECTORS: readonly Check[] = [
  property<LabelCase>({
    id: "selectors/labels",
    title: "A list with a label selector shows exactly what satisfies it",
    requirements: [
      "selectors.equals",
      "selectors.double-equals",
      "selectors.differs-or-absent",
      "selectors.one-of",
      "selectors.none-of-or-absent",
      "selectors.present",
      "selectors.absent",
      "selectors.greater",
      "selectors.less",
      "selectors.all-must-hold",
      "selectors.space-is-free",
      "selectors.empty-selects-all",
    ],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        objects: fc.array(anyLabels(), { minLength: 2, maxLength: 4 }),
        selectors: fc.array(selector(3), { minLength: 6, maxLength: 10, size: "max" }),
      }),
    run: async (scope, { resource, objects: labels, selectors }) => {
      const { objects, made } = await makeLabelled(scope, resource, labels);
      const there = made.map(labelledOf);
      for (const { expressions, gap } of selectors) {
        for (const { operator } of expressions) scope.note(operator);
        const labelSelector = selectorText(expressions, gap);
        const listed = expressions.length > 0
          ? await objects.list(made[0]!, { labelSelector })
          : await listAll(objects, made, gap);
        const names = listed.map(nameOf);
        const found = verifyPicked({ expressions, gap, there, names });
        if (found.length > 0 && expressions.length > 1) {
          // What is wrong with one of them alone is not that all must hold.
          for (const each of expressions) {
            const alone = await objects.list(made[0]!, { labelSelector: selectorText([each]) });
            const names = alone.map(nameOf);
            throwMostSevere(verifyPicked({ expressions: [each], gap: "", there, names }));
          }
        }
        throwMostSevere(found);
      }
    },
  }),
  property<DeletionCase>({
    id: "selectors/deletions",
    title: "A deletion of a collection takes what a list with its selectors shows",
    requirements: ["selectors.deletion-picks-as-lists-do"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        objects: fc.array(anyLabels(), { minLength: 2, maxLength: 4 }),
        expressions: fc.array(expression(), { minLength: 1, maxLength: 2 }),
        spared: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
      }),
    run: async (scope, { resource, objects: labels, expressions, spared }) => {
      const id = "selectors.deletion-picks-as-lists-do";
      const { objects, made } = await makeLabelled(scope, resource, labels);
      const labelSelector = selectorText(expressions);
      const other = spared === undefined ? undefined : made[spared % made.length]!;
      const fieldSelector = other && `metadata.name!=${nameOf(other)}`;
      const query = { labelSelector, ...(fieldSelector && { fieldSelector }) };
      const answer = await objects.removeAll(made[0]!, query);
      if (!succeeded(answer)) {
        throw new Violation(id, { expected: "200 or 202", actual: describeAnswer(answer) });
      }
      const kept = made.filter((object) =>
        object === other || !expressions.every((each) => matches(each, labelledOf(object)))
      );
      const due = kept.map(nameOf).sort().join(", ");
      const left = (await objects.list(made[0]!)).map(nameOf).sort().join(", ");
      if (left === due) return;
      const selectors = [labelSelector, fieldSelector].filter(Boolean).join(" with ");
      const expected = `${due || "nothing"} to be left after ${selectors}`;
      throw new Violation(id, { expected, actual: left || "nothing" });
    },
  }),
];

/** An object as the model sees it. */
export function labelledOf(object: JsonObject): Labelled {
  return { name: nameOf(object), labels: labelsOf(object) as Record<string, string> };
}

/** What a selector of spaces alone, or of nothing, shows of what was made. */
async function listAll(
  objects: Objects,
  made: readonly JsonObject[],
  labelSelector: string,
): Promise<readonly JsonObject[]> {
  const path = objects.collectionOf(made[0]!);
  const answer = await objects.scope.send({ method: "GET", path, query: { labelSelector } });
  const { items } = accepted(answer, "a list was refused");
  const names = new Set(made.map(nameOf));
  return (Array.isArray(items) ? items : []).map((item) => asObject(item) ?? {})
    .filter((item) => names.has(nameOf(item)));
}

async function makeLabelled(
  scope: Scope,
  resource: string,
  labels: readonly Record<string, string>[],
): Promise<{ objects: Objects; made: JsonObject[] }> {
  const objects = new Objects(scope, resourceType(resource));
  const made = await Promise.all(
    labels.map((each, index) => objects.create(objects.make(`s${index}`, { labels: each }))),
  );
  return { objects, made };
}
