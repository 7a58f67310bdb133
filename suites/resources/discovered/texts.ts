/**
 * Texts that fit the format, the pattern and the name of a field.
 *
 * @module
 */
import type { Schema } from "./schema.ts";

/** Texts by the format of a schema; two, to change one into the other. */
const BY_FORMAT: Readonly<Record<string, readonly string[]>> = {
  "date-time": ["2030-01-01T00:00:00Z", "2031-02-03T04:05:06Z"],
  "date": ["2030-01-01", "2031-02-03"],
  "byte": ["cGx1bWI=", "bGluZQ=="],
  "uuid": ["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b811-9dad-11d1-80b4-00c04fd430c8"],
  "ipv4": ["192.0.2.1", "192.0.2.2"],
  "ipv6": ["2001:db8::1", "2001:db8::2"],
  "cidr": ["192.0.2.0/24", "198.51.100.0/24"],
  "uri": ["https://plumbline.invalid/one", "https://plumbline.invalid/two"],
  "email": ["one@plumbline.invalid", "two@plumbline.invalid"],
  "hostname": ["one.plumbline.invalid", "two.plumbline.invalid"],
  "duration": ["10s", "20s"],
};

/** Texts by the name of a definition of the API machinery. */
const BY_DEFINITION: Readonly<Record<string, readonly string[]>> = {
  Time: BY_FORMAT["date-time"]!,
  MicroTime: ["2030-01-01T00:00:00.000000Z", "2031-02-03T04:05:06.000007Z"],
  Quantity: ["1", "2"],
  Duration: BY_FORMAT.duration!,
};

/** Texts by the name of a field, where nothing else is known of it. */
const BY_FIELD: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^namespace$/i, ["{namespace}"]],
  [/^image$/i, ["plumbline.invalid/none", "plumbline.invalid/other"]],
  [/^(url|uri|endpoint)$/i, BY_FORMAT.uri!],
  [/^(host|hostname|domain)$/i, BY_FORMAT.hostname!],
  [/^schedule$/i, ["0 0 1 1 *", "0 0 2 1 *"]],
  [/^apiVersion$/, ["plumbline.invalid/v1"]],
  [/^kind$/, ["Plumb"]],
  [/^(ip|address)$/i, BY_FORMAT.ipv4!],
];

const PLAIN = ["plumbline", "plumbline-two"] as const;

/** Texts of many forms, of which one may match a pattern or a rule that is not known. */
export const SAMPLES: readonly string[] = [
  ...PLAIN,
  "plumbline.invalid",
  "plumbline.invalid/none",
  "a",
  "A",
  "1",
  "10",
  "1.0",
  "v1",
  "true",
  "10s",
  "1h",
  "50%",
  "http",
  "https://plumbline.invalid/one",
  "/plumbline",
  "192.0.2.1",
  "2001:db8::1",
  "192.0.2.0/24",
  "2030-01-01T00:00:00Z",
  "cGx1bWI=",
  "00",
  "abcdef",
  "ABC",
  "a_b",
  "a=b",
  "a:b",
  "one@plumbline.invalid",
  "0 0 1 1 *",
  "1.2.3",
  "v1.2.3",
  "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  "",
];

/** Returns texts that fit a schema: one or more, as different from each other as it allows. */
export function textsFor(schema: Schema, field: string): readonly string[] {
  const named = BY_FIELD.find(([pattern]) => pattern.test(field))?.[1];
  const known = BY_DEFINITION[schema.name] ?? BY_FORMAT[schema.format] ?? named ?? PLAIN;
  const pattern = compiled(schema.pattern);
  const fits = (text: string) =>
    (pattern === undefined || pattern.test(text)) && text.length <= schema.maxLength &&
    text.length >= schema.minLength;
  const long = (text: string) => text.padEnd(schema.minLength, text.at(-1) ?? "x");
  const short = PLAIN.map((text) => text.slice(0, Math.max(1, schema.maxLength)));
  const all = [...known, ...PLAIN, ...short, ...SAMPLES].flatMap((text) => [text, long(text)]);
  const found = [...new Set(all.filter((text) => fits(text)))];
  return found.length === 0 ? known : found.slice(0, 2);
}

/** Returns the pattern as JSON Schema means it; undefined without one, or if it is of another dialect. */
function compiled(pattern: string | undefined): RegExp | undefined {
  if (pattern === undefined) return undefined;
  try {
    return new RegExp(pattern, "u");
  } catch {
    try {
      return new RegExp(pattern);
    } catch {
      return undefined;
    }
  }
}
