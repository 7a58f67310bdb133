import { assertEquals } from "@std/assert";
import { canonicalTime } from "./time.ts";

Deno.test("a point in time is kept in UTC, to the second or to the microsecond", () => {
  assertEquals(canonicalTime("2020-02-29T00:00:00Z", 0), "2020-02-29T00:00:00Z");
  assertEquals(canonicalTime("2020-01-01T00:00:00.999+02:00", 0), "2019-12-31T22:00:00Z");
  assertEquals(canonicalTime("2020-01-01T00:00:00.5Z", 6), "2020-01-01T00:00:00.500000Z");
  assertEquals(canonicalTime("0001-01-01T00:00:00Z", 0), "0001-01-01T00:00:00Z");
});

Deno.test("what is no point in time is none", () => {
  const texts = [
    "",
    "2020-01-01",
    "2020-13-01T00:00:00Z",
    "2021-02-29T00:00:00Z",
    "2020-01-01T24:00:00Z",
    "2020-01-01T00:00:60Z",
    "2020-01-01T00:00:00",
    "2020-01-01t00:00:00z",
    "2020-01-01T00:00:00+0200",
  ];
  for (const text of texts) assertEquals(canonicalTime(text, 0), undefined, text);
});
