/**
 * Labels and annotations: what is written comes back, what breaks the rules is refused.
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
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";

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

const PLACES_OF_FAULT = ["label key", "label value", "annotation key"] as const;

/** Labels and annotations. */
export const LABELS: readonly Check[] = [
  property<TextsCase>({
    id: "metadata/labels-and-annotations",
    title: "Labels and annotations come back as they were written, and change as they are changed",
    requirements: [
      "metadata.labels-kept",
      "metadata.annotations-kept",
      "metadata.labels-changed-as-written",
      "metadata.annotations-changed-as-written",
    ],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        ...texts(),
        then: fc.record({
          form: fc.constantFrom("update" as const, "merge patch" as const),
          ...texts(),
        }),
      }),
    run: async (scope, { resource, labels, annotations, then }) => {
      const objects = new Objects(scope, resourceType(resource));
      const made = expectTaken(
        await objects.post(objects.make("object", { labels, annotations })),
        Object.keys(labels).length > 0 ? "metadata.labels-kept" : "metadata.annotations-kept",
      );
      for (const found of [made, await objects.read(made)]) {
        if (found === undefined) throw new Discard("the object went away");
        expectTexts("metadata.labels-kept", metadataOf(found).labels, labels);
        expectTexts("metadata.annotations-kept", metadataOf(found).annotations, annotations);
      }
      const answer = then.form === "update"
        ? await objects.put(objects.make("object", {
          ...metadataOf(made),
          labels: then.labels,
          annotations: then.annotations,
        }))
        : await objects.patch(made, {
          metadata: {
            labels: exchange(labels, then.labels),
            annotations: exchange(annotations, then.annotations),
          },
        });
      expectTaken(
        answer,
        Object.keys(then.labels).length > 0
          ? "metadata.labels-changed-as-written"
          : "metadata.annotations-changed-as-written",
      );
      const now = metadataOf(await objects.read(made) ?? {});
      expectTexts("metadata.labels-changed-as-written", now.labels, then.labels, labels);
      const id = "metadata.annotations-changed-as-written";
      expectTexts(id, now.annotations, then.annotations, annotations);
    },
  }),
  property<
    { resource: string; fault: string; where: typeof PLACES_OF_FAULT[number]; patch: boolean }
  >({
    id: "metadata/invalid-labels",
    title: "Labels and annotations that break the rules are refused",
    requirements: ["metadata.invalid-label-refused", "metadata.invalid-annotation-refused"],
    level: "convention",
    arbitrary: () =>
      fc.constantFrom(...PLACES_OF_FAULT).chain((where) =>
        fc.record({
          resource: resourceName(),
          where: fc.constant(where),
          fault: fc.constantFrom<string>(...faultsOf(where)),
          patch: fc.boolean(),
        })
      ),
    run: async (scope, { resource, fault, where, patch }) => {
      const objects = new Objects(scope, resourceType(resource));
      const field = where === "annotation key" ? "annotations" : "labels";
      const texts = where === "label value" ? { key: fault } : { [fault]: "a" };
      const answer = patch
        ? await objects.patch(await objects.create(objects.make("object")), {
          metadata: { [field]: texts },
        })
        : await objects.post(objects.make("object", { [field]: texts }));
      const id = field === "labels"
        ? "metadata.invalid-label-refused"
        : "metadata.invalid-annotation-refused";
      scope.note(where);
      expectRefusal(id, answer);
    },
  }),
  example({
    id: "metadata/large-annotations",
    title: "Annotations of more than 256 KiB are refused",
    requirements: ["metadata.large-annotations-refused"],
    level: "convention",
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("secrets"));
      const annotations = { a: "x".repeat(128 * 1024), b: "x".repeat(128 * 1024) };
      const answer = await objects.post(objects.make("object", { annotations }));
      expectRefusal("metadata.large-annotations-refused", answer);
    },
  }),
];

function faultsOf(where: typeof PLACES_OF_FAULT[number]): readonly string[] {
  if (where === "label value") return INVALID_LABEL_VALUES;
  // The prefix of an annotation may be in capitals.
  return where === "label key" ? INVALID_KEYS : INVALID_KEYS.filter((key) => !/^[A-Z]/.test(key));
}

/** A merge patch that makes the second of the first. */
function exchange(before: Texts, after: Texts): JsonObject {
  return { ...Object.fromEntries(Object.keys(before).map((key) => [key, null])), ...after };
}

/** What follows the rules is taken; other reasons to refuse a write are no fault of its texts. */
function expectTaken(answer: HttpResponse, id: RequirementId): JsonObject {
  if (succeeded(answer) || ![400, 422].includes(answer.status)) {
    return accepted(answer, "a write was refused");
  }
  throw new Violation(id, { expected: "success", actual: describeAnswer(answer) });
}

/** All that is due is there, and nothing of what was there before; others may have added some. */
function expectTexts(
  id: RequirementId,
  found: JsonObject[string] | undefined,
  due: Texts,
  before: Texts = {},
): void {
  const actual = asObject(found) ?? {};
  for (const key of new Set([...Object.keys(due), ...Object.keys(before)])) {
    if (actual[key] === due[key]) continue;
    throw new Violation(id, {
      expected: `${key}: ${JSON.stringify(due[key])}`,
      actual: `${JSON.stringify(actual[key])}`,
    });
  }
}
