/**
 * Checks of the fields of access reviews: wrong types, unknown and duplicate fields.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property } from "../../check.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { inject, valueAtPlace } from "../../model/field_injection.ts";
import {
  type DroppedField,
  droppedFieldsOf,
  OWN_VALUE,
} from "../../model/fields/dropped_fields.ts";
import { type NearMiss, nearMisses } from "../../model/fields/near_misses.ts";
import { REVIEW_SHAPES, type ReviewShape } from "../../model/fields/review_types.ts";
import { type Field, filledIn, rightValue, shapeFields } from "../../model/fields/shape.ts";
import { asObject } from "../../model/object.ts";
import { jsonText, type Tree, treeOf } from "../../model/tree.ts";
import type { Scope } from "../../scope.ts";
import {
  IDENTITY_REVIEW,
  reviewNamed,
  reviewPath,
  reviewsOf,
  reviewVersion,
} from "../../session/reviews.ts";
import { describeResponse } from "../../session/violation.ts";
import { chunked, shuffled } from "../../arbitraries/combinations.ts";
import { MODES } from "./fielded_writes.ts";
import { judgeDropped } from "./model/dropped_fields.ts";
import { readWarnings } from "./model/warnings.ts";
import { replaced } from "./model/types.ts";
import { verify } from "../../verify.ts";

interface Miss extends NearMiss {
  readonly review: ReviewShape;
  readonly field: Field;
}

const MISSES: ReadonlyMap<string, Miss> = new Map(
  REVIEW_SHAPES.flatMap((review) =>
    shapeFields(review.shape).flatMap((field) =>
      nearMisses(field).map((miss): [string, Miss] => [
        `${review.id} ${field.place.join(".")}: ${miss.word}`,
        { ...miss, review, field },
      ])
    )
  ),
);

interface Named extends DroppedField {
  readonly review: ReviewShape;
}

/** The subject of a self review is the caller: its spec has no fields for another one. */
const SUBJECT: readonly DroppedField[] = [["user", "nobody"], ["groups", ["none"]]]
  .map(([field, value]) => ({
    kind: "unknown",
    injected: { kind: "unknown", place: ["spec"], field: String(field), value: value! },
  }));

const FIELDS: ReadonlyMap<string, Named> = new Map(
  REVIEW_SHAPES.flatMap((review) => {
    const isSelf = review.resource.startsWith("self") &&
      review.resource !== IDENTITY_REVIEW.resource;
    return [...droppedFieldsOf(review.shape), ...(isSelf ? SUBJECT : [])]
      .map((each): [string, Named] => {
        const { place, field } = each.injected;
        return [`${review.id} ${each.kind}: ${[...place, field].join(".")}`, { ...each, review }];
      });
  }),
);

/** Returns the names of the cases about the reviews that a target serves. */
function servedOf(
  cases: ReadonlyMap<string, { readonly review: ReviewShape }>,
  target: Target,
): string[] {
  const served = reviewsOf(target).map(({ resource }) => resource);
  return [...cases].filter(([, { review }]) => served.includes(review.resource))
    .map(([name]) => name);
}

function withoutReviews({ target }: Scope): Promise<string | undefined> {
  return Promise.resolve(reviewsOf(target).length > 0 ? undefined : "the target lists no reviews");
}

/** The number of cases into which a default run divides everything. */
const CASES = 100;

/** Checks of the fields of reviews. */
export const REVIEW_FIELDS: readonly Check[] = [
  property<{ misses: readonly string[]; turn: number }>({
    id: "field-validation/review-wrong-type",
    title: "An access review with a value of a wrong type is rejected",
    requirements: ["field-validation.review-wrong-type-rejected"],
    features: ["reviews"],
    missing: withoutReviews,
    arbitrary: (target) =>
      fc.record({
        misses: fc.uniqueArray(fc.constantFrom(...servedOf(MISSES, target)), {
          minLength: 1,
          maxLength: 8,
        }),
        turn: fc.nat({ max: 7 }),
      }),
    cases: (seed, target) =>
      chunked(shuffled(servedOf(MISSES, target), seed), Math.ceil(MISSES.size / CASES))
        .map((misses, index) => ({ misses, turn: index % 8 })),
    run: async (scope, { misses, turn }) => {
      for (const [index, name] of misses.entries()) {
        await tryMiss(scope, MISSES.get(name)!, turn + index);
      }
    },
  }),
  property<{ fields: readonly string[]; turn: number }>({
    id: "field-validation/review-fields",
    title: "Unknown and duplicate fields of an access review are validated like those of an object",
    requirements: ["field-validation.review-fields"],
    features: ["reviews"],
    missing: withoutReviews,
    arbitrary: (target) =>
      fc.record({
        fields: fc.uniqueArray(fc.constantFrom(...servedOf(FIELDS, target)), {
          minLength: 1,
          maxLength: 4,
        }),
        turn: fc.nat({ max: 11 }),
      }),
    cases: (seed, target) =>
      chunked(shuffled(servedOf(FIELDS, target), seed), Math.ceil(FIELDS.size / CASES))
        .map((fields, index) => ({ fields, turn: index % 12 })),
    run: async (scope, { fields, turn }) => {
      const [first] = fields;
      if (first === undefined) return;
      // A server may add warnings to any response.
      const others = await warningsOf(scope, FIELDS.get(first)!.review);
      for (const name of fields) {
        const { review, ...dropped } = FIELDS.get(name)!;
        for (const mode of [MODES[turn % 4], MODES[(turn + 2) % 4]]) {
          await tryDropped(scope, review, dropped, { mode, turn, others });
        }
      }
    },
  }),
];

function validReview(
  scope: Scope,
  { resource, shape }: ReviewShape,
  including: Field["place"] = [],
) {
  const fields = filledIn(rightValue(shape, 0, including), { namespace: scope.namespaces[0] });
  return {
    apiVersion: reviewVersion(scope, resource),
    kind: reviewNamed(resource).kind,
    ...fields as JsonObject,
  };
}

async function send(
  scope: Scope,
  { resource }: ReviewShape,
  body: Tree,
  turn: number,
  fieldValidation: string | undefined,
): Promise<HttpResponse> {
  const dry = turn % 8 > 3 && !scope.target.lacks?.includes("dry-run");
  const query: HttpRequest["query"] = { fieldValidation, dryRun: dry ? "All" : undefined };
  const path = reviewPath(scope, resource);
  const headers = { "content-type": "application/json" };
  const request = { method: "POST" as const, path, query, headers };
  const response = await scope.send({ ...request, body: jsonText(body) });
  if (response.status !== 403) return response;
  throw new Discard("the current identity may not create reviews");
}

async function tryMiss(
  scope: Scope,
  { review, field, word, value }: Miss,
  turn: number,
): Promise<void> {
  scope.note(`${review.id} ${word}`);
  const body = replaced(validReview(scope, review, field.place), field.place, value);
  const mode = MODES[turn % MODES.length];
  const response = await send(scope, review, treeOf(body), turn, mode);
  const isStatus = asObject(response.json)?.kind === "Status";
  verify("field-validation.review-wrong-type-rejected", {
    holds: response.status >= 400 && response.status < 500 && isStatus,
    expected: `${review.id} with ${field.place.join(".")} = ${JSON.stringify(value)} (${word}) ` +
      `is rejected with 4xx and a Status, fieldValidation=${mode ?? "(default)"}`,
    actual: describeResponse(response),
  });
}

async function warningsOf(scope: Scope, review: ReviewShape): Promise<readonly string[]> {
  const { headers } = await send(scope, review, treeOf(validReview(scope, review)), 0, undefined);
  return readWarnings(headers.get("warning")).texts;
}

async function tryDropped(
  scope: Scope,
  review: ReviewShape,
  { kind, injected }: DroppedField,
  { mode, turn, others }: { mode: typeof MODES[number]; turn: number; others: readonly string[] },
): Promise<void> {
  const valid = validReview(scope, review);
  const { place, field, value } = injected;
  const own = kind === "duplicate" ? field : `${field[0]!.toLowerCase()}${field.slice(1)}`;
  const hasOwnValue = kind === "duplicate" || value === OWN_VALUE;
  const each = hasOwnValue
    ? { ...injected, value: valueAtPlace(valid, [...place, own]) }
    : injected;
  scope.note(`${review.id} ${mode ?? "by default"}`);
  const response = await send(scope, review, inject(valid, [each]), turn, mode);
  const facts = { valid, dropped: [{ kind, injected: each }], mode, others, isPatch: false };
  const found = judgeDropped(facts, response).find(({ aspect }) =>
    // Real servers do not return the spec of a rules review, which the text does not demand.
    review.resource !== "selfsubjectrulesreviews" ||
    !["other-fields-kept", "duplicate-dropped"].includes(aspect)
  );
  const expected = `${found?.expected} (${review.id}, ${kind} ${[...place, field].join(".")})`;
  verify("field-validation.review-fields", { holds: !found, expected, actual: found?.actual });
}
