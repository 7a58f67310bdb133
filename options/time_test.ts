import { assertEquals, assertThrows } from "@std/assert";
import { milliseconds } from "./time.ts";
import { UsageError } from "./option.ts";

Deno.test("a time has a unit, seconds by default", () => {
  const times = ["1500ms", "20s", "20", "1.5m", "1h"].map((text) => milliseconds(text, "--time"));
  assertEquals(times, [1_500, 20_000, 20_000, 90_000, 3_600_000]);
});

Deno.test("another text than a time is rejected with the option", () => {
  assertThrows(() => milliseconds("soon", "--time"), UsageError, 'Cannot use --time "soon"');
});
