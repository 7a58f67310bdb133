import { assertEquals } from "@std/assert";
import { crc32, ownCrc32 } from "./checksum.ts";

Deno.test("the checksum is the same with and without the runtime's own function", () => {
  for (const length of [0, 1, 9, 1_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => at * 7);
    assertEquals(ownCrc32(bytes), crc32(bytes), `${length} bytes`);
  }
});
