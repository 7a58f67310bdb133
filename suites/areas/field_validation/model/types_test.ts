import { assertEquals } from "@std/assert";
import { replaced, typedPlacesOf, valuesOfOtherTypes } from "./types.ts";

Deno.test("every value within an object has a place, and can be replaced there", () => {
  const object = { a: { b: ["x"] } };
  assertEquals(typedPlacesOf(object), [["a"], ["a", "b"], ["a", "b", 0]]);
  assertEquals(replaced(object, ["a", "b", 0], 7), { a: { b: [7] } });
});

Deno.test("the values of other types are none of the same type", () => {
  assertEquals(valuesOfOtherTypes("a").some((value) => typeof value === "string"), false);
  assertEquals(valuesOfOtherTypes({}), ["a text", 7, 1.5, true, [], ["a text"]]);
  assertEquals(valuesOfOtherTypes([]), ["a text", 7, 1.5, true, { plumb: "line" }]);
});
