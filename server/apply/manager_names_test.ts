import { assertEquals } from "@std/assert";
import { nameOfUserAgent, validateManagedFields, validateManagerName } from "./manager_names.ts";

const reasons = (name: string) =>
  validateManagerName(name, "fieldManager").map(({ reason }) => reason);

Deno.test("a manager's name has at most 128 bytes and only what can be printed", () => {
  assertEquals(reasons("kubectl-client side_apply ✓"), []);
  assertEquals(reasons("x".repeat(128)), []);
  assertEquals(reasons("x".repeat(129)), ["FieldValueTooLong"]);
  assertEquals(reasons("é".repeat(65)), ["FieldValueTooLong"]);
  assertEquals(validateManagerName("a\u0007b", "fieldManager"), [{
    reason: "FieldValueInvalid",
    field: "fieldManager",
    message: 'Invalid value: "a\\u0007b": invalid character U+0007 (at position 1)',
  }]);
});

Deno.test("the managers in an object's metadata are validated likewise", () => {
  const entries = [{ manager: "a" }, { manager: "a\n", subresource: "s".repeat(257) }];
  assertEquals(
    validateManagedFields(entries, "metadata.managedFields").map(({ field }) => field),
    ["metadata.managedFields[1].manager", "metadata.managedFields[1].subresource"],
  );
  assertEquals(validateManagedFields(undefined, "metadata.managedFields"), []);
});

Deno.test("a client without a manager's name is called by its User-Agent up to the slash", () => {
  assertEquals(nameOfUserAgent("kube ctl/v1.26 (linux) x/y"), "kube ctl");
  assertEquals(nameOfUserAgent("a\tb/1"), "ab");
  assertEquals(nameOfUserAgent("/1"), "");
  assertEquals(nameOfUserAgent(null), "");
  assertEquals(nameOfUserAgent("é".repeat(100)), "é".repeat(64));
  assertEquals(nameOfUserAgent("x".repeat(200)), "x".repeat(128));
});
