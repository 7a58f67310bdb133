/**
 * Mutants of the keys, values, types and limits of Secrets.
 *
 * @module
 */
import { bugs, type Mutant } from "../../mutant.ts";
import { type ApiObject, equal, forbidden, type JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { causeOf, ignoringCauses, ofKind } from "../../vocabulary/kinds.ts";
import { all, type Install, on } from "../../vocabulary/on.ts";
import { listOf } from "../../vocabulary/json.ts";
import { wrap } from "../../vocabulary/wrap.ts";

const dataOf = (object: unknown): JsonObject => asObject(asObject(object)?.data) ?? {};

/** Rejects some valid keys. */
const rejectingKeys = (refused: RegExp): Install =>
  ofKind("Secret").addCauses((object) =>
    Object.keys(dataOf(object)).filter((key) => refused.test(key)).map((key) =>
      causeOf("FieldValueInvalid", `data[${key}]`, `Invalid value: ${JSON.stringify(key)}`)
    )
  );

/** Changes the data of a Secret before it is decoded. */
const beforeDecoding = (change: (data: JsonObject) => void): Mutant["install"] =>
  wrap("steps", "decode", ({ decode }, write) => {
    const { document, type, form, isOutcome } = write;
    if (type.kind === "Secret" && form !== "apply" && !isOutcome) {
      const value = structuredClone(document.value);
      change(dataOf(value));
      write.document = { ...document, value };
    }
    decode(write);
  });

/** Maximum size of all values in bytes, and the maximum length of base64 padding. */
const LIMIT = 1024 * 1024;
const PADDING = 2;

export const secretFieldMutants = bugs({
  "secrets/upper-case-keys-rejected": {
    description: "A key with upper-case letters is rejected.",
    reason: "Keys become file names, and some file systems ignore case.",
    breaks: "secrets.key-alphanumerics",
    install: rejectingKeys(/[A-Z]/),
  },
  "secrets/keys-with-dash-rejected": {
    description: "A key with a dash is rejected.",
    reason: "Keys become environment variables, whose names cannot contain dashes.",
    breaks: "secrets.key-dash",
    install: rejectingKeys(/-/),
  },
  "secrets/keys-with-underscore-rejected": {
    description: "A key with an underscore is rejected.",
    reason: "The rule for object names is used, extended by upper-case letters only.",
    breaks: "secrets.key-underscore",
    install: rejectingKeys(/_/),
  },
  "secrets/keys-with-leading-dot-rejected": {
    description: "A key that starts with a dot is rejected.",
    reason: "Keys that start with two dots are rejected, and the pattern requires only one.",
    breaks: "secrets.key-dot",
    install: rejectingKeys(/^\./),
  },
  "secrets/bytes-decoded-as-text": {
    description: "An update changes values that are not valid UTF-8.",
    reason: "Values are decoded to strings for comparison and encoded again.",
    breaks: "secrets.data-kept",
    install(parts) {
      const throughText = (value: string) =>
        new TextEncoder().encode(new TextDecoder().decode(Uint8Array.fromBase64(value)))
          .toBase64();
      ofKind("Secret").inUpdates((object) => {
        const data = dataOf(object);
        for (const [key, value] of Object.entries(data)) data[key] = throughText(String(value));
      })(parts);
    },
  },
  "secrets/url-safe-base64-accepted": {
    description: "Values in the URL-safe base64 alphabet are accepted.",
    reason: "The decoder supports both alphabets.",
    breaks: "secrets.data-is-base64",
    install: beforeDecoding((data) => {
      for (const [key, value] of Object.entries(data)) {
        if (typeof value !== "string") continue;
        data[key] = value.replaceAll("-", "+").replaceAll("_", "/");
      }
    }),
  },
  "secrets/data-as-spelled": {
    description: "A created Secret has its values as they were spelled, not as bytes are encoded.",
    reason: "Values are stored as the texts that were sent, after a look at their alphabet.",
    breaks: "secrets.data-encoding",
    install: wrap("steps", "decode", ({ decode }, write) => {
      decode(write);
      if (write.type.kind !== "Secret" || write.form !== "create") return;
      const sent = dataOf(write.document.value);
      const data = dataOf(write.decoded.object);
      for (const key of Object.keys(data)) data[key] = sent[key]!;
    }),
  },
  "secrets/empty-array-accepted": {
    description: "An empty array is accepted as a value.",
    reason: "Some languages encode bytes as arrays, and the loop over the elements finds no error.",
    breaks: "secrets.data-array-rejected",
    install: beforeDecoding((data) => {
      for (const [key, value] of Object.entries(data)) {
        if (Array.isArray(value) && value.length === 0) data[key] = "";
      }
    }),
  },
  "secrets/string-data-keys-not-validated": {
    description: "Keys of `stringData` are not validated.",
    reason: "Keys are validated in `data`, before `stringData` is merged.",
    breaks: "secrets.string-data-key-other-rejected",
    install(parts) {
      const plain = new WeakMap<ApiObject, readonly string[]>();
      all(
        ofKind("Secret").ignoreCauses(({ field }, object) =>
          (plain.get(object) ?? []).some((key) => field === `data[${key}]`)
        ),
        ofKind("Secret").beforeDefaults((object) => {
          plain.set(object, Object.keys(asObject(object.stringData) ?? {}));
        }),
      )(parts);
    },
  },
  "secrets/unqualified-types-become-opaque": {
    description: "A `type` that is not a qualified name is replaced by `Opaque`.",
    reason: "Types were assumed to be qualified names.",
    breaks: "secrets.type-kept",
    install: ofKind("Secret").beforeDefaults((object) => {
      if (!/^[\w./-]+$/.test(String(object.type))) object.type = "Opaque";
    }),
  },
  "secrets/update-sets-immutable-false": {
    description: "An update without `immutable` stores `immutable: false`.",
    reason: "Updates fill in all fields.",
    breaks: "secrets.immutable-default-unset",
    install: ofKind("Secret").inUpdates((object) => {
      object.immutable ??= false;
    }),
  },
  "secrets/immutable-false-dropped": {
    description: "`immutable: false` is not stored.",
    reason: "False values are omitted.",
    breaks: "secrets.immutable-kept",
    install: ofKind("Secret").beforeDefaults((object) => {
      if (object.immutable === false) delete object.immutable;
    }),
  },
  "secrets/json-patch-of-immutable": {
    description: "A JSON patch can change the data of an immutable Secret.",
    reason: "Immutability is checked only for other types of patches.",
    breaks: ["secrets.immutable-rejects-patch", "secrets.immutable-data-unchanged"],
    install: on("json-patch secrets").serve(({ request, next }) => {
      const { strategy } = request;
      const lax = ignoringCauses(({ field }) => field === "data")(strategy);
      return next({}, { strategy: { ...strategy, ...lax } });
    }),
  },
  "secrets/immutable-labels": {
    description: "The labels of an immutable Secret cannot be changed.",
    reason: "Labels are used by selectors and were considered content.",
    breaks: "secrets.immutable-metadata-updatable",
    install: ofKind("Secret").addUpdateCauses((object, old) =>
      old.immutable === true && !equal(object.metadata.labels ?? {}, old.metadata.labels ?? {})
        ? [causeOf("FieldValueForbidden", "metadata.labels", "field is immutable")]
        : []
    ),
  },
  "secrets/empty-list-items-null": {
    description: "A list in which no Secret matches `labelSelector` has `items: null`.",
    reason: "The list is allocated when the first item is appended.",
    breaks: "secrets.list-kind",
    install: on("list secrets", { labelSelector: true }).changeList((list) =>
      listOf(list.items).length === 0 ? { ...list, items: null } : list
    ),
  },
  "secrets/size-limit-off-by-two": {
    description: "The size limit of a Secret is two bytes too high.",
    reason: "Base64 padding is subtracted from a length that does not include it.",
    breaks: "secrets.size-limit",
    install: ofKind("Secret").ignoreCauses(({ reason }, { data }) => {
      const sizes = Object.values(asObject(data) ?? {}).map((value) => atob(`${value}`).length);
      return reason === "FieldValueTooLong" &&
        sizes.reduce((sum, size) => sum + size, 0) <= LIMIT + PADDING;
    }),
  },
  "secrets/size-counted-in-base64": {
    description: "A Secret with values of more than 768 KiB is rejected.",
    reason: "The size is that of the texts in base64, not of the bytes that they encode.",
    breaks: "secrets.size-below-limit-accepted",
    install: ofKind("Secret").addCauses(({ data }) => {
      const sizes = Object.values(asObject(data) ?? {}).map((value) => `${value}`.length);
      return sizes.reduce((sum, size) => sum + size, 0) > LIMIT
        ? [causeOf("FieldValueTooLong", "data", "Too long: must have at most 1048576 bytes")]
        : [];
    }),
  },
  "secrets/empty-key-accepted": {
    description: "An empty key in `data` is accepted.",
    reason: "The regular expression uses `*` instead of `+`.",
    breaks: "secrets.key-empty-rejected",
    install: ofKind("Secret").ignoreCauses(({ field }) => field === "data[]"),
  },
  "secrets/default-type-in-small-letters": {
    description: "The default of `type` is `opaque` instead of `Opaque`.",
    reason: "Other defaults in the schema are in lower case.",
    breaks: "secrets.type-default-opaque",
    install: wrap("steps", "setDefaults", ({ setDefaults }, write) => {
      const { object } = write;
      const isUntyped = object.kind === "Secret" && !object.type;
      setDefaults(write);
      if (isUntyped) object.type = "opaque";
    }),
  },
  "secrets/immutable-not-deletable": {
    description: "An immutable Secret cannot be deleted.",
    reason: "A delete was considered a change.",
    breaks: "secrets.immutable-may-be-deleted",
    install: wrap(
      "steps",
      "deleteObject",
      async ({ deleteObject }, registry, definition, key, options) => {
        const current = await registry.storage.get(key);
        if (definition.kind === "Secret" && current?.object.immutable === true) {
          throw forbidden(definition, key.name, "it is immutable");
        }
        return await deleteObject(registry, definition, key, options);
      },
    ),
  },
});
