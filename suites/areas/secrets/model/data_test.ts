import { assertEquals } from "@std/assert";
import { base64, dataAfterWrite, firstDifference } from "./data.ts";

Deno.test("merges stringData over data, as UTF-8", () => {
  const after = dataAfterWrite({}, {
    data: { a: "YQ==", b: "Yg==" },
    stringData: { b: "é", c: "" },
  });
  assertEquals(after, { a: "YQ==", b: "w6k=", c: "" });
});

Deno.test("a patch keeps the keys it does not mention and removes those it sets to null", () => {
  assertEquals(dataAfterWrite({ a: "YQ==", b: "Yg==" }, { data: { a: null, c: "Yw==" } }), {
    b: "Yg==",
    c: "Yw==",
  });
});

Deno.test("stringData overrides a null in data", () => {
  assertEquals(dataAfterWrite({ a: "YQ==" }, { data: { a: null }, stringData: { a: "b" } }), {
    a: "Yg==",
  });
});

Deno.test("encodes bytes with the standard alphabet", () => {
  assertEquals(base64([251, 255, 0]), "+/8A");
});

Deno.test("a missing, changed or additional value is a difference", () => {
  const expected = { a: "YQ==" };
  assertEquals(firstDifference(expected, { a: "YQ==" }), undefined);
  assertEquals(firstDifference(expected, undefined)?.key, "a");
  assertEquals(firstDifference(expected, { a: "Yg==" })?.actual, "Yg==");
  assertEquals(firstDifference(expected, { a: "YQ==", b: "" })?.key, "b");
  assertEquals(firstDifference({}, undefined), undefined);
});
