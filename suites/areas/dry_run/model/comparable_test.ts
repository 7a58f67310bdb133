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

Deno.test("a field that repeats a generated name may differ, another one may not", () => {
  const labelled = (name: string, label: string) =>
    comparable({
      status: 201,
      json: { kind: "Namespace", metadata: { generateName: "a-", name, labels: { label } } },
    });
  assertEquals(labelled("a-1", "a-1"), labelled("a-2", "a-2"));
  assertNotEquals(labelled("a-1", "a-1"), labelled("a-2", "b"));
});

Deno.test("a field that repeats the uid may differ", () => {
  const selecting = (uid: string, selector: string) =>
    comparable({ status: 201, json: { kind: "Job", metadata: { uid }, spec: { selector } } });
  assertEquals(selecting("u-1", "u-1"), selecting("u-2", "u-2"));
  assertNotEquals(selecting("u-1", "u-1"), selecting("u-2", "u-1"));
});

Deno.test("a time since the creation may differ, as another second may have begun, an older one may not", () => {
  const marked = (lastTransitionTime: string) =>
    comparable({
      status: 200,
      json: {
        kind: "CustomResourceDefinition",
        metadata: { name: "a", creationTimestamp: "2026-11-27T19:57:14Z" },
        status: { conditions: [{ type: "Terminating", lastTransitionTime }] },
      },
    });
  assertEquals(marked("2026-11-27T19:57:14Z"), marked("2026-11-27T19:57:15Z"));
  assertNotEquals(marked("2026-11-27T19:57:14Z"), marked("2026-11-27T19:57:13Z"));
});
