import { assertEquals } from "@std/assert";
import { isLessStable, minorOf, stabilityOf } from "./stability.ts";

Deno.test("a version's name shows its stability", () => {
  const names = ["v1", "v12", "v1beta3", "v2alpha1", "1", "v0", "v1gamma1", "v1beta", "beta1"];
  assertEquals(names.map(stabilityOf), [
    "stable",
    "stable",
    "beta",
    "alpha",
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("alpha is less stable than beta, beta than stable, whatever the numbers", () => {
  assertEquals(isLessStable("v2alpha1", "v1beta1"), true);
  assertEquals(isLessStable("v2beta2", "v1"), true);
  assertEquals(isLessStable("v1", "v2"), false);
  assertEquals(isLessStable("v1", "v2alpha1"), false);
});

Deno.test("the minor number of a release is read where one is named", () => {
  const names = ["v1.26.15", "v1.29.0+plumbline", "1.30", "v0.0.0-master+faecb", "v2.1", undefined];
  assertEquals(names.map(minorOf), [26, 29, 30, undefined, undefined, undefined]);
});
