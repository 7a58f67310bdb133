/**
 * Faults of what a secret may be: its type, its keys, its size, and its end.
 *
 * @module
 */
import { forbidden } from "../../../server/api_error.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { lenient, strategyOf } from "../../changes.ts";

/** The most bytes that all values may have, and what the padding of base64 may stand for. */
const LIMIT = 1024 * 1024;
const PADDING = 2;

/** The faults. */
export const limitMutants: readonly Mutant[] = [
  {
    id: "secrets/padding-taken-off-twice",
    area: "secrets",
    description: "A secret may be two bytes larger than it may.",
    reason: "The padding of base64 is taken off the length, which was one without it already.",
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
    description: "A key of data may be empty.",
    reason: "The expression asks for letters, and not for how many.",
    breaks: ["secrets.key-empty-rejected"],
    install({ resource }) {
      resource(strategyOf("Secret", lenient(({ field }) => field === "data[]")));
    },
  },
  {
    id: "secrets/default-type-in-small-letters",
    area: "secrets",
    description: "A secret without a type is of the type opaque, in small letters.",
    reason: "The default stands in the schema, among values of other kinds that are spelt so.",
    breaks: ["secrets.type-default-opaque"],
    install({ steps }) {
      steps(({ setDefaults }) => ({
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
    description: "An immutable secret cannot be deleted.",
    reason: "To delete is to change, and more than that.",
    breaks: ["secrets.immutable-may-be-deleted"],
    install({ steps }) {
      steps(({ deleteObject }) => ({
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
