import { assertEquals } from "@std/assert";
import { forOlderTypeScript } from "./older_typescript.ts";

Deno.test("arrays of bytes have no type parameter, as before TypeScript 5.7", () => {
  assertEquals(
    forOlderTypeScript("a: Map<string, Uint8Array<ArrayBuffer>>; b: Uint8Array; c: Array<string>;"),
    "a: Map<string, Uint8Array>; b: Uint8Array; c: Array<string>;",
  );
});
