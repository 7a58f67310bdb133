import { assertEquals } from "@std/assert";
import { type PlacedRead, verifyReadOrder } from "./read_order.ts";

function read(began: number, ended: number, ...positions: number[]): PlacedRead {
  return { title: `read ${began}`, began, ended, mostRecent: true, positions };
}

function found(...reads: PlacedRead[]): number {
  return verifyReadOrder(reads).length;
}

Deno.test("reads that move on or stay are accepted", () => {
  assertEquals(found(read(1, 2, 3), read(3, 4, 3), read(5, 6, 4)), 0);
});

Deno.test("a read behind one that had ended before is found", () => {
  assertEquals(found(read(1, 2, 4), read(3, 4, 3)), 1);
});

Deno.test("reads that overlap may answer in any order", () => {
  assertEquals(found(read(1, 4, 4), read(2, 3, 3)), 0);
});

Deno.test("what a read may have shown is taken in its favour", () => {
  assertEquals(found(read(1, 2, 2, 4), read(3, 4, 3)), 0);
  assertEquals(found(read(1, 2, 4), read(3, 4, 3, 5)), 0);
});

Deno.test("a read that need not be most recent may fall behind, but says what was shown", () => {
  assertEquals(found(read(1, 2, 4), { ...read(3, 4, 3), mostRecent: false }), 0);
  assertEquals(found({ ...read(1, 2, 4), mostRecent: false }, read(3, 4, 3)), 1);
});

Deno.test("both reads are named", () => {
  const [found] = verifyReadOrder([
    { ...read(1, 2, 4), exchange: 7 },
    { ...read(3, 4, 3), exchange: 9 },
  ]);
  assertEquals(found?.exchanges, [7, 9]);
});
