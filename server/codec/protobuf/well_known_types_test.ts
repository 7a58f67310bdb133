import { assertEquals, assertThrows } from "@std/assert";
import { WELL_KNOWN_TYPES, type WellKnownType } from "./well_known_types.ts";

const leaf = (name: string): WellKnownType => WELL_KNOWN_TYPES[name]!;

Deno.test("a time is encoded as its seconds, whatever its zone and fraction", () => {
  const { fields, value } = leaf("Time");
  assertEquals(fields("2026-11-21T02:47:33Z"), { seconds: 1795229253 });
  assertEquals(fields("2026-11-21T03:47:33.999+01:00"), { seconds: 1795229253 });
  assertEquals(fields("1969-12-31T23:59:59.5Z"), { seconds: -1 });
  assertEquals(value({ seconds: 1795229253, nanos: 999 }), "2026-11-21T02:47:33Z");
  assertEquals(value({}), "1970-01-01T00:00:00Z");
});

Deno.test("the first second of year 1 means unset", () => {
  const { fields, value, zero } = leaf("Time");
  assertEquals(fields("0001-01-01T00:00:00Z"), undefined);
  assertEquals(fields(null), undefined);
  assertEquals(value({ seconds: -62_135_596_800 }), null);
  assertEquals(zero, null);
});

Deno.test("an invalid time, or one after the year 9999, is rejected", () => {
  const { fields, value } = leaf("Time");
  for (const wrong of ["", "2026-11-21", "2026-13-01T00:00:00Z", "Sat, 21 Nov 2026", 0, true]) {
    assertThrows(() => fields(wrong), TypeError, "it must be a time");
  }
  for (const seconds of [253_402_300_800, -62_135_596_801, 2 ** 62]) {
    assertThrows(() => value({ seconds }), TypeError, "years 1 to 9999");
  }
});

Deno.test("a quantity is kept as it is written, a number becomes text", () => {
  const { fields, value } = leaf("Quantity");
  assertEquals(fields("1500m"), { string: "1500m" });
  assertEquals(fields(2), { string: "2" });
  assertEquals(fields(null), { string: "0" });
  assertEquals(value({ string: "1Gi" }), "1Gi");
  assertThrows(() => fields(true), TypeError, "it must be a quantity");
  assertThrows(() => value({ string: "" }), TypeError, "it is empty text");
});

Deno.test("an IntOrString states which of the two it is", () => {
  const { fields, value } = leaf("IntOrString");
  assertEquals(fields(0), { intVal: 0 });
  assertEquals(fields("25%"), { type: 1, strVal: "25%" });
  assertEquals(value({ intVal: 8080, strVal: "8080" }), 8080);
  assertEquals(value({ type: 1 }), "");
  assertThrows(() => value({ type: 2 }), TypeError, "must be 0 or 1");
});

Deno.test("a field set is the JSON it contains", () => {
  const { fields, value } = leaf("FieldsV1");
  assertEquals(fields({ "f:a": {} }), { Raw: `{"f:a":{}}` });
  assertEquals(value({ Raw: `{"f:a":{}}` }), { "f:a": {} });
  assertEquals(value({}), null);
  assertThrows(() => value({ Raw: "{" }), SyntaxError);
});

Deno.test("a time with microseconds keeps six digits of its fraction", () => {
  const { fields, value } = leaf("MicroTime");
  const encoded = { seconds: 1795229253, nanos: 123_456_000 };
  assertEquals(fields("2026-11-21T02:47:33.123456Z"), encoded);
  assertEquals(fields("2026-11-21T02:47:33.1234569Z"), encoded);
  assertEquals(fields("1969-12-31T23:59:59.5Z"), { seconds: -1, nanos: 500_000_000 });
  assertEquals(value(encoded), "2026-11-21T02:47:33.123456Z");
  assertEquals(value({ seconds: 1795229253 }), "2026-11-21T02:47:33.000000Z");
  assertEquals([value({ seconds: -62_135_596_800 }), fields(null)], [null, undefined]);
  assertThrows(() => fields("yesterday"), TypeError, "it must be a time");
  assertThrows(() => value({ nanos: 1e9 }), TypeError, "0 to 999999999");
});

Deno.test("a value of any shape is JSON inside its message", () => {
  const { fields, value } = leaf("RawExtension");
  assertEquals(fields({ a: [1] }), { raw: '{"a":[1]}' });
  assertEquals(value({ raw: '{"a":[1]}' }), { a: [1] });
  assertEquals([fields(null), value({})], [undefined, null]);
});
