import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../api_error.ts";
import type { Json } from "../object.ts";
import { formatPath, MAX_DEPTH, MAX_FINDINGS, MAX_VALUES, readJson, readJsonText } from "./json.ts";

const duplicatesOf = (text: string) => readJsonText(text).duplicates.map(formatPath);
const refusal = (text: string) => {
  const error = assertThrows(() => readJsonText(text), ApiError);
  assertEquals(error.reason, "BadRequest");
  return error.message;
};

Deno.test("a duplicate field is reported at any depth and has its last value", () => {
  const text = `{"a":1,"b":[{"c":{"d":1,"d":2}},{"e":1,"e":2,"e":3}],"a":2}`;
  assertEquals(duplicatesOf(text), ["b[0].c.d", "b[1].e", "a"]);
  assertEquals(readJsonText(text).value, { a: 2, b: [{ c: { d: 2 } }, { e: 3 }] });
});

Deno.test("keys are compared after unescaping", () => {
  assertEquals(duplicatesOf(String.raw`{"a":1,"\u0061":2,"b\\":1,"b\\":2}`), ["a", "b\\"]);
  assertEquals(duplicatesOf(`{"a":"a","b":{"a":1},"c":[{"a":1},{"a":1}],"A":1}`), []);
  assertEquals(duplicatesOf(String.raw`{"a":"x\",\"a\":\"","b":"}{"}`), []);
});

Deno.test("keys such as `__proto__` are ordinary keys", () => {
  assertEquals(duplicatesOf(`{"__proto__":1,"constructor":2}`), []);
  assertEquals(duplicatesOf(`{"__proto__":1,"__proto__":2}`), ["__proto__"]);
});

Deno.test("integers written with a fraction or an exponent are reported", () => {
  const { decimals } = readJsonText(`{"a":1.0,"b":[1,1e3,-2E0,0.5],"c":12,"d":"1.0"}`);
  assertEquals(decimals.map(formatPath), ["a", "b[1]", "b[2]"]);
});

Deno.test("written values have no duplicates, and a doubled key is reported", () => {
  const key = fc.string({ maxLength: 3, unit: fc.constantFrom("a", '"', "\\", "é", "{", ",") });
  const value = fc.letrec<{ value: Json; object: { [key: string]: Json } }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.jsonValue({ maxDepth: 0 }) as fc.Arbitrary<Json>,
      fc.array(tie("value"), { maxLength: 3 }),
      tie("object"),
    ),
    object: fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  }));
  fc.assert(fc.property(value.object, key, value.value, value.value, (object, name, one, two) => {
    const text = JSON.stringify(object);
    assertEquals(duplicatesOf(text), []);
    assertEquals(readJsonText(text).value, JSON.parse(text));
    const field = (inner: Json) => `${JSON.stringify(name)}:${JSON.stringify(inner)}`;
    const doubled = `{"o":${text},"x":[0,{${field(one)},${field(two)}}]}`;
    assertEquals(readJsonText(doubled).duplicates, [["x", 1, name]]);
  }));
});

Deno.test("a body that is not JSON is rejected", () => {
  for (
    const text of ["", "{", `{"a":1,}`, `{"a":1} x`, `{"a":1}{}`, "'a'", `{"a":"\t"}`, "\ufeff{}"]
  ) {
    refusal(text);
  }
});

Deno.test("a body may have the character that stands for wrong bytes", () => {
  const bytes = new TextEncoder().encode(`{"a":"\ufffd"}`);
  assertEquals(readJson(bytes).value, { a: "\ufffd" });
});

Deno.test("a body that is not UTF-8 is rejected", () => {
  const error = assertThrows(() => readJson(Uint8Array.of(0x22, 0xff, 0x22)), ApiError);
  assertEquals(error.reason, "BadRequest");
});

Deno.test("too deep nesting is rejected, in complete and incomplete bodies", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  assertEquals(readJsonText(nested(MAX_DEPTH)).duplicates, []);
  refusal(nested(MAX_DEPTH + 1));
  refusal(nested(1.5 * 1024 * 1024));
  refusal("[".repeat(3 * 1024 * 1024));
  refusal(`{"a":`.repeat(600_000));
});

Deno.test("the number of values is limited, however few bytes they have", () => {
  const list = (length: number) => `[${Array.from({ length }, () => '",["').join()}]`;
  readJsonText(list(MAX_VALUES));
  const error = assertThrows(
    () => readJsonText(list(MAX_VALUES + 1)),
    ApiError,
    `limit is ${MAX_VALUES}`,
  );
  assertEquals(error.code, 413);
});

Deno.test("the number of reported paths is limited", () => {
  const text = `{${Array.from({ length: 3_000 }, (_, at) => `"f${at % 1_500}":1`).join()}}`;
  assertEquals(readJsonText(text).duplicates.length, MAX_FINDINGS);
});

Deno.test("an unpaired surrogate becomes the replacement character, as when it is written", () => {
  assertEquals(
    readJsonText(String.raw`{"\udc00":["\ud800","\ud83d\ude00","\\ud800","\ud800\ud800"]}`).value,
    { "\ufffd": ["\ufffd", "\u{1f600}", "\\ud800", "\ufffd\ufffd"] },
  );
});

Deno.test("a path is written with dots and brackets", () => {
  assertEquals(formatPath([]), "");
  assertEquals(formatPath(["spec", "containers", 0, "image"]), "spec.containers[0].image");
  assertEquals(formatPath([0, "value", "a"]), "[0].value.a");
  assertEquals(formatPath(["labels", "a.b/c"]), "labels.a.b/c");
});
