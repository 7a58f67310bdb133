/**
 * Generators of parts of objects.
 *
 * @module
 */
import fc from "fast-check";
import type { Json, JsonObject } from "@plumbline/server/api";

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Generates an object with some of the fields, always with those whose names end with `!`. */
export function part(fields: Fields): fc.Arbitrary<JsonObject> {
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  const requiredKeys: string[] = [];
  for (const [key, value] of Object.entries(fields)) {
    const name = key.replace(/!$/, "");
    model[name] = value;
    if (name !== key) requiredKeys.push(name);
  }
  return fc.record(model, { requiredKeys }) as fc.Arbitrary<JsonObject>;
}

/** Generates one of the values. */
export const oneOf = <Value extends Json>(...values: Value[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...values);
/** A name. */
export const name: fc.Arbitrary<string> = oneOf("a", "b", "c", "d");
/** Labels. */
export const labels: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  oneOf("a", "b", "app.io/c"),
  oneOf("1", "2", ""),
  { maxKeys: 3 },
);
/** A file mode. */
export const mode: fc.Arbitrary<number> = oneOf(0, 0o400, 0o777);

/** A reference to a field. */
export const fieldRef: fc.Arbitrary<JsonObject> = part({
  "fieldPath!": oneOf("metadata.name"),
  apiVersion: oneOf("v1"),
});
