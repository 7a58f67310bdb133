import { assertEquals, assertThrows } from "@std/assert";
import { lockedIn } from "./packages.ts";

Deno.test("the version of a package is that of the lock file", () => {
  const specifiers = { "npm:yaml@^2.9.0": "2.9.1", "npm:@peculiar/x509@^2.2.0": "2.2.0_a@1.0.0" };
  assertEquals(lockedIn(specifiers, "yaml"), "2.9.1");
  assertEquals(lockedIn(specifiers, "@peculiar/x509"), "2.2.0");
  assertThrows(() => lockedIn(specifiers, "ajv"), Error, "no package ajv");
});
