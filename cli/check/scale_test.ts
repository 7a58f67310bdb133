import { assertEquals, assertStringIncludes } from "@std/assert";
import { check, passing } from "../test_checks.ts";

Deno.test("the area `scale` is a part of a run with --scale only", async () => {
  const { written: without } = await check(["--list"], [passing]);
  assertEquals(without.includes("scale/"), false);
  const { code, written } = await check(["--list", "--scale", "60"], [passing]);
  assertEquals(code, 0);
  assertStringIncludes(written, "scale/lists");
  const { written: one } = await check(["--list", "--scale", "60", "--area", "scale"], [passing]);
  assertEquals(one.includes(passing.id), false);
});

Deno.test("checks of the area `scale` cannot be selected without a number of objects", async () => {
  for (const words of [["--area", "scale"], ["--only", "scale/lists"]]) {
    const { code, complaints } = await check(words, [passing]);
    assertEquals(code, 2);
    assertStringIncludes(complaints, `Cannot use ${words.join(" ")} without a number of objects`);
  }
});
