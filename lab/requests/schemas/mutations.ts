/**
 * Generates changes of a valid object of a kind, by its schema.
 *
 * @module
 */
import fc from "fast-check";
import type { Json, JsonObject } from "@plumbline/server/api";
import type { Mutation } from "../kinds/kind.ts";
import type { ValueSchema } from "./openapi.ts";
import { valueFor } from "./values.ts";

/** What every kind has; other changes are made there. */
const ENVELOPE = ["apiVersion", "kind", "metadata"];

/**
 * Generates changes of an object.
 *
 * @param schema the schema of the kind @param body a valid object without metadata
 * @param avoided fields that are not changed, as dotted paths
 */
export function mutationsOf(
  schema: ValueSchema,
  body: JsonObject,
  avoided: readonly string[] = [],
): fc.Arbitrary<Mutation> {
  const fields = schema.fields.filter((name) => !ENVELOPE.includes(name));
  return fc.constantFrom(
    ...fields.flatMap((name) => name === "status" ? [name] : [name, name, name]),
  )
    .chain((name) => below(schema.field(name)!, body[name], [name], avoided));
}

/** Generates a change of a value or of something in it. Fields that have a value come more often. */
function below(
  schema: ValueSchema,
  value: Json | undefined,
  path: readonly string[],
  avoided: readonly string[],
): fc.Arbitrary<Mutation> {
  const place = path.join(".");
  const here = valueFor(schema, path.findLast((part) => !/^\d+$/.test(part))!)
    .map((value): Mutation => ({ place, value }));
  const down = (name: string) => {
    const field = schema.type === "list" ? schema.items : schema.field(name);
    return field && below(field, partOf(value, name), [...path, name], avoided);
  };
  if (schema.type === "list" && Array.isArray(value) && value.length > 0) {
    const at = fc.nat(value.length - 1).chain((index) => down(String(index))!);
    return fc.oneof({ weight: 1, arbitrary: here }, { weight: 4, arbitrary: at });
  }
  const names = schema.fields.filter((name) => !avoided.includes(`${place}.${name}`));
  const isOpen = value !== undefined || path.length < 4 && path[0] === "status";
  if (schema.type !== "object" || names.length === 0 || !isOpen) return here;
  const present = names.filter((name) => partOf(value, name) !== undefined);
  const inside = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...names) },
    ...(present.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...present) }] : []),
  ).chain((name) => down(name)!);
  const gone = fc.constantFrom<Json>({}, null).map((value): Mutation => ({ place, value }));
  return fc.oneof(
    { weight: 30, arbitrary: inside },
    { weight: 1, arbitrary: gone },
    { weight: 1, arbitrary: fc.constant<Mutation>({ place: `${place}.unknown`, value: "x" }) },
  );
}

const partOf = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === "object" && value !== null ? (value as JsonObject)[key] : undefined;
