import { assertEquals } from "@std/assert";
import { judgeStatus } from "./status.ts";

const GOOD = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  reason: "NotFound",
  message: "there is no such secret",
  code: 404,
};

function told(change: { [field: string]: string | number | undefined }): string[] {
  const text = JSON.stringify({ ...GOOD, ...change });
  return judgeStatus({ status: 404, text, json: JSON.parse(text) })
    .map(({ requirement }) => requirement);
}

Deno.test("a Status that says what happened is accepted, with any words and fields besides", () => {
  assertEquals(told({}), []);
  assertEquals(told({ message: "gone fishing", more: "fields" }), []);
});

Deno.test("a body that is no Status of a failure is told", () => {
  assertEquals(told({ kind: "Error" }), ["errors.refusal-has-status-body"]);
  assertEquals(told({ apiVersion: "v2" }), ["errors.refusal-has-status-body"]);
  assertEquals(told({ status: "Success" }), ["errors.refusal-has-status-body"]);
  const plain = judgeStatus({ status: 404, text: "not found", json: undefined });
  assertEquals(plain.map(({ requirement }) => requirement), ["errors.refusal-has-status-body"]);
});

Deno.test("a Status with another code, or without a reason or message, is told", () => {
  assertEquals(told({ code: 400 }), ["errors.status-bears-code"]);
  assertEquals(told({ code: undefined }), ["errors.status-bears-code"]);
  assertEquals(told({ reason: "" }), ["errors.status-bears-reason-and-message"]);
  assertEquals(told({ message: undefined }), ["errors.status-bears-reason-and-message"]);
});
