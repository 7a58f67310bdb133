/**
 * Generates objects of any kind for tests, with all values that their JSON form can have.
 *
 * @module
 */
import fc from "fast-check";
import type { Json, JsonObject } from "../../object.ts";
import type { Message, MessageField } from "./messages.ts";

const WHOLE_SECONDS = fc.date({
  min: new Date("0001-01-02T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59Z"),
  noInvalidDate: true,
}).map((date) => date.toISOString().replace(/\.\d+Z$/, "Z"));

const LEAF_VALUES: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  Time: WHOLE_SECONDS,
  MicroTime: fc.tuple(WHOLE_SECONDS, fc.stringMatching(/^[0-9]{6}$/)).map(([time, micros]) =>
    time.replace("Z", `.${micros}Z`)
  ),
  RawExtension: fc.dictionary(text(), text(), { minKeys: 1, maxKeys: 2 }),
  Quantity: fc.stringMatching(/^[1-9][0-9]{0,5}(m|k|Mi|e3)?$/),
  IntOrString: fc.oneof(int(32), text()),
  Strings: fc.array(text(), { maxLength: 3 }),
  FieldsV1: fc.dictionary(fc.constantFrom(".", "f:a", 'k:{"b":"<"}'), fc.constant({})),
};

/** The leaves whose JSON is `null` where the message has none. */
const NULLABLE = new Set(["Time", "MicroTime", "RawExtension"]);

/** Generates objects of a kind in their decoded form, without `apiVersion` and `kind`. */
export function arbitraryFields(message: Message): fc.Arbitrary<JsonObject> {
  const parts = message.fields.map((field) =>
    field.name === undefined ? arbitraryFields(field.message!) : arbitraryField(field)
  );
  return fc.tuple(...parts).map((objects) => Object.assign({}, ...objects));
}

/** Generates an object with one field, or without it if decoding would leave it out. */
function arbitraryField(field: MessageField): fc.Arbitrary<JsonObject> {
  const name = field.name!;
  const present = arbitraryLabelled(field).map((value) => ({ [name]: value }));
  const structured = field.message && !field.label && !field.explicit;
  const absent = field.kept ? fc.constant({ [name]: zero(field) }) : fc.constant({});
  if (structured) return NULLABLE.has(field.type) ? fc.oneof(present, never(name)) : present;
  return fc.oneof({ weight: 2, arbitrary: absent }, { weight: 1, arbitrary: present });
}

function never(name: string): fc.Arbitrary<JsonObject> {
  return fc.constant({ [name]: null });
}

function arbitraryLabelled(field: MessageField): fc.Arbitrary<Json> {
  const value = arbitraryValue(field);
  if (field.label === "repeated") return fc.array(value, { minLength: 1, maxLength: 2 });
  if (field.label === "map") return fc.dictionary(text(), value, { minKeys: 1, maxKeys: 2 });
  if (field.explicit || field.message) return value;
  return value.filter((value) => value !== "" && value !== 0 && value !== false);
}

function arbitraryValue({ type, message }: MessageField): fc.Arbitrary<Json> {
  if (message) return LEAF_VALUES[type] ?? arbitraryFields(message);
  if (type === "bytes") return fc.uint8Array({ maxLength: 9 }).map((bytes) => bytes.toBase64());
  if (type === "bool") return fc.boolean();
  if (type === "string") return text();
  return int(type === "int32" ? 32 : 54);
}

function zero({ type, label, explicit }: MessageField): Json {
  if (label || explicit || type === "Strings" || type === "bytes") return null;
  if (type === "bool") return false;
  return type === "string" ? "" : 0;
}

function text(): fc.Arbitrary<string> {
  return fc.string({ unit: "binary", maxLength: 9 });
}

/** Generates signed integers of a width in bits, without negative zero, which JSON drops. */
function int(bits: number): fc.Arbitrary<number> {
  return fc.maxSafeInteger().map((value) => Math.trunc(value / 2 ** (54 - bits)) + 0);
}
