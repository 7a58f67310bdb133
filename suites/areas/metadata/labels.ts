/**
 * Valid and invalid labels and annotations.
 *
 * @module
 */
import fc from "fast-check";
import {
  annotationValue,
  INVALID_KEYS,
  INVALID_LABEL_VALUES,
  labelValue,
  metadataKey,
} from "../../arbitraries/names.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { typeNamed } from "../../resources/mod.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { anError, anObject, forEveryType } from "../../session/for_every_type.ts";
import { verify } from "../../verify.ts";

type Texts = Readonly<Record<string, string>>;

interface TextsCase {
  readonly resource: string;
  readonly labels: Texts;
  readonly annotations: Texts;
  readonly then: {
    readonly form: "update" | "merge patch";
    readonly labels: Texts;
    readonly annotations: Texts;
  };
}

const dictionary = (value: fc.Arbitrary<string>) =>
  fc.dictionary(metadataKey(), value, { maxKeys: 3, noNullPrototype: true });

const texts = () => ({
  labels: dictionary(labelValue()),
  annotations: dictionary(annotationValue()),
});

const INVALID_PARTS = ["label key", "label value", "annotation key"] as const;

/** Checks of labels and annotations. */
export const LABELS: readonly Check[] = [
  property<TextsCase>({
    id: "metadata/labels-and-annotations",
    title: "Labels and annotations are stored as written and changed as requested",
    requirements: [
      "metadata.labels-kept",
      "metadata.annotations-kept",
      "metadata.labels-changed-as-written",
      "metadata.annotations-changed-as-written",
    ],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        ...texts(),
        then: fc.record({
          form: fc.constantFrom("update" as const, "merge patch" as const),
          ...texts(),
        }),
      }),
    run: async (scope, { resource, labels, annotations, then }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = expectAccepted(
        await objects.post(objects.newObject("object", { labels, annotations })),
        Object.keys(labels).length > 0 ? "metadata.labels-kept" : "metadata.annotations-kept",
      );
      for (const found of [created, await objects.read(created)]) {
        if (found === undefined) throw new Discard("the object was deleted");
        expectTexts("metadata.labels-kept", metadataOf(found).labels, labels);
        expectTexts("metadata.annotations-kept", metadataOf(found).annotations, annotations);
      }
      const response = then.form === "update"
        ? await objects.put({
          // Some types have fields that the server sets and no update may change.
          ...created,
          metadata: metadataOf(objects.newObject("object", {
            ...metadataOf(created),
            labels: then.labels,
            annotations: then.annotations,
          })),
        })
        : await objects.patch(created, {
          metadata: {
            labels: replacing(labels, then.labels),
            annotations: replacing(annotations, then.annotations),
          },
        });
      expectAccepted(
        response,
        Object.keys(then.labels).length > 0
          ? "metadata.labels-changed-as-written"
          : "metadata.annotations-changed-as-written",
      );
      const now = metadataOf(await objects.read(created) ?? {});
      expectTexts("metadata.labels-changed-as-written", now.labels, then.labels, labels);
      const id = "metadata.annotations-changed-as-written";
      expectTexts(id, now.annotations, then.annotations, annotations);
    },
  }),
  property<
    { resource: string; text: string; where: typeof INVALID_PARTS[number]; patch: boolean }
  >({
    id: "metadata/invalid-labels",
    title: "Invalid labels and annotations are rejected with a 4xx Status",
    requirements: ["metadata.invalid-label-rejected", "metadata.invalid-annotation-rejected"],
    arbitrary: (target) =>
      fc.constantFrom(...INVALID_PARTS).chain((where) =>
        fc.record({
          resource: resourceName(target),
          where: fc.constant(where),
          text: fc.constantFrom<string>(...invalidTextsOf(where)),
          patch: fc.boolean(),
        })
      ),
    run: async (scope, { resource, text, where, patch }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const field = where === "annotation key" ? "annotations" : "labels";
      const texts = where === "label value" ? { key: text } : { [text]: "a" };
      const response = patch
        ? await objects.patch(await objects.create(objects.newObject("object")), {
          metadata: { [field]: texts },
        })
        : await objects.post(objects.newObject("object", { [field]: texts }));
      const id = field === "labels"
        ? "metadata.invalid-label-rejected"
        : "metadata.invalid-annotation-rejected";
      scope.note(where);
      expectError(id, response);
    },
  }),
  forEveryType("metadata/large-annotations", {
    title: "Annotations of more than 256 KiB in total are rejected with a 4xx Status",
    verifies: "metadata.large-annotations-rejected",
    given: anObject(),
    cases: ["create", "patch"],
    send: ({ objects, created }, form) => {
      const annotations = { a: "x".repeat(128 * 1024), b: "x".repeat(128 * 1024) };
      return form === "create"
        ? objects.post(objects.newObject("large", { annotations }))
        : objects.patch(created, { metadata: { annotations } });
    },
    expect: [anError()],
  }),
];

function invalidTextsOf(where: typeof INVALID_PARTS[number]): readonly string[] {
  if (where === "label value") return INVALID_LABEL_VALUES;
  // The prefix of an annotation key may have capital letters.
  return where === "label key" ? INVALID_KEYS : INVALID_KEYS.filter((key) => !/^[A-Z]/.test(key));
}

/** Returns the merge patch that replaces the first texts by the second. */
function replacing(before: Texts, after: Texts): JsonObject {
  return { ...Object.fromEntries(Object.keys(before).map((key) => [key, null])), ...after };
}

/** Expects valid texts to be accepted; a rejection for another reason discards the case. */
function expectAccepted(response: HttpResponse, id: RequirementId): JsonObject {
  if (succeeded(response) || ![400, 422].includes(response.status)) {
    return accepted(response, "a write was rejected");
  }
  throw new Violation(id, { expected: "success", actual: describeResponse(response) });
}

/** Expects the given texts, and none of those before; other clients may have added more. */
function expectTexts(
  id: RequirementId,
  found: JsonObject[string] | undefined,
  expected: Texts,
  before: Texts = {},
): void {
  const actual = asObject(found) ?? {};
  for (const key of new Set([...Object.keys(expected), ...Object.keys(before)])) {
    verify(id, {
      holds: actual[key] === expected[key],
      expected: `${key}: ${JSON.stringify(expected[key])}`,
      actual: `${JSON.stringify(actual[key])}`,
    });
  }
}
