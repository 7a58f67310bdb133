/**
 * Generates values for a schema: valid ones first, and such as a server must reject.
 *
 * @module
 */
import fc from "fast-check";
import type { Json, JsonObject } from "@plumbline/server/api";
import type { ValueSchema } from "./openapi.ts";

/** Values for texts by the name of the field; the valid ones come first. */
const TEXTS: readonly (readonly [RegExp, readonly Json[]])[] = [
  [/^(.*IPs?|ip|addresses)$/, [
    "10.1.1.1",
    "10.1.1.2",
    "fd00::1",
    "x",
    "127.0.0.1",
    "300.1.1.1",
    "",
  ]],
  [/cidr/i, ["10.1.0.0/16", "fd00::/64", "10.1.0.0", "x", ""]],
  [/schedule$/, ["* * * * *", "@daily", "0 0 1 1 *", "x", "61 * * * *", ""]],
  [/timeZone/, ["UTC", "Europe/Rome", "Nowhere", "", "Local"]],
  [/operator$/, ["In", "Exists", "NotIn", "DoesNotExist", "Equal", "Gt", "Is", ""]],
  [/protocol$/i, ["TCP", "UDP", "SCTP", "Other", ""]],
  [/(path|Path|subPathExpr)$/, ["/a", "/a/b", "a", "../a", "/a/../b", ""]],
  [/(host|hostname|externalName|subdomain)$/i, [
    "example.com",
    "a",
    "*.example.com",
    "10.1.1.1",
    "Not Valid",
    "",
  ]],
  [/(key|Key)$/, ["a", "example.com/a", "metadata.name", "not valid!", ""]],
  [/fieldPath/, ["metadata.name", "status.podIP", "metadata.labels['a']", "x", ""]],
  [/(kind|Kind)$/, ["Pod", "Secret", "ConfigMap", "Deployment", ""]],
  [/(apiGroup|apiVersion)$/, ["v1", "apps/v1", "apps", "Not Valid", ""]],
  [/(resource)$/, ["limits.cpu", "requests.memory", "cpu", "Other", ""]],
  [/(name|Name)$/, ["a", "a-b", "c", "a.b", "Not Valid", "", "x".repeat(64), "a_b"]],
  [/mode$/i, ["ReadWriteOnce", "ReadOnlyMany", "ReadWriteOncePod", "Other", ""]],
  [/effect$/, ["NoSchedule", "NoExecute", "Other", ""]],
  [/condition(Type)?$|type$/i, ["Ready", "Other", "Opaque", ""]],
  [/status$/, ["True", "False", "Unknown", "Perhaps", ""]],
  [/controller$/i, ["example.com/controller", "Not Valid", ""]],
];

const OTHER_TEXTS: readonly Json[] = ["a", "b", "example.com/a", "Not Valid", ""];
const INTEGERS: readonly Json[] = [1, 2, 80, 0, 30, -1, 443, 65_536, 100, 511, 101, 4_294_967_296];
const AMOUNTS: readonly Json[] = ["1", "1Gi", "100m", "2Gi", 1, "0", "-1", "much", ""];
const PARTS: readonly Json[] = [1, "50%", 0, "http", "0%", "150%", -1, "Not Valid", 70_000];
const TIMES: readonly Json[] = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "yesterday"];
const MICRO_TIMES: readonly Json[] = ["2026-01-01T00:00:00.000000Z", "yesterday"];
const BYTES: readonly Json[] = ["YQ==", "YWI=", "not base64!", ""];
/** Values of a wrong type, somewhere. */
const WRONG: readonly Json[] = [null, 7, "text", true, [], ["a"], {}, { a: "b" }, 2.5];

/** The depth at which generated objects end. */
const DEPTH = 4;

/** Generates a value for a field, now and then one of a wrong type. */
export function valueFor(schema: ValueSchema, field: string): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: 14, arbitrary: typed(schema, field, 0) },
    { weight: 1, arbitrary: fc.constantFrom(...WRONG) },
  );
}

function typed(schema: ValueSchema, field: string, depth: number): fc.Arbitrary<Json> {
  if (schema.enum.length > 0) {
    return early([...schema.enum, ...schema.enum, ...schema.enum, "Other", ""]);
  }
  switch (schema.type) {
    case "string":
      return early(textsFor(schema, field));
    case "integer":
    case "number":
      return early(INTEGERS);
    case "boolean":
      return fc.boolean();
    case "any":
      return fc.constantFrom<Json>({}, { a: "b" }, "a", 1);
    case "map":
      return mapFor(schema, field, depth);
    case "list":
      return listFor(schema, field, depth);
    case "object":
      return objectFor(schema, depth);
  }
}

function textsFor({ name, format }: ValueSchema, field: string): readonly Json[] {
  if (name === "Quantity") return AMOUNTS;
  if (name === "IntOrString") return PARTS;
  if (name === "MicroTime") return MICRO_TIMES;
  if (format === "date-time") return TIMES;
  if (format === "byte") return BYTES;
  return TEXTS.find(([pattern]) => pattern.test(field))?.[1] ?? OTHER_TEXTS;
}

/** Generates the first values more often: one of the first half, or any. */
function early(values: readonly Json[]): fc.Arbitrary<Json> {
  const first = values.slice(0, Math.ceil(values.length / 2));
  return fc.oneof(fc.constantFrom(...first), fc.constantFrom(...values));
}

const AMOUNT_NAMES = ["cpu", "memory", "storage", "pods", "example.com/a", "ephemeral-storage"];
const ODD_NAMES = ["not valid!", "other", "hugepages-2Mi", "requests.cpu"];

function mapFor(schema: ValueSchema, field: string, depth: number): fc.Arbitrary<Json> {
  const values = schema.field("a");
  if (!values || depth >= DEPTH) return fc.constant({});
  const keys = values.name === "Quantity"
    ? early([...AMOUNT_NAMES, ...ODD_NAMES])
    : early(["a", "app", "example.com/b", "not valid!", ""]);
  const value = values.type === "string" && values.format === "" && values.name === ""
    ? early(["b", "web", "", "not valid!"])
    : typed(values, field, depth + 1);
  return fc.array(fc.tuple(keys, value), { maxLength: 2 })
    .map((entries) => Object.fromEntries(entries));
}

function listFor(schema: ValueSchema, field: string, depth: number): fc.Arbitrary<Json> {
  if (!schema.items || depth >= DEPTH) return fc.constant([]);
  const item = typed(schema.items, field.replace(/s$/, ""), depth + 1);
  return fc.oneof<fc.WeightedArbitrary<Json>[]>(
    { weight: 6, arbitrary: item.map((one) => [one]) },
    { weight: 2, arbitrary: fc.tuple(item, item) },
    { weight: 1, arbitrary: item.map((one) => [one, one]) },
    { weight: 1, arbitrary: fc.constant<Json[]>([]) },
  );
}

/** Generates an object with its required fields, mostly, and with one or two others. */
function objectFor(schema: ValueSchema, depth: number): fc.Arbitrary<Json> {
  const { required, fields } = schema;
  if (fields.length === 0 || depth >= DEPTH) return fc.constant({});
  const optional = fields.filter((name) => !required.includes(name));
  return fc.tuple(
    fc.shuffledSubarray([...optional], { maxLength: Math.min(2, optional.length) }),
    fc.nat(11),
  ).chain(([chosen, dropped]) => {
    const names = [...required.filter((_, at) => at !== dropped), ...chosen];
    const parts = names.map((name) => {
      const field = schema.field(name);
      const value = field ? typed(field, name, depth + 1) : fc.constant<Json>("a");
      return value.map((each) => [name, each] as const);
    });
    return fc.tuple(...parts).map((entries) => Object.fromEntries(entries) as JsonObject);
  });
}
