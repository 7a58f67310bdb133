/**
 * Faults of secrets.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { lenient, strategyOf } from "../../changes.ts";

const dataOf = (object: ApiObject): JsonObject => asObject(object.data) ?? {};

/** The faults. */
export const writeMutants: readonly Mutant[] = [
  {
    id: "secrets/string-data-only-adds",
    area: "secrets",
    description: "A key of stringData that data has already is left as it is.",
    reason: "Merging was written as filling in what is missing.",
    breaks: ["secrets.string-data-overwrites", "secrets.immutable-rejects-string-data"],
    install({ resource }) {
      resource(strategyOf("Secret", ({ applyDefaults }) => ({
        applyDefaults(object) {
          const data = asObject(object.data);
          applyDefaults?.(object);
          if (data) object.data = { ...dataOf(object), ...data };
        },
      })));
    },
  },
  {
    id: "secrets/string-data-replaces",
    area: "secrets",
    description: "Where there is stringData, what data had under other keys is gone.",
    reason: "The two were taken for two ways to write the same map.",
    breaks: ["secrets.string-data-leaves-others"],
    install({ resource }) {
      resource(strategyOf("Secret", ({ applyDefaults }) => ({
        applyDefaults(object) {
          if (asObject(object.stringData)) delete object.data;
          applyDefaults?.(object);
        },
      })));
    },
  },
  {
    id: "secrets/string-data-in-latin",
    area: "secrets",
    description: "A text of stringData becomes one byte a character.",
    reason: "The base64 function at hand takes strings of bytes, and the first tests were ASCII.",
    breaks: ["secrets.string-data-merged"],
    install({ resource }) {
      resource(strategyOf("Secret", ({ applyDefaults }) => ({
        applyDefaults(object) {
          const plain = asObject(object.stringData) ?? {};
          applyDefaults?.(object);
          for (const [key, value] of Object.entries(plain)) {
            const bytes = Uint8Array.from(String(value), (character) => character.charCodeAt(0));
            dataOf(object)[key] = bytes.toBase64();
          }
        },
      })));
    },
  },
  {
    id: "secrets/string-data-kept-on-update",
    area: "secrets",
    description: "An update's stringData is stored beside data, and shown to whoever reads.",
    reason: "It is cleared where a new secret is prepared, and updates were thought to have none.",
    breaks: [
      "secrets.string-data-not-in-reads",
      "secrets.string-data-not-in-write-responses",
      "secrets.string-data-not-in-watch-events",
    ],
    install({ resource }) {
      resource(strategyOf("Secret", ({ applyDefaults, prepareForUpdate }) => {
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
      }));
    },
  },
  {
    id: "secrets/long-keys-unlooked-at",
    area: "secrets",
    description: "Only the first sixteen characters of a key of data are looked at.",
    reason: "The pattern lost its end when a length was written into it.",
    breaks: ["secrets.key-other-rejected"],
    install({ resource }) {
      resource(strategyOf(
        "Secret",
        lenient(({ field }) => /^data\[[-._a-zA-Z0-9]{3}/.test(field)),
      ));
    },
  },
  {
    id: "secrets/immutable-holds-keys-only",
    area: "secrets",
    description: "The values of an immutable secret can be changed as long as its keys stay.",
    reason: "Comparing the keys was enough for the tests at hand, which added some.",
    breaks: ["secrets.immutable-rejects-update", "secrets.immutable-data-unchanged"],
    install({ resource }) {
      const keysOf = (object: ApiObject) => Object.keys(dataOf(object)).sort().join();
      resource(strategyOf(
        "Secret",
        lenient(({ field }, object, old) =>
          old !== undefined && field === "data" && keysOf(object) === keysOf(old)
        ),
      ));
    },
  },
  {
    id: "secrets/immutable-holds-data-only",
    area: "secrets",
    description: "An immutable secret becomes mutable again by a write that leaves its data alone.",
    reason: "The mark was taken for metadata, which stays free.",
    breaks: ["secrets.immutable-cannot-be-unset"],
    install({ resource }) {
      resource(strategyOf("Secret", lenient(({ field }) => field === "immutable")));
    },
  },
  {
    id: "secrets/false-is-immutable",
    area: "secrets",
    description: "A secret whose immutable is false cannot be changed either.",
    reason: "Whether the field is there was asked, not what it says.",
    breaks: ["secrets.mutable-data-updated"],
    install({ resource }) {
      resource(strategyOf("Secret", ({ validateUpdate }) => ({
        validateUpdate: (object, old) =>
          validateUpdate?.(object, old.immutable === false ? { ...old, immutable: true } : old) ??
            [],
      })));
    },
  },
  {
    id: "secrets/opaque-may-get-a-type",
    area: "secrets",
    description: "A secret of the type Opaque can be given another type later.",
    reason: "Opaque is the default, so it was taken for no type at all.",
    breaks: ["secrets.type-fixed"],
    install({ resource }) {
      resource(strategyOf(
        "Secret",
        lenient(({ field }, _object, old) => field === "type" && old?.type === "Opaque"),
      ));
    },
  },
  {
    id: "secrets/size-of-each-value",
    area: "secrets",
    description: "Each value of data may be as large as all of them together may be.",
    reason: "The limit is looked at inside the loop over the values.",
    breaks: ["secrets.size-limit-applies-to-total"],
    install({ resource }) {
      resource(strategyOf(
        "Secret",
        lenient(({ reason }, object) =>
          reason === "FieldValueTooLong" &&
          Object.values(dataOf(object)).every((value) => String(value).length < 1_398_102)
        ),
      ));
    },
  },
  {
    id: "secrets/size-of-the-text",
    area: "secrets",
    description: "The size of data is that of its base64 text, a third more than its bytes.",
    reason: "The text is at hand; decoding it only to count seemed a waste.",
    breaks: ["secrets.size-below-limit-accepted"],
    install({ resource }) {
      resource(strategyOf("Secret", ({ validate }) => ({
        validate(object) {
          const size = Object.values(dataOf(object)).join("").length;
          const cause = {
            reason: "FieldValueTooLong",
            field: "data",
            message: "Too long: must have at most 524288 bytes",
          } as const;
          return [...validate?.(object) ?? [], ...(size > 524_288 ? [cause] : [])];
        },
      })));
    },
  },
];
