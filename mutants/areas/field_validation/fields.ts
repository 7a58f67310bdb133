/**
 * Mutants of the detection of unknown and duplicate fields.
 *
 * @module
 */
import { accepting, changingOptions } from "../../helpers.ts";
import { changingWarnings, losingDuplicates, noticing } from "./helpers.ts";
import { bugs } from "../../mutant.ts";
import { ApiError, type Json, type JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { on } from "../../vocabulary/on.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";

/** Removes the unknown fields of a value that are within the items of lists behind the tenth. */
function withoutUnknownBehindTen(value: Json, isBehind = false): Json {
  if (Array.isArray(value)) {
    return value.map((item, at) => withoutUnknownBehindTen(item, isBehind || at >= 10));
  }
  const object = asObject(value);
  if (object === undefined) return value;
  return Object.fromEntries(
    Object.entries(object).filter(([name]) => !isBehind || !name.startsWith("unknown"))
      .map(([name, each]) => [name, withoutUnknownBehindTen(each, isBehind)]),
  );
}

export const fieldMutants = bugs({
  "field-validation/ten-items-of-lists": {
    description: "Unknown fields in the items of a list behind the tenth are dropped in silence.",
    reason: "What is wrong in a list is collected for ten items, to bound the message.",
    breaks: "field-validation.strict-names-all",
    install: on("create").changeBody((body) => withoutUnknownBehindTen(body) as JsonObject),
  },
  "field-validation/names-first-only": {
    description: "Only the first of several unknown fields is reported.",
    reason: "The decoder stops at the first error.",
    breaks: [
      "field-validation.strict-names-all",
      "field-validation.warn-one-each",
      "field-validation.warning-names-field",
      "field-validation.json-patch-fields",
    ],
    install: wrapSteps(noticing(({ decoded: { unknown } }) => unknown.slice(0, 1))),
  },
  "field-validation/nested-fields-ignored": {
    description: "Unknown fields below the second level are dropped silently, even with `Strict`.",
    reason: "A depth limit added for debugging was never removed.",
    breaks: [
      "field-validation.strict-rejects-unknown",
      "field-validation.strict-patch-code",
      "field-validation.warning-names-field",
      "field-validation.strict-names-all",
      "field-validation.warn-one-each",
      "field-validation.yaml-fields",
    ],
    install({ steps }) {
      const shallow = (path: string) => path.split(/[.[]/).length <= 2;
      steps(noticing(({ decoded: { unknown } }) => unknown.filter(shallow)));
    },
  },
  "field-validation/duplicates-in-lists-ignored": {
    description: "A duplicate field inside a list element is not detected.",
    reason: "Seen keys are recorded by path, and the elements of a list share a path.",
    breaks: [
      "field-validation.strict-rejects-duplicate",
      "field-validation.warn-one-each",
      "field-validation.warning-names-field",
      "field-validation.yaml-fields",
      "field-validation.strict-names-all",
    ],
    install: wrapSteps(losingDuplicates((path) => path.includes("["))),
  },
  "field-validation/yaml-duplicates-ignored": {
    description: "Duplicate fields in a YAML body are dropped silently.",
    reason: "The YAML library keeps the last value without an error.",
    breaks: "field-validation.yaml-fields",
    install: wrapSteps(
      losingDuplicates((_, { form, context }) =>
        form !== "apply" && /yaml/.test(context.request.headers.get("content-type") ?? "")
      ),
    ),
  },
  "field-validation/duplicates-hide-unknown": {
    description:
      "With `Warn`, unknown fields are not reported if the body also has duplicate fields.",
    reason: "The two checks are written as `if` and `else`.",
    breaks: ["field-validation.warn-one-each", "field-validation.warning-names-field"],
    install: wrapSteps(
      noticing(({ options, decoded: { unknown, duplicates } }) =>
        options.fieldValidation === "Warn" && duplicates.length > 0 ? [] : unknown
      ),
    ),
  },
  "field-validation/updates-not-validated": {
    description: "Updates ignore `fieldValidation` and drop unknown fields silently.",
    reason: "The parameter is read only in the handler of POST.",
    breaks: [
      "field-validation.strict-rejects-unknown",
      "field-validation.default-is-warn",
      "field-validation.strict-rejects-duplicate",
      "field-validation.warning-names-field",
      "field-validation.yaml-fields",
    ],
    install: on("update").withSteps(
      changingOptions((options) => ({ ...options, fieldValidation: "Ignore" })),
    ),
  },
  "field-validation/patches-not-validated": {
    description: "Patches ignore `fieldValidation` and drop unknown fields silently.",
    reason: "A patch document has no schema, so it is not validated.",
    breaks: [
      "field-validation.json-patch-fields",
      "field-validation.strict-patch-code",
      "field-validation.warning-names-field",
      "field-validation.strict-rejects-duplicate",
      "field-validation.warn-one-each",
    ],
    install: wrap("steps", "judgeFields", ({ judgeFields }, write) => {
      if (!write.isOutcome) judgeFields(write);
    }),
  },
  "field-validation/default-is-ignore": {
    description: "`fieldValidation` is `Ignore` by default instead of `Warn`.",
    reason: "The default is that of an earlier release.",
    breaks: [
      "field-validation.default-is-warn",
      "field-validation.json-patch-fields",
      "field-validation.yaml-fields",
    ],
    install: wrapSteps(
      changingOptions((options, { context: { query } }) =>
        query.get("fieldValidation") ? options : { ...options, fieldValidation: "Ignore" }
      ),
    ),
  },
  "field-validation/warnings-in-one-item": {
    description: "All dropped fields are reported in a single warning.",
    reason: "A response was assumed to carry one warning.",
    breaks: "field-validation.warn-one-each",
    install: wrapSteps(changingWarnings((items) => {
      const texts = items.map((item) => item.replace(/^299 - "/, "").replace(/"$/, ""));
      return items.length < 2 ? items : [`299 - "${texts.join("; ")}"`];
    })),
  },
  "field-validation/quotes-unescaped": {
    description: "Quotes in the text of a `Warning` header are not escaped.",
    reason: "The text is only put between quotes, as in a log line.",
    breaks: [
      "field-validation.warning-well-formed",
      "field-validation.warning-names-field",
      "field-validation.json-patch-fields",
      "field-validation.yaml-fields",
    ],
    install: wrapSteps(
      changingWarnings((items) => items.map((item) => item.replaceAll('\\"', '"'))),
    ),
  },
  "field-validation/quotes-escaped-once": {
    description: "A quote in the name of a field ends the text of its `Warning`.",
    reason: "Quotes in the text are escaped, and the backslashes before them are not.",
    breaks: "field-validation.warning-well-formed",
    install: wrapSteps(
      changingWarnings((items) =>
        items.map((item) => item.replaceAll(String.raw`\\\"`, String.raw`\\"`))
      ),
    ),
  },
  "field-validation/odd-names-internal": {
    description: "A dropped field with a line break in its name is an internal error.",
    reason: "The name is put into a header as it is.",
    breaks: "field-validation.warn-accepts",
    install: wrapSteps(changingWarnings((items) => {
      if (items.some((item) => item.includes(String.raw`\\n`))) {
        throw new ApiError("InternalError", "a header");
      }
      return items;
    })),
  },
  "field-validation/unknown-kept": {
    description: "An unknown top-level field is stored and returned.",
    reason: "Only nested objects are pruned.",
    breaks: "field-validation.unknown-dropped",
    install: wrap("steps", "decode", ({ decode }, write) => {
      decode(write);
      const { decoded: { object, unknown }, document, isOutcome } = write;
      if (isOutcome) return;
      const sent = asObject(document.value) ?? {};
      for (const name of unknown) {
        if (Object.hasOwn(sent, name)) object[name] = sent[name]!;
      }
    }),
  },
  "field-validation/unknown-field-drops-annotations": {
    description: "Annotations are lost if the body has an unknown field.",
    reason: "The decoder skips to the end of the object at an unknown field.",
    breaks: "field-validation.other-fields-kept",
    install: wrap("steps", "decode", ({ decode }, write) => {
      decode(write);
      const { decoded: { object, unknown }, isOutcome } = write;
      const metadata = asObject(object.metadata);
      if (metadata && unknown.length > 0 && !isOutcome) delete metadata.annotations;
    }),
  },
  "field-validation/strict-rejects-after-storing": {
    description: "An update that `Strict` rejects is stored before it is rejected.",
    reason: "Dropped fields are collected during the write and evaluated at its end.",
    breaks: "field-validation.strict-changes-nothing",
    install: on("update").withSteps(({ judgeFields, store }) => ({
      judgeFields(write) {
        if (write.options.fieldValidation === "Warn") judgeFields(write);
      },
      async store(write) {
        await store(write);
        judgeFields(write);
      },
    })),
  },
  "field-validation/subjects-need-no-name": {
    description: "A binding subject without `name` is accepted.",
    reason: "Required fields are not checked inside lists.",
    breaks: "field-validation.required-subject-name",
    install: wrapSteps(accepting(({ field }) => /subjects\[\d+\]\.name$/.test(field))),
  },
  "field-validation/first-element-only": {
    description: "Unknown fields are detected only in the first element of a list.",
    reason: "The elements of a list were assumed to be alike.",
    breaks: [
      "field-validation.strict-rejects-unknown",
      "field-validation.warn-one-each",
      "field-validation.warning-names-field",
      "field-validation.strict-patch-code",
      "field-validation.yaml-fields",
      "field-validation.default-is-warn",
    ],
    install({ steps }) {
      const isNoticed = (path: string) => !/\[[1-9]\d*\]/.test(path);
      steps(noticing(({ decoded: { unknown } }) => unknown.filter(isNoticed)));
    },
  },
});
