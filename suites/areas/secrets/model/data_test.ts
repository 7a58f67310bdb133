import { assertEquals } from "@std/assert";
import { base64, firstDifference, written } from "./data.ts";

Deno.test("stringData is merged over data, in UTF-8", () => {
  const after = written({}, { data: { a: "YQ==", b: "Yg==" }, stringData: { b: "é", c: "" } });
  assertEquals(after, { a: "YQ==", b: "w6k=", c: "" });
});

Deno.test("a patch keeps what it does not say and removes what it says is null", () => {
  assertEquals(written({ a: "YQ==", b: "Yg==" }, { data: { a: null, c: "Yw==" } }), {
    b: "Yg==",
    c: "Yw==",
  });
});

Deno.test("stringData wins over a null in data", () => {
  assertEquals(written({ a: "YQ==" }, { data: { a: null }, stringData: { a: "b" } }), {
    a: "Yg==",
  });
});

Deno.test("bytes of every kind are encoded with the standard alphabet", () => {
  assertEquals(base64([251, 255, 0]), "+/8A");
});

Deno.test("a value that is lost, changed or too many is a difference", () => {
  const due = { a: "YQ==" };
  assertEquals(firstDifference(due, { a: "YQ==" }), undefined);
  assertEquals(firstDifference(due, undefined)?.key, "a");
  assertEquals(firstDifference(due, { a: "Yg==" })?.told, "Yg==");
  assertEquals(firstDifference(due, { a: "YQ==", b: "" })?.key, "b");
  assertEquals(firstDifference({}, undefined), undefined);
});
