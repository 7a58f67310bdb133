import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../api_error.ts";
import { canonicalQuantity, canonicalTime, readInteger } from "./scalar.ts";

Deno.test("a time is kept in UTC, to the second or to the microsecond", () => {
  assertEquals(canonicalTime("2020-02-29T00:00:00Z", 0), "2020-02-29T00:00:00Z");
  assertEquals(canonicalTime("2020-01-01T00:00:00.999+02:00", 0), "2019-12-31T22:00:00Z");
  assertEquals(canonicalTime("2020-01-01T00:00:00.500000Z", 6), "2020-01-01T00:00:00.500000Z");
  assertEquals(canonicalTime("2020-01-01T00:00:00.5Z", 6), undefined);
  assertEquals(canonicalTime("0001-01-01T00:00:00Z", 0), "0001-01-01T00:00:00Z");
});

Deno.test("an invalid time is rejected", () => {
  const texts = [
    "",
    "2020-01-01",
    "2020-13-01T00:00:00Z",
    "2021-02-29T00:00:00Z",
    "2020-01-01T24:00:00Z",
    "2020-01-01T00:00:60Z",
    "2020-01-01T00:00:00",
    "2020-01-01t00:00:00z",
    "2020-01-01T00:00:00+0200",
  ];
  for (const text of texts) assertEquals(canonicalTime(text, 0), undefined, text);
});

Deno.test("a time to the microsecond has six digits of a fraction", () => {
  for (const fraction of ["", ".5", ".1234567"]) {
    assertEquals(canonicalTime(`2020-01-01T00:00:00${fraction}Z`, 6), undefined, fraction);
  }
});

Deno.test("a quantity has one canonical form", () => {
  const spellings: Record<string, string> = {
    "0": "0",
    "0.0Gi": "0",
    "1": "1",
    "+1": "1",
    "1000m": "1",
    "0.5": "500m",
    ".5": "500m",
    "1.": "1",
    "1500": "1500",
    "15000": "15k",
    "0.1n": "1n",
    "-1.5": "-1500m",
    "1.5Gi": "1536Mi",
    "1023Ki": "1023Ki",
    "512Mi": "512Mi",
    "1000Mi": "1000Mi",
    "1Ki": "1Ki",
    "0.5Ki": "512",
    "1024": "1024",
    "2048Mi": "2Gi",
    "1e3": "1e3",
    "1500e3": "1500e3",
    "1E3": "1e3",
    "12e-1": "1200e-3",
    "1E": "1E",
  };
  for (const [text, spelling] of Object.entries(spellings)) {
    assertEquals(canonicalQuantity(text), spelling, text);
  }
});

Deno.test("an invalid quantity is rejected", () => {
  for (
    const text of ["", "a", "1 Gi", "1Gb", "1ki", "--1", "1e", "1e1.5", ".", "Gi", "1e9999", "0x1"]
  ) {
    assertEquals(canonicalQuantity(text), undefined, text);
  }
});

Deno.test("resources are rounded up to thousandths", () => {
  assertEquals(canonicalQuantity("100u", -3), "1m");
  assertEquals(canonicalQuantity("0.0001", -3), "1m");
  assertEquals(canonicalQuantity("1.0001", -3), "1001m");
});

/** Units; without one, a number is a decimal number. */
const UNITS = ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "e3", "e-2"];
const BINARY_UNITS = ["Ki", "Mi", "Gi"];

function spellingOfSpelling(
  units: readonly string[],
  holds: (first: string, again: string) => void,
) {
  const unit = fc.constantFrom(...units);
  fc.assert(fc.property(fc.integer(), fc.nat(9999), unit, (whole, fraction, suffix) => {
    const first = canonicalQuantity(`${whole}.${fraction}${suffix}`)!;
    holds(first, canonicalQuantity(first)!);
  }));
}

Deno.test("the canonical form of a quantity is its own canonical form", () => {
  spellingOfSpelling(UNITS, (first, again) => assertEquals(again, first));
});

// Found in CI, by an unknown seed: the canonical form is `-1408826357345000`, which is not binary.
Deno.test("a binary quantity that no binary unit divides has no unit", () => {
  assertEquals(canonicalQuantity("-1343561513.2761Mi"), "-1408826357345000");
  spellingOfSpelling(BINARY_UNITS, (first, again) => {
    if (first.endsWith("i")) assertEquals(again, first);
    else assertMatch(first, /^(-?[0-9]+|-?[0-9]+[num])$/);
  });
});

Deno.test("an integer parameter has 64 bits", () => {
  const read = (limit: string) => readInteger(new URLSearchParams({ limit }), "limit");
  assertEquals([read("7"), read("+7"), read("-7"), read("")], [7, 7, -7, 0]);
  assertEquals(read("9223372036854775807"), Number.MAX_SAFE_INTEGER);
  assertEquals(read("-9223372036854775808"), -Number.MAX_SAFE_INTEGER);
  for (const text of ["9223372036854775808", "1.0", "1e3", "0x1", " 1", "one"]) {
    assertThrows(() => read(text), ApiError, "limit: Invalid value");
  }
});
