import { assertEquals } from "@std/assert";
import { formatPath } from "./field_path.ts";

Deno.test("a path is written with dots and brackets", () => {
  assertEquals(formatPath([]), "");
  assertEquals(formatPath(["spec", "containers", 0, "image"]), "spec.containers[0].image");
  assertEquals(formatPath([0, "value", "a"]), "[0].value.a");
  assertEquals(formatPath(["labels", "a.b/c"]), "labels.a.b/c");
});
