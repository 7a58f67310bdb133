/**
 * Mutants of the values of `fieldValidation`.
 *
 * @module
 */
import { ApiError, badRequest } from "../../../server/api_error.ts";
import type { Json } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Decoder, VerbHandler } from "../../../server/registry/contracts.ts";
import { bugs } from "../../mutant.ts";
import { withParts } from "../../helpers.ts";

/** Answers bodies that `Strict` rejects with 422. */
const answering422 = (handler: VerbHandler): VerbHandler =>
  withParts(handler, {
    decoder: ({ judgeDroppedFields }) => ({
      judgeDroppedFields(dropped, policy) {
        try {
          return judgeDroppedFields(dropped, policy);
        } catch (error) {
          const causes = [...dropped.unknown, ...dropped.duplicates].map((field) => ({
            reason: "FieldValueInvalid",
            field,
            message: "Invalid value: this field cannot be stored",
          } as const));
          throw new ApiError("Invalid", (error as Error).message, { causes });
        }
      },
    }),
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
    install({ decoder }) {
      decoder(({ judgeDroppedFields }) => ({
        judgeDroppedFields(dropped, policy) {
          if (policy === "Ignore" && dropped.duplicates.length > 0) {
            throw badRequest("the body has a duplicate field");
          }
          return judgeDroppedFields(dropped, policy);
        },
      }));
    },
  },
  "field-validation/patches-always-warn": {
    description: "A patch returns warnings for dropped fields with `Ignore`, too.",
    reason: "Validation of patches was added later, with two modes only.",
    breaks: ["field-validation.ignore-silent", "field-validation.json-patch-fields"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        patch: withParts(patch, {
          decoder: ({ decodePatched }) => ({
            decodePatched: (registry, request, patched, options, duplicates) =>
              decodePatched(registry, request, patched, {
                ...options,
                fieldValidation: options.fieldValidation === "Ignore"
                  ? "Warn"
                  : options.fieldValidation,
              }, duplicates),
          }),
        }),
      }));
    },
  },
  "field-validation/warn-rejects-three-fields": {
    description: "With `Warn`, a body with three or more fields to drop is rejected.",
    reason: "So many unknown fields were assumed to mean a body of another kind.",
    breaks: [
      "field-validation.warn-accepts",
      "field-validation.json-patch-fields",
      "field-validation.yaml-fields",
    ],
    install({ decoder }) {
      decoder(({ judgeDroppedFields }) => ({
        judgeDroppedFields(dropped, policy) {
          const count = dropped.unknown.length + dropped.duplicates.length;
          return judgeDroppedFields(dropped, policy === "Warn" && count > 2 ? "Strict" : policy);
        },
      }));
    },
  },
  "field-validation/strict-updates-are-invalid": {
    description: "An update rejected by `Strict` is answered with 422 instead of 400.",
    reason: "The body is considered parsed, so the error is reported as a validation error.",
    breaks: ["field-validation.strict-code", "field-validation.yaml-fields"],
    install({ verbs }) {
      verbs(({ update }) => ({ update: answering422(update) }));
    },
  },
  "field-validation/strict-patches-are-invalid": {
    description:
      "A patch rejected by `Strict` is answered with 422 instead of the code for malformed bodies.",
    reason: "All other errors in a patched object are reported as validation errors.",
    breaks: "field-validation.strict-patch-code",
    install({ verbs }) {
      verbs(({ patch }) => ({ patch: answering422(patch) }));
    },
  },
  "field-validation/strict-rejects-uid": {
    description: "With `Strict`, a patch is rejected because the stored object has a `uid`.",
    reason: "The patched object is validated against the schema of what clients may send.",
    breaks: "field-validation.clean-accepted",
    install({ decoder }) {
      decoder(({ decodePatched }) => ({
        decodePatched(registry, request, patched, options, duplicates) {
          const object = decodePatched(registry, request, patched, options, duplicates);
          if (options.fieldValidation !== "Strict" || !object.metadata.uid) return object;
          const unknown = ["metadata.uid"];
          registry.decoder.judgeDroppedFields({ unknown, duplicates: [] }, "Strict");
          return object;
        },
      }));
    },
  },
  "field-validation/update-without-version-warns": {
    description: "With `Warn`, an update without `resourceVersion` returns a warning.",
    reason: "`Warn` was understood as a request for advice on anything risky.",
    breaks: [
      "field-validation.clean-unwarned",
      "field-validation.warn-one-each",
      "field-validation.default-is-warn",
    ],
    install({ verbs }) {
      verbs(({ update }) => ({
        update: withParts(update, {
          decoder: ({ decodeObject }): Partial<Decoder> => ({
            async decodeObject(registry, request, options) {
              const object = await decodeObject(registry, request, options);
              if (options.fieldValidation === "Warn" && !object.metadata.resourceVersion) {
                request.context.warnings.add('299 - "the update names no resourceVersion"');
              }
              return object;
            },
          }),
        }),
      }));
    },
  },
  "field-validation/labels-converted-to-strings": {
    description: "A label value that is a number or a boolean is converted to a string.",
    reason: "YAML reads unquoted `yes` and `1` that way, and clients should not have to quote.",
    breaks: "field-validation.wrong-type-rejected",
    install({ decoder }) {
      decoder(({ decode, decodeValue }) => ({
        decode: (document, schema) =>
          decode({ ...document, value: withTextLabels(document.value) }, schema),
        decodeValue: (value, schema) => decodeValue(withTextLabels(value), schema),
      }));
    },
  },
  "field-validation/modes-in-any-case": {
    description: "`fieldValidation` is accepted in any case.",
    reason: "Values are compared without case, as header fields are.",
    breaks: "field-validation.other-value-rejected",
    install({ decoder }) {
      decoder(({ readWriteOptions }) => ({
        readWriteOptions(registry, context, ...how) {
          const query = new URLSearchParams(context.query);
          const mode = ["Ignore", "Warn", "Strict"].find((word) =>
            word.toLowerCase() === query.get("fieldValidation")?.toLowerCase()
          );
          if (mode !== undefined) query.set("fieldValidation", mode);
          return readWriteOptions(registry, { ...context, query }, ...how);
        },
      }));
    },
  },
  "field-validation/warnings-without-field-name": {
    description:
      "The warning for a dropped field inside a list names the element but not the field.",
    reason: "The path is cut after the index so that warnings can be grouped.",
    breaks: "field-validation.warning-names-field",
    install({ decoder }) {
      decoder(({ judgeDroppedFields }) => ({
        judgeDroppedFields: (dropped, policy) =>
          judgeDroppedFields(dropped, policy).map((item) => item.replace(/\]\.[^"\\]*/, "]")),
      }));
    },
  },
});
