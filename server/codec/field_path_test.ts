import { assertEquals } from "@std/assert";
import { formatPath, isWithin } from "./field_path.ts";

Deno.test("a path is written with dots and brackets", () => {
  assertEquals(formatPath([]), "");
  assertEquals(formatPath(["spec", "containers", 0, "image"]), "spec.containers[0].image");
  assertEquals(formatPath([0, "value", "a"]), "[0].value.a");
  assertEquals(formatPath(["labels", "a.b/c"]), "labels.a.b/c");
});

Deno.test("a path is within itself and all that leads to it", () => {
  assertEquals(isWithin(["a", 0, "b"], ["a", 0]), true);
  assertEquals(isWithin(["a"], ["a"]), true);
  assertEquals(isWithin(["a"], ["a", "b"]), false);
  assertEquals(isWithin(["a", 1], ["a", 0]), false);
});
