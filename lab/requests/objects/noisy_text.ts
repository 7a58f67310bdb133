/**
 * JSON texts that follow a schema loosely: with unknown fields, doubled fields, nulls and values
 * of other types strewn in.
 *
 * @module
 */
import fc from "fast-check";
import type { Schema } from "@plumbline/server/codec";

/** One value in this many is wrong. */
const NOISE = 12;
/** Fields with an effect beyond decoding. */
const LEFT_OUT = new Set(["apiVersion", "kind", "namespace", "resourceVersion", "uid", "selfLink"]);

const wrongValue = fc.constantFrom(
  "null",
  "true",
  "1",
  "1.0",
  "1.5",
  "-7",
  "1e2",
  "3000000000",
  `"x"`,
  `""`,
  "[]",
  "{}",
  `["a"]`,
  `{"a":"b"}`,
  "[null]",
  `{"a":null}`,
);

const PLAIN: Readonly<Record<string, readonly string[]>> = {
  string: [`"a"`, `"b"`, `""`, `"\\u00e9\\""`],
  boolean: ["true", "false"],
  integer: ["0", "1", "-1", "2147483647", "-0"],
  number: ["1", "0.5"],
  bytes: [`""`, `"YQ=="`, `"YWI="`, `"Y\\nQ=="`],
  time: [`"2020-01-01T00:00:00Z"`, `"2020-01-01T00:00:00.123-07:00"`],
  microTime: [`"2020-01-01T00:00:00.000000Z"`],
  intOrString: ["0", "5", `"25%"`, `"x"`],
  quantity: [`"1"`, "1", `"0.5"`, `"1Gi"`, "1.5"],
  any: ["{}", `{"a":{"a":1,"a":2}}`],
  fields: ["{}", `{"f:a":{},"f:a":{}}`],
};

/** Generates texts for a schema up to a depth. */
export function noisyText(schema: Schema, depth = 9): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: NOISE * 8, arbitrary: cleanText(schema, depth) },
    { weight: 1, arbitrary: wrongValue },
  );
}

function cleanText(schema: Schema, depth: number): fc.Arbitrary<string> {
  switch (schema.type) {
    case "object": {
      const names = [...schema.fields.keys()].filter((name) => !LEFT_OUT.has(name));
      if (depth === 0) return fc.constant("{}");
      const chosen = fc.subarray(names, { maxLength: Math.min(4, names.length) });
      return chosen.chain((some) =>
        entriesText(
          some.map((name) =>
            noisyText(schema.fields.get(name)!.schema, depth - 1)
              .map((value): [string, string] => [name, value])
          ),
        )
      );
    }
    case "map":
      return fc.uniqueArray(
        fc.tuple(fc.constantFrom("a", "b", "a.b/c"), noisyText(schema.values, depth - 1)),
        { maxLength: 2, selector: ([key]) => key },
      ).chain((entries) => entriesText(entries.map((entry) => fc.constant(entry))));
    case "list":
      return fc.array(noisyText(schema.items, depth - 1), { maxLength: depth > 0 ? 2 : 0 })
        .map((items) => `[${items.join()}]`);
    default:
      return fc.constantFrom(...PLAIN[schema.type]!);
  }
}

/**
 * An object's text; now and then with a field doubled, miswritten or made up. A doubled field has
 * the same value twice: real servers read the earlier values too and merge objects, this one does not.
 */
function entriesText(entries: readonly fc.Arbitrary<[string, string]>[]): fc.Arbitrary<string> {
  return fc.tuple(fc.tuple(...entries), fc.nat(NOISE), wrongValue).map(([pairs, noise, value]) => {
    const [first] = pairs;
    if (noise === 0) pairs.push(["unknown", value]);
    if (noise === 1 && first) pairs.push([first[0].toUpperCase(), value]);
    if (noise === 2 && first) pairs.push(first);
    if (noise === 3 && first) pairs.push([`${first[0]}X`, value], [`${first[0]}X`, value]);
    return `{${pairs.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
  });
}
