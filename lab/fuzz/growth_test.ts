import { assertEquals } from "@std/assert";
import { bytesPerRequest, type MemorySample } from "./growth.ts";

const batches = (bytes: (batch: number) => number): MemorySample[] =>
  Array.from({ length: 100 }, (_, batch) => ({ requests: batch * 1_000, bytes: bytes(batch) }));

Deno.test("the memory that each request does not free is measured", () => {
  assertEquals(Math.round(bytesPerRequest(batches((batch) => 5e7 + batch * 200_000))), 200);
});

Deno.test("warm-up, noise and an outlier are not growth", () => {
  const noise = (batch: number) => (batch % 7) * 100_000;
  const warming = batches((batch) => 5e7 + Math.min(batch, 15) * 2e6 + noise(batch));
  assertEquals(Math.abs(bytesPerRequest(warming)) < 10, true);
  const outlier = batches((batch) => 5e7 + (batch === 99 ? 5e8 : 0));
  assertEquals(bytesPerRequest(outlier), 0);
});

Deno.test("too few samples do not fail", () => {
  assertEquals(bytesPerRequest([{ requests: 5, bytes: 100 }]), 0);
});
