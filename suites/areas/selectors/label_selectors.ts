/**
 * Label selectors in lists and deletecollection requests.
 *
 * @module
 */
import fc from "fast-check";
import { combinations } from "../../arbitraries/combinations.ts";
import { anyLabels, expression } from "../../arbitraries/label_expressions.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, property } from "../../check.ts";
import { asObject, labelsOf, nameOf, namespaceOf } from "../../model/object.ts";
import { type Discrepancy, discrepancy } from "../../model/discrepancy.ts";
import {
  type Expression,
  type Labelled,
  matches,
  requirementOf,
  selectorText,
  verifyPicked,
} from "../../model/label_expression.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";
import { stopUnless, verify, verifyAll } from "../../verify.ts";

interface LabelCase {
  readonly resource: string;
  readonly objects: readonly Record<string, string>[];
  readonly selectors: readonly { readonly expressions: readonly Expression[]; gap: string }[];
}

/** Field selectors of deletions. */
const NAMED = ["only", "all but", "second of two"] as const;

interface DeletionCase {
  readonly resource: string;
  readonly objects: readonly Record<string, string>[];
  readonly expressions: readonly Expression[];
  /** A field selector on the name of an object, of this index. */
  readonly named: { readonly object: number; readonly form: typeof NAMED[number] } | undefined;
}

/** Labels of the objects of enumerated deletions. */
const LABELLED = [{ tier: "a" }, { tier: "b", size: "12" }, { size: "7" }] as const;

/** A requirement with each operator, which selects some of these objects. */
const ONE_OF_EACH: readonly Expression[] = [
  { key: "tier", operator: "=", values: ["a"] },
  { key: "tier", operator: "==", values: ["b"] },
  { key: "tier", operator: "!=", values: ["a"] },
  { key: "tier", operator: "in", values: ["a", "b"] },
  { key: "tier", operator: "notin", values: ["a", "b"] },
  { key: "tier", operator: "exists", values: [] },
  { key: "tier", operator: "!exists", values: [] },
  { key: "size", operator: ">", values: ["7"] },
  { key: "size", operator: "<", values: ["12"] },
];

const selector = (most: number) =>
  fc.record({
    expressions: fc.oneof(
      { weight: 4, arbitrary: expression().map((each) => [each]) },
      { weight: 2, arbitrary: fc.array(expression(), { minLength: 2, maxLength: most }) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    gap: fc.constantFrom("", "", " ", "  "),
  });

/** Checks of label selectors. */
export const LABEL_SELECTORS: readonly Check[] = [
  property<LabelCase>({
    id: "selectors/labels",
    share: 0.5,
    title: "A list with a label selector shows exactly the matching objects",
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
      "selectors.all-must-match",
      "selectors.whitespace-is-ignored",
      "selectors.empty-selects-all",
    ],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        objects: fc.array(anyLabels(), { minLength: 2, maxLength: 4 }),
        selectors: fc.array(selector(3), { minLength: 6, maxLength: 10, size: "max" }),
      }),
    run: async (scope, { resource, objects: labels, selectors }) => {
      const { objects, created } = await createLabelled(scope, resource, labels);
      for (const { expressions, gap } of selectors) {
        for (const { operator } of expressions) scope.note(operator);
        const select = (expressions: readonly Expression[], gap: string) =>
          verifySelection(objects, { created, expressions, gap });
        const found = await select(expressions, gap);
        const single: Discrepancy[] = [];
        if (found.length > 0 && expressions.length > 1) {
          for (const each of expressions) single.push(...await select([each], ""));
        }
        // A requirement that is wrong on its own is reported as such.
        verifyAll(single.length > 0 ? single : found);
      }
    },
  }),
  property<DeletionCase>({
    id: "selectors/deletions",
    title:
      "A deletecollection request deletes exactly the objects that a list with its selectors shows",
    requirements: ["selectors.deletion-selects-like-list"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        objects: fc.array(anyLabels(), { minLength: 2, maxLength: 4 }),
        expressions: fc.array(expression(), { maxLength: 2 }),
        named: fc.option(
          fc.record({ object: fc.nat({ max: 3 }), form: fc.constantFrom(...NAMED, NAMED[2]) }),
          { nil: undefined },
        ),
      }),
    // Every operator on every type; several objects match each of most of them.
    cases: (seed, target) =>
      combinations<Pick<DeletionCase, "resource" | "expressions">>({
        resource: namesOf(target),
        expressions: ONE_OF_EACH.map((each) => [each]),
      }, seed).map((each) => ({ ...each, objects: LABELLED, named: undefined })),
    run: async (scope, { resource, objects: labels, expressions, named }) => {
      const id = "selectors.deletion-selects-like-list";
      const { objects, created } = await createLabelled(scope, resource, labels);
      const labelSelector = selectorText(expressions);
      const other = named && created[named.object % created.length]!;
      const isOnly = named?.form === "only";
      const terms = other === undefined ? [] : [
        ...(named?.form !== "second of two"
          ? []
          : objects.type.namespaced
          ? [`metadata.namespace=${namespaceOf(other)}`]
          : [`metadata.name!=${scope.name("unused")}`]),
        `metadata.name${isOnly ? "=" : "!="}${nameOf(other)}`,
      ];
      const fieldSelector = terms.join();
      const query = { labelSelector, ...(fieldSelector && { fieldSelector }) };
      const response = await objects.removeAll(created[0]!, query);
      const isDeleted = verify(id, {
        holds: succeeded(response),
        expected: "200 or 202",
        actual: describeResponse(response),
      });
      stopUnless(isDeleted, "which objects are left");
      const kept = created.filter((object) =>
        (other !== undefined && (object === other) !== isOnly) ||
        !expressions.every((each) => matches(each, labelledOf(object)))
      );
      const names = new Set(kept.map(nameOf));
      const left = new Set((await objects.list(created[0]!)).map(nameOf));
      const selectors = [labelSelector, fieldSelector].filter(Boolean).join(" with ");
      const wordsFor = (some: ReadonlySet<string>) => [...some].sort().join(", ") || "nothing";
      const lost = names.difference(left);
      verify(id, {
        holds: lost.size === 0 && left.isSubsetOf(names),
        expected: `${wordsFor(names)} left after ${selectors}`,
        actual: lost.size > 0 ? `${wordsFor(lost)} deleted, too` : wordsFor(left),
      });
    },
  }),
];

/** Returns an object as the model of selectors sees it. */
export function labelledOf(object: JsonObject): Labelled {
  return { name: nameOf(object), labels: labelsOf(object) as Record<string, string> };
}

/** Lists with a selector, and verifies that exactly the matching objects are returned. */
export async function verifySelection(
  objects: Objects,
  { created, expressions, gap = "" }: {
    readonly created: readonly JsonObject[];
    readonly expressions: readonly Expression[];
    /** Whitespace within the selector. */
    readonly gap?: string;
  },
): Promise<Discrepancy[]> {
  const text = selectorText(expressions, gap);
  // A selector that is empty or only whitespace is sent as it is.
  const labelSelector = expressions.length > 0 ? `${text},${objects.scope.selector}` : gap;
  const path = objects.collectionOf(created[0]!);
  const response = await objects.scope.send({ method: "GET", path, query: { labelSelector } });
  if (response.status >= 400 && response.status < 500 && response.status !== 429) {
    const expected = `the list of the objects that ${JSON.stringify(text)} selects`;
    return [discrepancy(requirementOf(expressions, gap), expected, describeResponse(response))];
  }
  const { items } = accepted(response, "the list request was rejected");
  const known = new Set(created.map(nameOf));
  const names = (Array.isArray(items) ? items : []).map((item) => nameOf(asObject(item) ?? {}))
    .filter((name) => known.has(name));
  return verifyPicked({ expressions, gap, existing: created.map(labelledOf), names });
}

async function createLabelled(
  scope: Scope,
  resource: string,
  labels: readonly Record<string, string>[],
): Promise<{ objects: Objects; created: JsonObject[] }> {
  const objects = new Objects(scope, typeNamed(scope.target, resource));
  const created = await Promise.all(
    labels.map((each, index) => objects.create(objects.newObject(`s${index}`, { labels: each }))),
  );
  return { objects, created };
}
