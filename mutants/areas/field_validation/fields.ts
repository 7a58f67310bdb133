/**
 * Mutants of the detection of unknown and duplicate fields.
 *
 * @module
 */
import { withParts } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import type { Cause } from "../../../server/api_error.ts";
import type { Decoded } from "../../../server/codec/decode.ts";
import { asObject } from "../../../server/registry/resource.ts";

export const fieldMutants = bugs({
  "field-validation/names-first-only": {
    description: "Only the first of several unknown fields is reported.",
    reason: "The decoder stops at the first error.",
    breaks: [
      "field-validation.strict-names-all",
      "field-validation.warn-one-each",
      "field-validation.warning-names-field",
      "field-validation.json-patch-fields",
    ],
    install({ decoder }) {
      decoder(({ judgeDroppedFields }) => ({
        judgeDroppedFields: ({ unknown, duplicates }, policy) =>
          judgeDroppedFields({ unknown: unknown.slice(0, 1), duplicates }, policy),
      }));
    },
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
    install({ decoder }) {
      const shallow = (path: string) => path.split(/[.[]/).length <= 2;
      decoder(({ judgeDroppedFields }) => ({
        judgeDroppedFields: ({ unknown, duplicates }, policy) =>
          judgeDroppedFields({ unknown: unknown.filter(shallow), duplicates }, policy),
      }));
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
    install({ decoder }) {
      decoder(({ decode }) => ({
        decode: (document, schema) => {
          const decoded = decode(document, schema);
          return { ...decoded, duplicates: decoded.duplicates.filter((path) => !/\[/.test(path)) };
        },
      }));
    },
  },
  "field-validation/yaml-duplicates-ignored": {
    description: "Duplicate fields in a YAML body are dropped silently.",
    reason: "The YAML library keeps the last value without an error.",
    breaks: "field-validation.yaml-fields",
    install({ decoder }) {
      decoder(({ readDocument }) => ({
        async readDocument(context, dialect, expected) {
          const document = await readDocument(context, dialect, expected);
          const isYaml = /yaml/.test(context.request.headers.get("content-type") ?? "");
          return document && isYaml ? { ...document, duplicates: [] } : document;
        },
      }));
    },
  },
  "field-validation/duplicates-hide-unknown": {
    description:
      "With `Warn`, unknown fields are not reported if the body also has duplicate fields.",
    reason: "The two checks are written as `if` and `else`.",
    breaks: ["field-validation.warn-one-each", "field-validation.warning-names-field"],
    install({ decoder }) {
      decoder(({ judgeDroppedFields }) => ({
        judgeDroppedFields: ({ unknown, duplicates }, policy) =>
          judgeDroppedFields(
            { unknown: policy === "Warn" && duplicates.length > 0 ? [] : unknown, duplicates },
            policy,
          ),
      }));
    },
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
    install({ verbs }) {
      verbs(({ update }) => ({
        update: withParts(update, {
          decoder: ({ readWriteOptions }) => ({
            readWriteOptions: (registry, context, kind, facts) => ({
              ...readWriteOptions(registry, context, kind, facts),
              fieldValidation: "Ignore",
            }),
          }),
        }),
      }));
    },
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
    install({ decoder }) {
      decoder(({ decodePatched }) => ({
        decodePatched: (registry, request, patched, options, duplicates) =>
          decodePatched(
            registry,
            request,
            patched,
            { ...options, fieldValidation: "Ignore" },
            duplicates,
          ),
      }));
    },
  },
  "field-validation/default-is-ignore": {
    description: "`fieldValidation` is `Ignore` by default instead of `Warn`.",
    reason: "The default is that of an earlier release.",
    breaks: [
      "field-validation.default-is-warn",
      "field-validation.json-patch-fields",
      "field-validation.yaml-fields",
    ],
    install({ decoder }) {
      decoder(({ readWriteOptions }) => ({
        readWriteOptions(registry, context, kind, facts) {
          const options = readWriteOptions(registry, context, kind, facts);
          return context.query.get("fieldValidation")
            ? options
            : { ...options, fieldValidation: "Ignore" };
        },
      }));
    },
  },
  "field-validation/warnings-in-one-item": {
    description: "All dropped fields are reported in a single warning.",
    reason: "A response was assumed to carry one warning.",
    breaks: "field-validation.warn-one-each",
    install({ decoder }) {
      decoder(({ judgeDroppedFields }) => ({
        judgeDroppedFields: (dropped, policy) => {
          const items = judgeDroppedFields(dropped, policy);
          const texts = items.map((item) => item.replace(/^299 - "/, "").replace(/"$/, ""));
          return items.length < 2 ? items : [`299 - "${texts.join("; ")}"`];
        },
      }));
    },
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
    install({ decoder }) {
      decoder(({ judgeDroppedFields }) => ({
        judgeDroppedFields: (dropped, policy) =>
          judgeDroppedFields(dropped, policy).map((item) => item.replaceAll('\\"', '"')),
      }));
    },
  },
  "field-validation/unknown-kept": {
    description: "An unknown top-level field is stored and returned.",
    reason: "Only nested objects are pruned.",
    breaks: "field-validation.unknown-dropped",
    install({ decoder }) {
      decoder(({ decode }) => ({
        decode(document, schema): Decoded {
          const decoded = decode(document, schema);
          const sent = asObject(document.value) ?? {};
          const kept = decoded.unknown.filter((path) => Object.hasOwn(sent, path))
            .map((name) => [name, sent[name]!]);
          return { ...decoded, object: { ...decoded.object, ...Object.fromEntries(kept) } };
        },
      }));
    },
  },
  "field-validation/unknown-field-drops-annotations": {
    description: "Annotations are lost if the body has an unknown field.",
    reason: "The decoder skips to the end of the object at an unknown field.",
    breaks: "field-validation.other-fields-kept",
    install({ decoder }) {
      decoder(({ decode }) => ({
        decode(document, schema) {
          const decoded = decode(document, schema);
          const metadata = asObject(decoded.object.metadata);
          if (metadata && decoded.unknown.length > 0) delete metadata.annotations;
          return decoded;
        },
      }));
    },
  },
  "field-validation/strict-rejects-after-storing": {
    description: "An update that `Strict` rejects is stored before it is rejected.",
    reason: "Dropped fields are collected during the write and evaluated at its end.",
    breaks: "field-validation.strict-changes-nothing",
    install({ verbs }) {
      verbs(({ update }) => ({
        async update(registry, request) {
          const { decoder } = registry;
          const late: (() => string[])[] = [];
          const judgeDroppedFields: typeof decoder.judgeDroppedFields = (dropped, policy) => {
            late.push(() => decoder.judgeDroppedFields(dropped, policy));
            return policy === "Warn" ? decoder.judgeDroppedFields(dropped, policy) : [];
          };
          const lax = { ...registry, decoder: { ...decoder, judgeDroppedFields } };
          const result = await update(lax, request);
          late.forEach((judge) => judge());
          return result;
        },
      }));
    },
  },
  "field-validation/subjects-need-no-name": {
    description: "A binding subject without `name` is accepted.",
    reason: "Required fields are not checked inside lists.",
    breaks: "field-validation.required-subject-name",
    install({ writer, resource }) {
      const nameless = ({ field = "" }: Cause) => /subjects\[\d+\]\.name$/.test(field);
      writer(({ missingFields }) => ({
        missingFields: (object, schema) =>
          missingFields(object, schema).filter((cause) => !nameless(cause)),
      }));
      resource(({ strategy }) => ({
        strategy: {
          ...strategy,
          validate: (object) => (strategy.validate?.(object) ?? []).filter((one) => !nameless(one)),
        },
      }));
    },
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
    install({ decoder }) {
      const isNoticed = (path: string) => !/\[[1-9]\d*\]/.test(path);
      decoder(({ decode, decodeValue }) => ({
        decode(document, schema) {
          const decoded = decode(document, schema);
          return { ...decoded, unknown: decoded.unknown.filter(isNoticed) };
        },
        decodeValue(value, schema) {
          const decoded = decodeValue(value, schema);
          return { ...decoded, unknown: decoded.unknown.filter(isNoticed) };
        },
      }));
    },
  },
});
