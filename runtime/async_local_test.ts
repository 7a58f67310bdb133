import { assertEquals } from "@std/assert";
import { AsyncLocal } from "./async_local.ts";

Deno.test("steps that run beside each other have values of their own", async () => {
  const local = new AsyncLocal<string>();
  const later = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return local.get();
  };
  const found = await Promise.all(["a", "b"].map((value) => local.run(value, later)));
  assertEquals(found, ["a", "b"]);
  assertEquals(local.get(), undefined);
});
