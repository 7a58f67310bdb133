/**
 * Mutants of the values of `fieldValidation`.
 *
 * @module
 */
import { ApiError, badRequest, type Json } from "@plumbline/server/api";
import type { FieldValidation } from "@plumbline/server/codec";
import { asObject } from "@plumbline/server/resources";
import type { Change, Steps, Write } from "@plumbline/server/parts";
import { bugs } from "../../mutant.ts";
import { readingQuery } from "../../helpers.ts";
import { changingWarnings } from "./helpers.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";
import { on } from "../../vocabulary/on.ts";

/** Answers bodies that `Strict` rejects with 422. */
const answering422: Change<Steps> = ({ judgeFields }) => ({
  judgeFields(write) {
    try {
      judgeFields(write);
    } catch (error) {
      const { unknown, duplicates } = write.decoded;
      const causes = [...unknown, ...duplicates].map((field) => ({
        reason: "FieldValueInvalid",
        field,
        message: "Invalid value: this field cannot be stored",
      } as const));
      throw new ApiError("Invalid", (error as Error).message, { causes });
    }
  },
});

const withPolicy = (write: Write, fieldValidation: FieldValidation): Write => ({
  ...write,
  options: { ...write.options, fieldValidation },
});

/** Converts numbers and booleans among the labels to strings. */
function withTextLabels<Value extends Json>(given: Value): Value {
  const value = structuredClone(given);
  const labels = asObject(asObject(asObject(value)?.metadata)?.labels) ?? {};
  for (const [key, label] of Object.entries(labels)) {
    if (typeof label === "number" || typeof label === "boolean") labels[key] = String(label);
  }
  return value;
}

export const modeMutants = bugs({
  "field-validation/ignore-rejects-duplicates": {
    description: "Duplicate fields are rejected with `Ignore`, too.",
    reason: "A duplicate is ambiguous, unlike an unknown field.",
    breaks: "field-validation.ignore-accepts",
    install: wrap("steps", "judgeFields", ({ judgeFields }, write) => {
      const { options, decoded } = write;
      if (options.fieldValidation === "Ignore" && decoded.duplicates.length > 0) {
        throw badRequest("the body has a duplicate field");
      }
      judgeFields(write);
    }),
  },
  "field-validation/patches-always-warn": {
    description: "A patch returns warnings for dropped fields with `Ignore`, too.",
    reason: "Validation of patches was added later, with two modes only.",
    breaks: ["field-validation.ignore-silent", "field-validation.json-patch-fields"],
    install: on("patch").withSteps(({ judgeFields }) => ({
      judgeFields(write) {
        const isSilent = write.isOutcome && write.options.fieldValidation === "Ignore";
        judgeFields(isSilent ? withPolicy(write, "Warn") : write);
      },
    })),
  },
  "field-validation/ten-fields-named": {
    description: "Of more than ten unknown fields the first ten are named, in errors and warnings.",
    reason: "Messages were to stay short.",
    breaks: ["field-validation.strict-names-all", "field-validation.warn-one-each"],
    install: wrap("steps", "judgeFields", ({ judgeFields }, write) => {
      const { decoded } = write;
      judgeFields({ ...write, decoded: { ...decoded, unknown: decoded.unknown.slice(0, 10) } });
    }),
  },
  "field-validation/warn-rejects-three-fields": {
    description: "With `Warn`, a body with three or more fields to drop is rejected.",
    reason: "So many unknown fields were assumed to mean a body of another kind.",
    breaks: [
      "field-validation.warn-accepts",
      "field-validation.json-patch-fields",
      "field-validation.yaml-fields",
    ],
    install: wrap("steps", "judgeFields", ({ judgeFields }, write) => {
      const { options: { fieldValidation }, decoded: { unknown, duplicates } } = write;
      const isTooMuch = fieldValidation === "Warn" && unknown.length + duplicates.length > 2;
      judgeFields(isTooMuch ? withPolicy(write, "Strict") : write);
    }),
  },
  "field-validation/strict-updates-are-invalid": {
    description: "An update rejected by `Strict` is answered with 422 instead of 400.",
    reason: "The body is considered parsed, so the error is reported as a validation error.",
    breaks: ["field-validation.strict-code", "field-validation.yaml-fields"],
    install: on("update").withSteps(answering422),
  },
  "field-validation/strict-patches-are-invalid": {
    description:
      "A patch rejected by `Strict` is answered with 422 instead of the code for malformed bodies.",
    reason: "All other errors in a patched object are reported as validation errors.",
    breaks: "field-validation.strict-patch-code",
    install: on("patch").withSteps(answering422),
  },
  "field-validation/strict-rejects-uid": {
    description: "With `Strict`, a patch is rejected because the stored object has a `uid`.",
    reason: "The patched object is validated against the schema of what clients may send.",
    breaks: "field-validation.clean-accepted",
    install: wrap("steps", "accept", ({ accept, judgeFields }, write) => {
      accept(write);
      if (!write.isOutcome || !write.sent?.metadata.uid) return;
      judgeFields({ ...write, decoded: { ...write.decoded, unknown: ["metadata.uid"] } });
    }),
  },
  "field-validation/update-without-version-warns": {
    description: "With `Warn`, an update without `resourceVersion` returns a warning.",
    reason: "`Warn` was understood as a request for advice on anything risky.",
    breaks: [
      "field-validation.clean-unwarned",
      "field-validation.warn-one-each",
      "field-validation.default-is-warn",
    ],
    install: on("update").withSteps(({ accept }) => ({
      accept(write) {
        accept(write);
        const { options, sent, context } = write;
        if (options.fieldValidation === "Warn" && !sent?.metadata.resourceVersion) {
          context.warnings.add('299 - "the update names no resourceVersion"');
        }
      },
    })),
  },
  "field-validation/strict-warns-for-generated-names": {
    description: "A create with `generateName` takes `Strict` for `Warn`.",
    reason: "The name is generated by another path, which rebuilds the options.",
    breaks: [
      "field-validation.strict-rejects-unknown",
      "field-validation.strict-rejects-duplicate",
    ],
    install: on("create").withSteps(({ judgeFields }) => ({
      judgeFields(write) {
        const { generateName } = write.decoded.object.metadata as { generateName?: string };
        const isStrict = write.options.fieldValidation === "Strict";
        judgeFields(generateName && isStrict ? withPolicy(write, "Warn") : write);
      },
    })),
  },
  "field-validation/labels-converted-to-strings": {
    description: "A label value that is a number or a boolean is converted to a string.",
    reason: "YAML reads unquoted `yes` and `1` that way, and clients should not have to quote.",
    breaks: "field-validation.wrong-type-rejected",
    install: wrap("steps", "decode", ({ decode }, write) => {
      const { document } = write;
      write.document = { ...document, value: withTextLabels(document.value) };
      decode(write);
    }),
  },
  "field-validation/modes-in-any-case": {
    description: "`fieldValidation` is accepted in any case.",
    reason: "Values are compared without case, as header fields are.",
    breaks: "field-validation.other-value-rejected",
    install: wrapSteps(readingQuery((query) => {
      const mode = ["Ignore", "Warn", "Strict"].find((word) =>
        word.toLowerCase() === query.get("fieldValidation")?.toLowerCase()
      );
      if (mode !== undefined) query.set("fieldValidation", mode);
    })),
  },
  "field-validation/warnings-without-field-name": {
    description:
      "The warning for a dropped field inside a list names the element but not the field.",
    reason: "The path is cut after the index so that warnings can be grouped.",
    breaks: "field-validation.warning-names-field",
    install: wrapSteps(
      changingWarnings((items) => items.map((item) => item.replace(/\]\.[^"\\]*/, "]"))),
    ),
  },
});
