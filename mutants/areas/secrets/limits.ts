/**
 * Mutants of the limits of Secrets, and of their deletion.
 *
 * @module
 */
import { forbidden } from "../../../server/api_error.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { lenient, strategyOf } from "../../changes.ts";

/** Maximum size of all values in bytes, and the maximum length of base64 padding. */
const LIMIT = 1024 * 1024;
const PADDING = 2;

export const limitMutants: readonly Mutant[] = [
  {
    id: "secrets/padding-taken-off-twice",
    area: "secrets",
    description: "The size limit of a Secret is two bytes too high.",
    reason: "Base64 padding is subtracted from a length that does not include it.",
    breaks: ["secrets.size-limit"],
    install({ resource }) {
      resource(strategyOf(
        "Secret",
        lenient(({ reason }, { data }) => {
          const sizes = Object.values(asObject(data) ?? {}).map((value) => atob(`${value}`).length);
          return reason === "FieldValueTooLong" &&
            sizes.reduce((sum, size) => sum + size, 0) <= LIMIT + PADDING;
        }),
      ));
    },
  },
  {
    id: "secrets/empty-key-is-a-key",
    area: "secrets",
    description: "An empty key in `data` is accepted.",
    reason: "The regular expression uses `*` instead of `+`.",
    breaks: ["secrets.key-empty-rejected"],
    install({ resource }) {
      resource(strategyOf("Secret", lenient(({ field }) => field === "data[]")));
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
    id: "secrets/immutable-stays",
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
