import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { canonicalQuantity } from "./quantity.ts";

Deno.test("a quantity has one spelling", () => {
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

Deno.test("what is no quantity has no spelling", () => {
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

Deno.test("the canonical spelling is its own canonical spelling", () => {
  const unit = fc.constantFrom(
    "",
    "n",
    "u",
    "m",
    "k",
    "M",
    "G",
    "T",
    "P",
    "E",
    "Ki",
    "Mi",
    "Gi",
    "e3",
    "e-2",
  );
  fc.assert(fc.property(fc.integer(), fc.nat(9999), unit, (whole, fraction, suffix) => {
    const spelling = canonicalQuantity(`${whole}.${fraction}${suffix}`);
    assertEquals(canonicalQuantity(spelling!), spelling);
  }));
});
