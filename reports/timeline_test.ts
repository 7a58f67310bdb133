import { assertEquals } from "@std/assert";
import {
  answerOf,
  formatInstant,
  pausesOf,
  type Timeline,
  type TimelineEntry,
} from "./timeline.ts";

function entry(from: number, to: number, more: Partial<TimelineEntry> = {}): TimelineEntry {
  return { number: 1, lane: 0, title: "GET secrets", from, to, status: 200, ...more };
}

function timelineOf(...entries: TimelineEntry[]): Timeline {
  return { lanes: ["client 1"], entries };
}

Deno.test("a pause that would leave no room for the rest is cut out", () => {
  const timeline = timelineOf(entry(0, 2), entry(3, 5), entry(10_005, 10_006));
  assertEquals(pausesOf(timeline), [{ from: 5, to: 10_005 }]);
});

Deno.test("an event during a pause ends it", () => {
  const events = [{ at: 4_000, type: "ADDED", name: "a" }];
  const timeline = timelineOf(entry(0, 2), entry(3, 10_003, { events }));
  assertEquals(pausesOf(timeline), [{ from: 3, to: 4_000 }, { from: 4_000, to: 10_003 }]);
});

Deno.test("even and short gaps are no pauses", () => {
  const even = Array.from({ length: 20 }, (_, index) => entry(500 * index, 500 * index + 250));
  assertEquals(pausesOf(timelineOf(...even)), []);
  assertEquals(pausesOf(timelineOf(entry(0, 1), entry(80, 81))), []);
  assertEquals(pausesOf(timelineOf()), []);
});

Deno.test("times and responses as text", () => {
  assertEquals([0.04, 999.94, 1_234.4, 61_234].map(formatInstant), [
    "0.0 ms",
    "999.9 ms",
    "1.234 s",
    "61.23 s",
  ]);
  assertEquals(answerOf(entry(0, 1, { version: "7", note: "state 2" })), "200 version 7 (state 2)");
  assertEquals(answerOf(entry(0, 1, { status: 0 })), "no response");
});
