import { assertEquals } from "@std/assert";
import { judgeTimes } from "./judge.ts";
import { PROBES } from "./mod.ts";

const samples = (...held: number[]) => held.map((ms, at) => ({ size: 2 ** at, held: ms }));

Deno.test("a time above the limit is reported with its size", () => {
  assertEquals(judgeTimes(samples(1, 2, 49)), undefined);
  assertEquals(judgeTimes(samples(1, 80, 60)), "holds the event loop for 80 ms at the size 2");
});

Deno.test("a time that grows faster than the size is reported, except where it is noise", () => {
  assertEquals(judgeTimes(samples(10, 20, 40)), undefined);
  assertEquals(judgeTimes(samples(0.1, 2, 9)), undefined);
  assertEquals(judgeTimes(samples(3, 11, 44)), "takes 4.0 times as long for twice the size");
});

Deno.test("each kind of request has a name of its own and a method", () => {
  const names = PROBES.map(({ name }) => name);
  assertEquals(new Set(names).size, names.length);
  for (const { name, request } of PROBES) {
    assertEquals(["GET", "POST", "PATCH"].includes(request(10).method), true, name);
  }
});
