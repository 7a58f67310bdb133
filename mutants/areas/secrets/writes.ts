/**
 * Mutants of `stringData`, `immutable` and size limits.
 *
 * @module
 */
import { accepting } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import type { ApiObject, Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { rewriteJson } from "../../vocabulary/exchange.ts";
import { causeOf, ofKind } from "../../vocabulary/kinds.ts";
import { all, on } from "../../vocabulary/on.ts";

const dataOf = (object: ApiObject): JsonObject => asObject(object.data) ?? {};

export const secretWriteMutants = bugs({
  "secrets/string-data-only-adds": {
    description: "A key of `stringData` that also exists in `data` is ignored.",
    reason: "The merge only fills in missing keys.",
    breaks: [
      "secrets.string-data-overwrites",
      "secrets.immutable-rejects-string-data",
      "exchanges.fields-as-written",
    ],
    install: ofKind("Secret").change(({ applyDefaults }) => ({
      applyDefaults(object) {
        const data = asObject(object.data);
        applyDefaults?.(object);
        if (data) object.data = { ...dataOf(object), ...data };
      },
    })),
  },
  "secrets/string-data-replaces": {
    description: "`stringData` replaces all keys of `data`.",
    reason: "The two fields were considered alternatives.",
    breaks: "secrets.string-data-leaves-others",
    install: ofKind("Secret").beforeDefaults((object) => {
      if (asObject(object.stringData)) delete object.data;
    }),
  },
  "secrets/string-data-in-latin": {
    description: "`stringData` is encoded as Latin-1 instead of UTF-8.",
    reason: "`btoa` takes one byte per character, and the tests used ASCII.",
    breaks: "secrets.string-data-merged",
    install: ofKind("Secret").change(({ applyDefaults }) => ({
      applyDefaults(object) {
        const plain = asObject(object.stringData) ?? {};
        applyDefaults?.(object);
        for (const [key, value] of Object.entries(plain)) {
          const bytes = Uint8Array.from(String(value), (character) => character.charCodeAt(0));
          dataOf(object)[key] = bytes.toBase64();
        }
      },
    })),
  },
  "secrets/string-data-kept-on-update": {
    description: "An update stores and returns `stringData`.",
    reason: "The field is cleared only when a Secret is created.",
    breaks: [
      "secrets.string-data-not-in-reads",
      "secrets.string-data-not-in-write-responses",
      "secrets.string-data-not-in-watch-events",
    ],
    install: ofKind("Secret").change(({ applyDefaults, prepareForUpdate }) => {
      const plain = new WeakMap<ApiObject, JsonObject>();
      return {
        applyDefaults(object) {
          const sent = asObject(object.stringData);
          if (sent) plain.set(object, sent);
          applyDefaults?.(object);
        },
        prepareForUpdate(object, old) {
          prepareForUpdate?.(object, old);
          const sent = plain.get(object);
          if (sent) object.stringData = sent;
        },
      };
    }),
  },
  "secrets/long-keys-not-validated": {
    description: "Only the first sixteen characters of a key in `data` are validated.",
    reason: "The regular expression lost its end anchor when a length was added.",
    breaks: "secrets.key-other-rejected",
    install: ofKind("Secret").ignoreCauses(({ field }) => /^data\[[-._a-zA-Z0-9]{3}/.test(field)),
  },
  "secrets/keys-without-values-not-validated": {
    description: "A key of a Secret whose value is empty is not validated.",
    reason: "Empty values are skipped, as there is nothing to decode.",
    breaks: ["secrets.key-other-rejected", "secrets.string-data-key-other-rejected"],
    install: ofKind("Secret").ignoreCauses(({ field }, object) =>
      Object.entries(dataOf(object)).some(([key, value]) =>
        value === "" && field === `data[${key}]`
      )
    ),
  },
  "secrets/keys-of-generated-names-not-validated": {
    description: "The keys of a Secret that is created with `generateName` are not validated.",
    reason: "The name is generated behind the validation, which is skipped without a name.",
    breaks: ["secrets.key-other-rejected", "secrets.string-data-key-other-rejected"],
    install: ofKind("Secret").ignoreCauses(({ field }, { metadata }, old) =>
      field.startsWith("data[") && old === undefined && metadata.generateName !== undefined
    ),
  },
  "secrets/immutable-keys-only": {
    description: "The values of an immutable Secret can be changed if its keys stay.",
    reason: "Only the keys are compared.",
    breaks: ["secrets.immutable-rejects-update", "secrets.immutable-data-unchanged"],
    install(parts) {
      const keysOf = (object: ApiObject) => Object.keys(dataOf(object)).sort().join();
      ofKind("Secret").ignoreCauses(({ field }, object, old) =>
        old !== undefined && field === "data" && keysOf(object) === keysOf(old)
      )(parts);
    },
  },
  "secrets/immutable-can-be-unset": {
    description: "An immutable Secret becomes mutable by a write that does not change its data.",
    reason: "`immutable` was considered metadata, which can be changed.",
    breaks: "secrets.immutable-cannot-be-unset",
    install: ofKind("Secret").ignoreCauses(({ field }) => field === "immutable"),
  },
  "secrets/false-is-immutable": {
    description: "A Secret with `immutable: false` cannot be changed.",
    reason: "The presence of the field is checked instead of its value.",
    breaks: "secrets.mutable-data-updated",
    install: ofKind("Secret").change(({ validateUpdate }) => ({
      validateUpdate: (object, old) =>
        validateUpdate?.(object, old.immutable === false ? { ...old, immutable: true } : old) ?? [],
    })),
  },
  "secrets/opaque-type-mutable": {
    description: "The type of a Secret can be changed from `Opaque`.",
    reason: "`Opaque` is the default and was considered unset.",
    breaks: "secrets.type-fixed",
    install: ofKind("Secret").ignoreCauses(({ field }, _object, old) =>
      field === "type" && old?.type === "Opaque"
    ),
  },
  "secrets/size-of-each-value": {
    description: "The size limit applies to each value of `data` instead of all together.",
    reason: "The limit is checked inside the loop over the values.",
    breaks: "secrets.size-limit-applies-to-total",
    install: ofKind("Secret").ignoreCauses(({ reason }, object) =>
      reason === "FieldValueTooLong" &&
      Object.values(dataOf(object)).every((value) => String(value).length < 1_398_102)
    ),
  },
  "secrets/size-limit-of-base64": {
    description:
      "`data` is limited to 524288 bytes of base64 text instead of 1 MiB of decoded values.",
    reason: "Decoding all values only to count bytes was considered a waste.",
    breaks: "secrets.size-below-limit-accepted",
    install: ofKind("Secret").addCauses((object) =>
      Object.values(dataOf(object)).join("").length > 524_288
        ? [causeOf("FieldValueTooLong", "data", "Too long: must have at most 524288 bytes")]
        : []
    ),
  },
  "secrets/immutable-open-to-string-data": {
    description: "`stringData` can change the data of an immutable Secret.",
    reason: "`data` is compared before `stringData` is merged into it.",
    breaks: "secrets.immutable-rejects-string-data",
    install(parts) {
      const sent = new WeakMap<ApiObject, Json | undefined>();
      ofKind("Secret").change(({ applyDefaults, validateUpdate }) => ({
        applyDefaults(object) {
          if (object.stringData) sent.set(object, object.data);
          applyDefaults?.(object);
        },
        validateUpdate(object, old) {
          const data = sent.get(object);
          const compared = data === undefined ? object : { ...object, data };
          return validateUpdate?.(compared, old) ?? [];
        },
      }))(parts);
    },
  },
  "secrets/update-keeps-other-keys": {
    description: "Keys of `data` that an update leaves out stay.",
    reason: "`data` is merged with the stored one, as for a patch.",
    breaks: "secrets.update-replaces-data",
    install: on("update secrets").changeWrite((object, current) => ({
      ...object,
      data: { ...dataOf(current), ...dataOf(object) },
    })),
  },
  "secrets/keys-of-json-patches-not-validated": {
    description: "A JSON patch can add a key of `data` with any character.",
    reason: "Its result is validated as an object that has been stored before.",
    breaks: "secrets.key-other-rejected",
    install(parts) {
      const patched = new WeakSet<ApiObject>();
      all(
        on("json-patch secrets").changeWrite((object) => {
          patched.add(object);
          return object;
        }),
        ofKind("Secret").ignoreCauses(({ field }, object) =>
          field.startsWith("data[") && patched.has(object)
        ),
      )(parts);
    },
  },
  "secrets/annotation-of-immutable-not-removed": {
    description: "A strategic merge patch cannot remove an annotation of an immutable Secret.",
    reason: "What an immutable Secret had is merged into it again.",
    breaks: "secrets.immutable-metadata-updatable",
    install: on("strategic-merge-patch secrets").changeWrite((object, current) => ({
      ...object,
      metadata: {
        ...object.metadata,
        annotations: {
          ...(current.immutable === true && current.metadata.annotations),
          ...object.metadata.annotations,
        },
      },
    })),
  },
  "secrets/apply-gives-up-immutable-data": {
    description: "An apply may remove keys of an immutable Secret that it leaves out.",
    reason: "Only the values that an apply sends are compared with those before.",
    breaks: ["secrets.immutable-rejects-patch", "secrets.immutable-data-unchanged"],
    install: on("apply secrets").withSteps(accepting(({ field }, { object, current }) => {
      const before = current && dataOf(current.object);
      return field === "data" && before !== undefined &&
        Object.entries(dataOf(object)).every(([key, value]) => before[key] === value);
    })),
  },
  "secrets/dry-run-shows-string-data": {
    description: "The response to a dry-run merge patch of a Secret contains its `stringData`.",
    reason: "The field is dropped when an object is stored.",
    breaks: "secrets.string-data-not-in-write-responses",
    install: on("merge-patch secrets", { dryRun: "All" }).handle(async (request) => {
      const { stringData } = await request.object() ?? {};
      const response = await request.next();
      if (!response.ok || stringData === undefined) return response;
      return await rewriteJson(response, (body) => ({ ...body, stringData }));
    }),
  },
});
