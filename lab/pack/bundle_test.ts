import { assertEquals } from "@std/assert";
import { packageOf } from "./bundle.ts";

Deno.test("specifiers of npm become names that Node knows", () => {
  assertEquals(
    ["npm:yaml@^2.9.0", "npm:@bufbuild/protobuf@^2.17.0/wire", "npm:deno-std@1.4.0/yaml/mod.js"]
      .map(packageOf),
    ["yaml", "@bufbuild/protobuf/wire", "deno-std/yaml/mod.js"],
  );
  assertEquals(packageOf("node:fs"), "node:fs");
});
