import { assertEquals, assertNotEquals } from "@std/assert";
import { comparable } from "./comparable.ts";

const response = (metadata: Record<string, string>, status = 201) => ({
  status,
  json: { kind: "Secret", metadata, data: { a: "YQ==" } },
});

Deno.test("only generated values may differ", () => {
  const expected = comparable(response({ name: "a", uid: "1", resourceVersion: "2" }));
  assertEquals(comparable(response({ name: "a", uid: "3" })), expected);
  assertNotEquals(comparable(response({ name: "b", uid: "1" })), expected);
  assertNotEquals(
    comparable({ status: 201, json: { kind: "Secret", metadata: { name: "a" } } }),
    expected,
  );
});

Deno.test("a generated name may differ", () => {
  const named = (name: string) => comparable(response({ generateName: "a-", name }));
  assertEquals(named("a-1"), named("a-2"));
});

Deno.test("errors are compared by code and reason, not by message", () => {
  const error = (reason: string, message: string) =>
    comparable({ status: 409, json: { kind: "Status", reason, message, code: 409 } });
  assertEquals(error("Conflict", "one"), error("Conflict", "two"));
  assertNotEquals(error("Conflict", "one"), error("AlreadyExists", "one"));
});
