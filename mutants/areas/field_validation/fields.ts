/**
 * Faults of field validation.
 *
 * @module
 */
import type { Cause } from "../../../server/api_error.ts";
import type { Decoded } from "../../../server/codec/decode.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { withSteps } from "../../changes.ts";

/** The faults. */
export const fieldMutants: readonly Mutant[] = [
  {
    id: "field-validation/names-first-only",
    area: "field-validation",
    description: "Of several unknown fields only the first is named.",
    reason: "A decoder stops at the first error.",
    breaks: [
      "field-validation.strict-names-all",
      "field-validation.warn-one-each",
      "field-validation.warning-names-field",
      "field-validation.json-patch-fields",
    ],
    install({ steps }) {
      steps(({ judgeDroppedFields }) => ({
        judgeDroppedFields: ({ unknown, duplicates }, policy) =>
          judgeDroppedFields({ unknown: unknown.slice(0, 1), duplicates }, policy),
      }));
    },
  },
  {
    id: "field-validation/deep-fields-unseen",
    area: "field-validation",
    description: "Unknown fields below the second level are dropped in silence, even under Strict.",
    reason: "The walk was bounded while somebody looked for an endless loop, and stayed so.",
    breaks: [
      "field-validation.strict-refuses-unknown",
      "field-validation.strict-patch-code",
      "field-validation.warning-names-field",
      "field-validation.strict-names-all",
      "field-validation.warn-one-each",
      "field-validation.yaml-fields",
    ],
    install({ steps }) {
      const shallow = (path: string) => path.split(/[.[]/).length <= 2;
      steps(({ judgeDroppedFields }) => ({
        judgeDroppedFields: ({ unknown, duplicates }, policy) =>
          judgeDroppedFields({ unknown: unknown.filter(shallow), duplicates }, policy),
      }));
    },
  },
  {
    id: "field-validation/duplicates-in-lists-unseen",
    area: "field-validation",
    description: "A field that occurs twice in an object within a list goes unnoticed.",
    reason: "The reader keeps the keys it saw by path, and lists share theirs.",
    breaks: [
      "field-validation.strict-refuses-duplicate",
      "field-validation.warn-one-each",
      "field-validation.warning-names-field",
      "field-validation.yaml-fields",
      "field-validation.strict-names-all",
    ],
    install({ steps }) {
      steps(({ decode }) => ({
        decode: (document, schema) => {
          const decoded = decode(document, schema);
          return { ...decoded, duplicates: decoded.duplicates.filter((path) => !/\[/.test(path)) };
        },
      }));
    },
  },
  {
    id: "field-validation/yaml-duplicates-unseen",
    area: "field-validation",
    description: "Duplicate fields of a body in YAML are dropped in silence.",
    reason: "The library for YAML takes the last one and tells nobody.",
    breaks: ["field-validation.yaml-fields"],
    install({ steps }) {
      steps(({ readDocument }) => ({
        async readDocument(context, dialect, expected) {
          const document = await readDocument(context, dialect, expected);
          const isYaml = /yaml/.test(context.request.headers.get("content-type") ?? "");
          return document && isYaml ? { ...document, duplicates: [] } : document;
        },
      }));
    },
  },
  {
    id: "field-validation/first-of-two-wins",
    area: "field-validation",
    description: "Warn names a duplicate field, and an unknown one beside it goes unsaid.",
    reason: "The two kinds of findings were written as either, or.",
    breaks: ["field-validation.warn-one-each", "field-validation.warning-names-field"],
    install({ steps }) {
      steps(({ judgeDroppedFields }) => ({
        judgeDroppedFields: ({ unknown, duplicates }, policy) =>
          judgeDroppedFields(
            { unknown: policy === "Warn" && duplicates.length > 0 ? [] : unknown, duplicates },
            policy,
          ),
      }));
    },
  },
  {
    id: "field-validation/updates-are-lax",
    area: "field-validation",
    description: "Strict is heeded for creations, and an update drops unknown fields in silence.",
    reason: "The parameter was read in the handler of POST.",
    breaks: [
      "field-validation.strict-refuses-unknown",
      "field-validation.default-is-warn",
      "field-validation.strict-refuses-duplicate",
      "field-validation.warning-names-field",
      "field-validation.yaml-fields",
    ],
    install({ verbs }) {
      verbs(({ update }) => ({
        update: withSteps(update, ({ readWriteOptions }) => ({
          readWriteOptions: (registry, context, kind, facts) => ({
            ...readWriteOptions(registry, context, kind, facts),
            fieldValidation: "Ignore",
          }),
        })),
      }));
    },
  },
  {
    id: "field-validation/json-patch-unvalidated",
    area: "field-validation",
    description: "A patch may add unknown fields under Strict; they are dropped.",
    reason: "A patch has no schema, so its validation was thought impossible.",
    breaks: [
      "field-validation.json-patch-fields",
      "field-validation.strict-patch-code",
      "field-validation.warning-names-field",
      "field-validation.strict-refuses-duplicate",
      "field-validation.warn-one-each",
    ],
    install({ steps }) {
      steps(({ decodePatched }) => ({
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
  {
    id: "field-validation/default-is-ignore",
    area: "field-validation",
    description: "Without the parameter nobody is warned.",
    reason: "The default is that of older releases.",
    breaks: [
      "field-validation.default-is-warn",
      "field-validation.json-patch-fields",
      "field-validation.yaml-fields",
    ],
    install({ steps }) {
      steps(({ readWriteOptions }) => ({
        readWriteOptions(registry, context, kind, facts) {
          const options = readWriteOptions(registry, context, kind, facts);
          return context.query.get("fieldValidation")
            ? options
            : { ...options, fieldValidation: "Ignore" };
        },
      }));
    },
  },
  {
    id: "field-validation/warnings-in-one-item",
    area: "field-validation",
    description: "All dropped fields are told in one warning.",
    reason: "One header is one sentence.",
    breaks: ["field-validation.warn-one-each"],
    install({ steps }) {
      steps(({ judgeDroppedFields }) => ({
        judgeDroppedFields: (dropped, policy) => {
          const items = judgeDroppedFields(dropped, policy);
          const texts = items.map((item) => item.replace(/^299 - "/, "").replace(/"$/, ""));
          return items.length < 2 ? items : [`299 - "${texts.join("; ")}"`];
        },
      }));
    },
  },
  {
    id: "field-validation/quotes-unescaped",
    area: "field-validation",
    description: "A warning's text has its quotes as they are, so that it ends too early.",
    reason: "The text was put between quotes, as in a log.",
    breaks: [
      "field-validation.warning-well-formed",
      "field-validation.warning-names-field",
      "field-validation.json-patch-fields",
      "field-validation.yaml-fields",
    ],
    install({ steps }) {
      steps(({ judgeDroppedFields }) => ({
        judgeDroppedFields: (dropped, policy) =>
          judgeDroppedFields(dropped, policy).map((item) => item.replaceAll('\\"', '"')),
      }));
    },
  },
  {
    id: "field-validation/unknown-kept",
    area: "field-validation",
    description: "An unknown field at the top of an object is stored and shown again.",
    reason: "Only what has a schema is pruned, and the top was thought to be checked elsewhere.",
    breaks: ["field-validation.unknown-dropped"],
    install({ steps }) {
      steps(({ decode }) => ({
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
  {
    id: "field-validation/neighbours-dropped",
    area: "field-validation",
    description: "An annotation is lost where a field beside the annotations is unknown.",
    reason: "The reader skips to the end of the object when it meets what it does not know.",
    breaks: ["field-validation.rest-kept"],
    install({ steps }) {
      steps(({ decode }) => ({
        decode(document, schema) {
          const decoded = decode(document, schema);
          const metadata = asObject(decoded.object.metadata);
          if (metadata && decoded.unknown.length > 0) delete metadata.annotations;
          return decoded;
        },
      }));
    },
  },
  {
    id: "field-validation/strict-refuses-late",
    area: "field-validation",
    description: "What Strict refuses of an update is stored before it is refused.",
    reason: "The findings are collected while the object is written, and told at the end.",
    breaks: ["field-validation.strict-changes-nothing"],
    install({ verbs }) {
      verbs(({ update }) => ({
        async update(registry, request) {
          const { steps } = registry;
          const late: (() => string[])[] = [];
          const judgeDroppedFields: typeof steps.judgeDroppedFields = (dropped, policy) => {
            late.push(() => steps.judgeDroppedFields(dropped, policy));
            return policy === "Warn" ? steps.judgeDroppedFields(dropped, policy) : [];
          };
          const lax = { ...registry, steps: { ...steps, judgeDroppedFields } };
          const result = await update(lax, request);
          late.forEach((judge) => judge());
          return result;
        },
      }));
    },
  },
  {
    id: "field-validation/subjects-need-no-name",
    area: "field-validation",
    description: "A binding's subject without a name is accepted.",
    reason: "Required fields are looked for on the way down, which ends at lists.",
    breaks: ["field-validation.required-subject-name"],
    install({ steps, resource }) {
      const nameless = ({ field = "" }: Cause) => /subjects\[\d+\]\.name$/.test(field);
      steps(({ missingFields }) => ({
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
];
