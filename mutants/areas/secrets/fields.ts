/**
 * Mutants of the keys, values, types and limits of Secrets.
 *
 * @module
 */
import { changingJson, ignoringCauses, strategyOf } from "../../helpers.ts";
import type { Mutant } from "../../mutant.ts";
import { forbidden } from "../../../server/api_error.ts";
import type { ApiObject, JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";

const dataOf = (object: unknown): JsonObject => asObject(asObject(object)?.data) ?? {};

/** Returns a mutant that rejects some valid keys. */
function rejectingKeys(
  name: string,
  requirement: Mutant["breaks"][0],
  description: string,
  reason: string,
  refused: RegExp,
): Mutant {
  return {
    id: `secrets/${name}`,
    area: "secrets",
    description,
    reason,
    breaks: [requirement],
    install({ resource }) {
      resource(strategyOf("Secret", ({ validate }) => ({
        validate(object) {
          const wrong = Object.keys(dataOf(object)).filter((key) => refused.test(key));
          const causes = wrong.map((key) => ({
            reason: "FieldValueInvalid",
            field: `data[${key}]`,
            message: `Invalid value: ${JSON.stringify(key)}`,
          } as const));
          return [...validate?.(object) ?? [], ...causes];
        },
      })));
    },
  };
}

const KEYS: readonly Mutant[] = [
  rejectingKeys(
    "upper-case-keys-rejected",
    "secrets.key-alphanumerics",
    "A key with upper-case letters is rejected.",
    "Keys become file names, and some file systems ignore case.",
    /[A-Z]/,
  ),
  rejectingKeys(
    "keys-with-dash-rejected",
    "secrets.key-dash",
    "A key with a dash is rejected.",
    "Keys become environment variables, whose names cannot contain dashes.",
    /-/,
  ),
  rejectingKeys(
    "keys-with-underscore-rejected",
    "secrets.key-underscore",
    "A key with an underscore is rejected.",
    "The rule for object names is used, extended by upper-case letters only.",
    /_/,
  ),
  rejectingKeys(
    "keys-with-leading-dot-rejected",
    "secrets.key-dot",
    "A key that starts with a dot is rejected.",
    "Keys that start with two dots are rejected, and the pattern requires only one.",
    /^\./,
  ),
];

/** Changes the data of a Secret before it is decoded. */
const beforeDecoding = (change: (data: JsonObject) => void): Mutant["install"] => ({ decoder }) =>
  decoder(({ decode }) => ({
    decode(document, schema) {
      if (schema.name !== "core.v1.Secret") return decode(document, schema);
      const value = structuredClone(document.value);
      change(dataOf(value));
      return decode({ ...document, value }, schema);
    },
  }));

/** Maximum size of all values in bytes, and the maximum length of base64 padding. */
const LIMIT = 1024 * 1024;
const PADDING = 2;

export const fieldMutants: readonly Mutant[] = [
  ...KEYS,
  {
    id: "secrets/bytes-decoded-as-text",
    area: "secrets",
    description: "An update changes values that are not valid UTF-8.",
    reason: "Values are decoded to strings for comparison and encoded again.",
    breaks: ["secrets.data-kept"],
    install({ resource }) {
      const throughText = (value: string) =>
        new TextEncoder().encode(new TextDecoder().decode(Uint8Array.fromBase64(value)))
          .toBase64();
      resource(strategyOf("Secret", ({ prepareForUpdate }) => ({
        prepareForUpdate(object, old) {
          prepareForUpdate?.(object, old);
          const data = dataOf(object);
          for (const [key, value] of Object.entries(data)) data[key] = throughText(String(value));
        },
      })));
    },
  },
  {
    id: "secrets/url-safe-base64-accepted",
    area: "secrets",
    description: "Values in the URL-safe base64 alphabet are accepted.",
    reason: "The decoder supports both alphabets.",
    breaks: ["secrets.data-is-base64"],
    install: beforeDecoding((data) => {
      for (const [key, value] of Object.entries(data)) {
        if (typeof value !== "string") continue;
        data[key] = value.replaceAll("-", "+").replaceAll("_", "/");
      }
    }),
  },
  {
    id: "secrets/empty-array-accepted",
    area: "secrets",
    description: "An empty array is accepted as a value.",
    reason: "Some languages encode bytes as arrays, and the loop over the elements finds no error.",
    breaks: ["secrets.data-array-rejected"],
    install: beforeDecoding((data) => {
      for (const [key, value] of Object.entries(data)) {
        if (Array.isArray(value) && value.length === 0) data[key] = "";
      }
    }),
  },
  {
    id: "secrets/string-data-keys-not-validated",
    area: "secrets",
    description: "Keys of `stringData` are not validated.",
    reason: "Keys are validated in `data`, before `stringData` is merged.",
    breaks: ["secrets.string-data-key-other-rejected"],
    install({ resource }) {
      const plain = new WeakMap<ApiObject, readonly string[]>();
      resource(strategyOf("Secret", (strategy) => ({
        ...ignoringCauses(({ field }, object) =>
          (plain.get(object) ?? []).some((key) => field === `data[${key}]`)
        )(strategy),
        applyDefaults(object) {
          plain.set(object, Object.keys(asObject(object.stringData) ?? {}));
          strategy.applyDefaults?.(object);
        },
      })));
    },
  },
  {
    id: "secrets/unqualified-types-become-opaque",
    area: "secrets",
    description: "A `type` that is not a qualified name is replaced by `Opaque`.",
    reason: "Types were assumed to be qualified names.",
    breaks: ["secrets.type-kept"],
    install({ resource }) {
      resource(strategyOf("Secret", ({ applyDefaults }) => ({
        applyDefaults(object) {
          if (!/^[\w./-]+$/.test(String(object.type))) object.type = "Opaque";
          applyDefaults?.(object);
        },
      })));
    },
  },
  {
    id: "secrets/update-sets-immutable-false",
    area: "secrets",
    description: "An update without `immutable` stores `immutable: false`.",
    reason: "Updates fill in all fields.",
    breaks: ["secrets.immutable-default-unset"],
    install({ resource }) {
      resource(strategyOf("Secret", ({ prepareForUpdate }) => ({
        prepareForUpdate(object, old) {
          prepareForUpdate?.(object, old);
          object.immutable ??= false;
        },
      })));
    },
  },
  {
    id: "secrets/immutable-false-dropped",
    area: "secrets",
    description: "`immutable: false` is not stored.",
    reason: "False values are omitted.",
    breaks: ["secrets.immutable-kept"],
    install({ resource }) {
      resource(strategyOf("Secret", ({ applyDefaults }) => ({
        applyDefaults(object) {
          if (object.immutable === false) delete object.immutable;
          applyDefaults?.(object);
        },
      })));
    },
  },
  {
    id: "secrets/json-patch-of-immutable",
    area: "secrets",
    description: "A JSON patch can change the data of an immutable Secret.",
    reason: "Immutability is checked only for other types of patches.",
    breaks: ["secrets.immutable-rejects-patch", "secrets.immutable-data-unchanged"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        patch(registry, request) {
          const type = request.context.request.headers.get("content-type") ?? "";
          const { strategy, definition } = request;
          if (definition.kind !== "Secret" || !type.includes("json-patch")) {
            return patch(registry, request);
          }
          const lax = ignoringCauses(({ field }) => field === "data")(strategy);
          return patch(registry, { ...request, strategy: { ...strategy, ...lax } });
        },
      }));
    },
  },
  {
    id: "secrets/immutable-labels",
    area: "secrets",
    description: "The labels of an immutable Secret cannot be changed.",
    reason: "Labels are used by selectors and were considered content.",
    breaks: ["secrets.immutable-metadata-updatable"],
    install({ resource }) {
      const labelsOf = ({ metadata }: ApiObject) => JSON.stringify(metadata.labels ?? {});
      resource(strategyOf("Secret", ({ validateUpdate }) => ({
        validateUpdate(object, old) {
          const holds = old.immutable === true && labelsOf(object) !== labelsOf(old);
          const cause = {
            reason: "FieldValueForbidden",
            field: "metadata.labels",
            message: "field is immutable when `immutable` is set",
          } as const;
          return [...validateUpdate?.(object, old) ?? [], ...(holds ? [cause] : [])];
        },
      })));
    },
  },
  {
    id: "secrets/empty-list-items-null",
    area: "secrets",
    description: "A list in which no Secret matches `labelSelector` has `items: null`.",
    reason: "The list is allocated when the first item is appended.",
    breaks: ["secrets.list-kind"],
    install(parts) {
      changingJson(
        parts,
        ({ pathname, searchParams }) =>
          pathname.endsWith("/secrets") && searchParams.has("labelSelector"),
        (body) =>
          Array.isArray(body.items) && body.items.length === 0 ? { ...body, items: null } : body,
      );
    },
  },
  {
    id: "secrets/size-limit-off-by-two",
    area: "secrets",
    description: "The size limit of a Secret is two bytes too high.",
    reason: "Base64 padding is subtracted from a length that does not include it.",
    breaks: ["secrets.size-limit"],
    install({ resource }) {
      resource(strategyOf(
        "Secret",
        ignoringCauses(({ reason }, { data }) => {
          const sizes = Object.values(asObject(data) ?? {}).map((value) => atob(`${value}`).length);
          return reason === "FieldValueTooLong" &&
            sizes.reduce((sum, size) => sum + size, 0) <= LIMIT + PADDING;
        }),
      ));
    },
  },
  {
    id: "secrets/empty-key-accepted",
    area: "secrets",
    description: "An empty key in `data` is accepted.",
    reason: "The regular expression uses `*` instead of `+`.",
    breaks: ["secrets.key-empty-rejected"],
    install({ resource }) {
      resource(strategyOf("Secret", ignoringCauses(({ field }) => field === "data[]")));
    },
  },
  {
    id: "secrets/default-type-in-small-letters",
    area: "secrets",
    description: "The default of `type` is `opaque` instead of `Opaque`.",
    reason: "Other defaults in the schema are in lower case.",
    breaks: ["secrets.type-default-opaque"],
    install({ writer }) {
      writer(({ setDefaults }) => ({
        setDefaults(value, ...how) {
          const before = asObject(value);
          const isUntyped = before?.kind === "Secret" && !before.type;
          const filled = setDefaults(value, ...how);
          const secret = asObject(filled);
          if (isUntyped && secret) secret.type = "opaque";
          return filled;
        },
      }));
    },
  },
  {
    id: "secrets/immutable-not-deletable",
    area: "secrets",
    description: "An immutable Secret cannot be deleted.",
    reason: "A delete was considered a change.",
    breaks: ["secrets.immutable-may-be-deleted"],
    install({ writer }) {
      writer(({ deleteObject }) => ({
        async deleteObject(registry, definition, key, options) {
          const current = await registry.storage.get(key);
          if (definition.kind === "Secret" && current?.object.immutable === true) {
            throw forbidden(definition, key.name, "it is immutable");
          }
          return await deleteObject(registry, definition, key, options);
        },
      }));
    },
  },
];
