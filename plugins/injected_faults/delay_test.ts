import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { chanceOf, durationOf } from "./delay.ts";

const draw = (count: number, seed: number, time: Parameters<typeof durationOf>[0]) => {
  const chance = chanceOf(seed);
  return Array.from({ length: count }, () => durationOf(time, chance));
};

Deno.test("equal seeds generate equal delays, different seeds different ones", () => {
  const time = { from: 0, to: 1 };
  assertEquals(draw(10, 7, time), draw(10, 7, time));
  assertNotEquals(draw(10, 7, time), draw(10, 8, time));
});

Deno.test("uniform delays cover the range between their bounds", () => {
  const times = draw(1_000, 1, { from: 10, to: 20 });
  assert(times.every((time) => time >= 10 && time < 20));
  for (let bound = 10; bound < 20; bound++) {
    assert(times.some((time) => Math.floor(time) === bound), `none in ${bound}`);
  }
});

Deno.test("half of the log-normal delays are below the median, and few are very long", () => {
  const times = draw(2_000, 1, { median: 100, sigma: 1 });
  const below = times.filter((time) => time < 100).length / times.length;
  assert(below > 0.45 && below < 0.55, `${below} below the median`);
  // One in six lies above e times the median.
  const long = times.filter((time) => time > 100 * Math.E).length / times.length;
  assert(long > 0.12 && long < 0.2, `${long} are long`);
});

Deno.test("a fixed delay is used unchanged", () => assertEquals(draw(2, 1, 5), [5, 5]));
