import { assertEquals } from "@std/assert";
import { verifyStatus } from "./status.ts";

const GOOD = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  reason: "NotFound",
  message: 'secrets "a" not found',
  code: 404,
};

function violations(change: { [field: string]: string | number | undefined }): string[] {
  const text = JSON.stringify({ ...GOOD, ...change });
  return verifyStatus({ status: 404, text, json: JSON.parse(text) })
    .map(({ requirement }) => requirement);
}

Deno.test("accepts a Status with any message and further fields", () => {
  assertEquals(violations({}), []);
  assertEquals(violations({ message: "gone fishing", more: "fields" }), []);
});

Deno.test("reports a body that is not a Status of a failure", () => {
  assertEquals(violations({ kind: "Error" }), ["errors.error-has-status-body"]);
  assertEquals(violations({ apiVersion: "v2" }), ["errors.error-has-status-body"]);
  assertEquals(violations({ status: "Success" }), ["errors.error-has-status-body"]);
  const plain = verifyStatus({ status: 404, text: "not found", json: undefined });
  assertEquals(plain.map(({ requirement }) => requirement), ["errors.error-has-status-body"]);
});

Deno.test("reports a Status with another code, or without a reason or message", () => {
  assertEquals(violations({ code: 400 }), ["errors.status-has-code"]);
  assertEquals(violations({ code: undefined }), ["errors.status-has-code"]);
  assertEquals(violations({ reason: "" }), ["errors.status-has-reason-and-message"]);
  assertEquals(violations({ message: undefined }), ["errors.status-has-reason-and-message"]);
});
