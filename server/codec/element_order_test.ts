import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { inOrder } from "./element_order.ts";

const self = (item: unknown) => item as string;
const order = (merged: string, wanted: string, live: string) =>
  inOrder([...merged], [...wanted], [...live], self).join("");

Deno.test("wanted items come in their order, others stay before what they stood before", () => {
  assertEquals(order("abcd", "da", "abcd"), "bcda");
  assertEquals(order("abcd", "", "dcba"), "dcba");
  assertEquals(order("abe", "ea", "ab"), "eab");
  assertEquals(order("", "ab", "ab"), "");
});

Deno.test("nothing is lost or doubled, and both orders are kept", () => {
  const items = fc.uniqueArray(fc.constantFrom(..."abcdefgh"));
  fc.assert(fc.property(items, items, (wanted, live) => {
    const merged = [...new Set([...live, ...wanted])];
    const result = inOrder(merged, wanted, live, self) as string[];
    assertEquals(result.toSorted(), merged.toSorted());
    assertEquals(result.filter((item) => wanted.includes(item)), wanted);
    const others = live.filter((item) => !wanted.includes(item));
    assertEquals(result.filter((item) => !wanted.includes(item)), others);
  }));
});
