import { assertEquals } from "@std/assert";
import { createHash as nodeHash } from "node:crypto";
import { createHash } from "./crypto.ts";

Deno.test("the hash of browsers is that of Node", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1_000, 100_003]) {
    const text = "aé".repeat(length).slice(0, length);
    const expected = nodeHash("sha256").update(text).digest("base64");
    assertEquals(createHash("sha256").update(text).digest("base64"), expected);
  }
});
