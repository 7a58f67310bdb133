import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../api_error.ts";
import {
  fieldValidationOf,
  judgeDroppedFields,
  validateFieldValidation,
  warningItems,
} from "./field_validation.ts";

const DROPPED = { unknown: ["spec.foo", "bar"], duplicates: ["data.a"] };

Deno.test("the policy is Warn unless another is chosen", () => {
  assertEquals(fieldValidationOf(null), "Warn");
  assertEquals(fieldValidationOf(""), "Warn");
  for (const policy of ["Ignore", "Warn", "Strict"]) {
    assertEquals([fieldValidationOf(policy), validateFieldValidation(policy)], [policy, []]);
  }
});

Deno.test("a policy that does not exist is wrong", () => {
  for (const word of ["strict", "None", "Warn,Strict", " "]) {
    const [cause] = validateFieldValidation(word);
    assertEquals([cause?.field, cause?.reason], ["fieldValidation", "FieldValueNotSupported"]);
  }
});

Deno.test("Ignore says nothing, Warn has an item a field, Strict names all of them", () => {
  assertEquals(judgeDroppedFields(DROPPED, "Ignore"), []);
  assertEquals(judgeDroppedFields(DROPPED, "Warn"), [
    String.raw`299 - "unknown field \"spec.foo\""`,
    String.raw`299 - "unknown field \"bar\""`,
    String.raw`299 - "duplicate field \"data.a\""`,
  ]);
  const error = assertThrows(() => judgeDroppedFields(DROPPED, "Strict"), ApiError);
  assertEquals(error.code, 400);
  for (const path of ["spec.foo", "bar", "data.a"]) assertStringIncludes(error.message, path);
});

Deno.test("where nothing is dropped every policy is content", () => {
  for (const policy of ["Ignore", "Warn", "Strict"] as const) {
    assertEquals(judgeDroppedFields({ unknown: [], duplicates: [] }, policy), []);
  }
});

Deno.test("any text makes a header that can be set and read back", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (path) => {
    const [item] = warningItems([path]);
    const read = new Headers({ warning: item! }).get("warning")!;
    const [, quoted] = /^299 - "((?:[^\\"]|\\.)*)"$/s.exec(read)!;
    const bytes = Uint8Array.from(
      quoted!.replaceAll(/\\(.)/g, "$1"),
      (character) => character.charCodeAt(0),
    );
    // deno-lint-ignore no-control-regex -- these are what a header may not have
    const expected = path.toWellFormed().replaceAll(/[\x00-\x1f\x7f]/g, " ");
    assertEquals(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), expected);
  }));
});

Deno.test("so many warnings are given as clients will read, then how many more there are", () => {
  const items = warningItems(Array.from({ length: 1_000 }, (_, at) => `unknown field "f${at}"`));
  assert(items.join(", ").length < 9_000);
  const [, rest] = /and (\d+) more/.exec(items.at(-1)!)!;
  assertEquals(items.length - 1 + Number(rest), 1_000);
});

Deno.test("a field's name as long as a body makes a short warning", () => {
  const [item] = warningItems([`unknown field "${"é".repeat(3 * 1024 * 1024)}"`]);
  assert(item!.length < 3_000);
});
