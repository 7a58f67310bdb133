import { assertEquals } from "@std/assert";
import { StructureError } from "./structure_error.ts";

Deno.test("the error names the place as people write it, and the object itself by a dot", () => {
  const path = ["f:spec", "f:ports", 'k:{"port":80}'];
  assertEquals(new StructureError(path, "is wrong").message, ".spec.ports[port=80]: is wrong");
  assertEquals(new StructureError([], "is wrong").message, ".: is wrong");
});
