import { assertEquals, assertNotEquals } from "@std/assert";
import { comparable } from "./comparable.ts";

const answer = (metadata: Record<string, string>, status = 201) => ({
  status,
  json: { kind: "Secret", metadata, data: { a: "YQ==" } },
});

Deno.test("generated values may differ, and no others", () => {
  const told = comparable(answer({ name: "a", uid: "1", resourceVersion: "2" }));
  assertEquals(comparable(answer({ name: "a", uid: "3" })), told);
  assertNotEquals(comparable(answer({ name: "b", uid: "1" })), told);
  assertNotEquals(
    comparable({ status: 201, json: { kind: "Secret", metadata: { name: "a" } } }),
    told,
  );
});

Deno.test("a name that was generated may differ", () => {
  const named = (name: string) => comparable(answer({ generateName: "a-", name }));
  assertEquals(named("a-1"), named("a-2"));
});

Deno.test("refusals are alike in code and reason, whatever they say", () => {
  const refusal = (reason: string, message: string) =>
    comparable({ status: 409, json: { kind: "Status", reason, message, code: 409 } });
  assertEquals(refusal("Conflict", "one"), refusal("Conflict", "two"));
  assertNotEquals(refusal("Conflict", "one"), refusal("AlreadyExists", "one"));
});
