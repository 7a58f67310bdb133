import { assertEquals } from "@std/assert";
import type { Timeline } from "./timeline.ts";
import { timelineLines } from "./timeline_text.ts";
import { HOSTILE } from "./render/test_reports.ts";

/** A write, a read that does not show it, and a watch that does. */
const STALE: Timeline = {
  lanes: ["client 1", "client 2", "watch 1"],
  entries: [
    {
      number: 1,
      lane: 2,
      title: "WATCH secrets",
      from: 0,
      to: 30,
      status: 200,
      events: [
        { at: 6, type: "MODIFIED", name: "s0", version: "12" },
      ],
    },
    {
      number: 2,
      lane: 0,
      title: "PATCH secrets/s0",
      from: 1,
      to: 5,
      status: 200,
      version: "12",
      note: "state 2",
      contradicts: true,
    },
    {
      number: 3,
      lane: 1,
      title: "GET secrets/s0",
      from: 7,
      to: 9,
      status: 200,
      version: "11",
      contradicts: true,
    },
    { number: 4, lane: 0, title: "GET secrets/s0", from: 8, to: 20, status: 0 },
  ],
  omitted: 2,
};

Deno.test("a timeline as text has a line for each moment and a column for each lane", () => {
  assertEquals(
    timelineLines(STALE).join("\n"),
    `
           ┌────── client 1
           │ ┌──── client 2
           │ │ ┌── watch 1
   0.0 ms      ┬  #1 WATCH secrets → 200
>  1.0 ms  ■   │  #2 PATCH secrets/s0 → 200 version 12 (state 2)
   6.0 ms      ●  #1 receives MODIFIED s0 version 12
>  7.0 ms    ┬ │  #3 GET secrets/s0
   8.0 ms  ┬ │ │  #4 GET secrets/s0
>  9.0 ms  │ ┴ │  #3 GET secrets/s0 → 200 version 11
  20.0 ms  ┴   │  #4 GET secrets/s0 → no response
  30.0 ms      ┴  #1 ends
  2 earlier requests omitted
  > marks the requests that contradict each other`.slice(1),
  );
});

Deno.test("a long pause is a line", () => {
  const entries = [0, 5_000].map((from, index) => ({
    number: index + 1,
    lane: 0,
    title: "GET secrets",
    from,
    to: from + 1,
    status: 200,
  }));
  assertEquals(timelineLines({ lanes: ["client 1"], entries }).slice(1), [
    "   0.0 ms  ■  #1 GET secrets → 200",
    "              … 4.999 s without any request or event",
    "  5.000 s  ■  #2 GET secrets → 200",
  ]);
});

Deno.test("text of a target stays in its line", () => {
  const [first] = STALE.entries;
  const events = [{ at: 1, type: HOSTILE, name: HOSTILE, version: HOSTILE }];
  const entry = { ...first!, lane: 0, title: HOSTILE, note: HOSTILE, version: HOSTILE, events };
  const lines = timelineLines({ lanes: [HOSTILE], entries: [entry] });
  assertEquals(lines.length, 4);
  // deno-lint-ignore no-control-regex -- the pattern matches them
  assertEquals(lines.filter((line) => /[\x00-\x1f\x7f-\x9f\u202e]/.test(line)), []);
});

Deno.test("what was done to the target is between the requests", () => {
  const entries = [{
    number: 1,
    lane: 0,
    title: "PATCH secrets/s0",
    from: 0,
    to: 30,
    status: 0,
  }];
  const disturbances = [{ title: "kill etcd", from: 10, to: 20 }];
  assertEquals(timelineLines({ lanes: ["client 1"], entries, disturbances }).slice(1), [
    "   0.0 ms  ┬  #1 PATCH secrets/s0",
    "  10.0 ms  │  !! kill etcd",
    "  20.0 ms  │  !! healthy again",
    "  30.0 ms  ┴  #1 PATCH secrets/s0 → no response",
  ]);
});
