import { assertEquals } from "@std/assert";
import { replaced, typedPlacesOf, valuesOfOtherTypes } from "./types.ts";

Deno.test("finds and replaces every value within an object", () => {
  const object = { a: { b: ["x"] } };
  assertEquals(typedPlacesOf(object), [["a"], ["a", "b"], ["a", "b", 0]]);
  assertEquals(replaced(object, ["a", "b", 0], 7), { a: { b: [7] } });
});

Deno.test("returns values of other types only", () => {
  assertEquals(valuesOfOtherTypes("a").some((value) => typeof value === "string"), false);
  assertEquals(valuesOfOtherTypes({}), ["a text", 7, 1.5, true, [], ["a text"]]);
  assertEquals(valuesOfOtherTypes([]), ["a text", 7, 1.5, true, { plumb: "line" }]);
});
