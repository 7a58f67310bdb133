/**
 * Generates structural schemas of custom resources, each with a valid value.
 *
 * @module
 */
import fc from "fast-check";
import type { Json, JsonObject } from "@plumbline/server/api";

/** A schema and a value that is valid for it. */
export interface Described {
  readonly schema: JsonObject;
  readonly value: Json;
}

const one = (schema: JsonObject, value: Json): fc.Arbitrary<Described> =>
  fc.constant({ schema, value });

const TEXTS: readonly Described[] = [
  { schema: {}, value: "a" },
  { schema: { default: "given" }, value: "b" },
  { schema: { enum: ["a", "b", ""] }, value: "a" },
  { schema: { pattern: "^[a-z]+(-[a-z]+)*$" }, value: "a-b" },
  { schema: { minLength: 1, maxLength: 3 }, value: "ab" },
  { schema: { format: "date-time" }, value: "2026-01-01T00:00:00Z" },
  { schema: { format: "date" }, value: "2026-01-01" },
  { schema: { format: "ipv4" }, value: "10.1.1.1" },
  { schema: { format: "ipv6" }, value: "fd00::1" },
  { schema: { format: "uuid" }, value: "11111111-1111-4111-8111-111111111111" },
  { schema: { format: "byte" }, value: "YQ==" },
  { schema: { format: "duration" }, value: "5m" },
  { schema: { format: "hostname" }, value: "example.com" },
  { schema: { format: "email" }, value: "a@example.com" },
  { schema: { format: "uri" }, value: "https://example.com/a" },
  { schema: { format: "cidr" }, value: "10.1.0.0/16" },
  { schema: { nullable: true }, value: null },
  { schema: { nullable: true, default: "given" }, value: "a" },
];

const NUMBERS: readonly Described[] = [
  { schema: { type: "integer" }, value: 1 },
  { schema: { type: "integer", format: "int32", default: 3 }, value: 2 },
  { schema: { type: "integer", minimum: 1, maximum: 80 }, value: 2 },
  { schema: { type: "integer", minimum: 0, exclusiveMinimum: true }, value: 1 },
  { schema: { type: "integer", enum: [1, 2, 30] }, value: 1 },
  { schema: { type: "integer", multipleOf: 2 }, value: 2 },
  { schema: { type: "number" }, value: 1.5 },
  { schema: { type: "number", minimum: 0.5 }, value: 1 },
];

const leaf: fc.Arbitrary<Described> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS).map(typed("string")) },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: one({ type: "boolean" }, true) },
  { weight: 1, arbitrary: one({ type: "boolean", default: true }, false) },
  { weight: 1, arbitrary: one({ "x-kubernetes-int-or-string": true }, "50%") },
);

function typed(type: string) {
  return ({ schema, value }: Described): Described => ({ schema: { type, ...schema }, value });
}

const list: fc.Arbitrary<Described> = fc.oneof(
  fc.constantFrom("atomic", "set").chain((kind) =>
    fc.constantFrom<JsonObject>({}, { minItems: 1 }, { maxItems: 1 }).map((bounds) => ({
      schema: {
        type: "array",
        "x-kubernetes-list-type": kind,
        items: { type: "string" },
        ...bounds,
      },
      value: ["a"],
    }))
  ),
  leaf.map((item) => ({
    schema: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, field: item.schema },
      },
    },
    value: [{ name: "a", field: item.value }],
  })),
  leaf.map((item) => ({ schema: { type: "array", items: item.schema }, value: [item.value] })),
);

const map: fc.Arbitrary<Described> = leaf.map(({ schema, value }) => ({
  schema: { type: "object", additionalProperties: schema },
  value: { a: value },
}));

/** Objects with rules in CEL. */
const RULED: readonly Described[] = [
  {
    schema: {
      type: "object",
      properties: { min: { type: "integer" }, max: { type: "integer" } },
      required: ["min", "max"],
      "x-kubernetes-validations": [{ rule: "self.min <= self.max", message: "out of order" }],
    },
    value: { min: 1, max: 2 },
  },
  {
    schema: {
      type: "string",
      "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "is fixed" }],
    },
    value: "a",
  },
  {
    schema: {
      type: "array",
      maxItems: 5,
      items: { type: "string", maxLength: 20 },
      "x-kubernetes-validations": [{ rule: "self.all(x, x.startsWith('a'))" }],
    },
    value: ["a"],
  },
  {
    schema: {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      "x-kubernetes-validations": [{ rule: "has(self.a) || has(self.b)" }],
    },
    value: { a: "b" },
  },
];

const others: fc.Arbitrary<Described> = fc.oneof(
  one({ type: "object", "x-kubernetes-preserve-unknown-fields": true }, { a: { b: 1 } }),
  one(
    {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } },
  ),
  fc.constantFrom(...RULED),
);

/** Generates an object of several fields; some are required. */
function object(depth: number): fc.Arbitrary<Described> {
  const field: fc.Arbitrary<Described> = fc.oneof(
    { weight: 6, arbitrary: leaf },
    { weight: 2, arbitrary: list },
    { weight: 1, arbitrary: map },
    { weight: 2, arbitrary: others },
    ...(depth > 0 ? [{ weight: 2, arbitrary: object(depth - 1) }] : []),
  );
  return fc.array(fc.tuple(field, fc.nat(2)), { minLength: 2, maxLength: 6, size: "max" })
    .map((fields) => ({
      schema: {
        type: "object",
        properties: Object.fromEntries(fields.map(([{ schema }], at) => [`f${at}`, schema])),
        required: ["f0"],
      },
      value: Object.fromEntries(
        fields.flatMap(([{ value }, drawn], at) =>
          at === 0 || drawn > 0 ? [[`f${at}`, value]] : []
        ),
      ),
    }));
}

/** Returns schemas of a `spec`, the same for the same seed. */
export const structuralSchemas = (count: number, seed: number): readonly Described[] =>
  fc.sample(object(2), { numRuns: count, seed })
    // A required field is not null.
    .map(({ schema, value }) =>
      (value as JsonObject).f0 === null
        ? { schema: { ...schema, required: [] }, value }
        : { schema, value }
    );
