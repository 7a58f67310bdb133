import { assert, assertEquals } from "@std/assert";
import type { Exchange } from "@plumbline/reports/events";
import { timelineLines } from "@plumbline/reports/timeline_text";
import { timelineOf } from "./timeline.ts";

const NOTHING = { exchanges: [], versions: [], notes: new Map<number, string>(), missing: [] };

function exchange(sentAt: number, duration: number, more: Partial<Exchange> = {}): Exchange {
  return {
    method: "GET",
    path: "/api/v1/namespaces/one/secrets/a?resourceVersion=3&pretty=1",
    identity: "",
    requestHeaders: {},
    status: 200,
    responseHeaders: {},
    responseBody: `{"metadata":{"name":"a","resourceVersion":"7"}}`,
    sentAt,
    duration,
    ...more,
  };
}

Deno.test("a sequence of requests has no timeline, unless an oracle names one of them", () => {
  const exchanges = [exchange(100, 5), exchange(105, 5)];
  assertEquals(timelineOf(exchanges, NOTHING), undefined);
  assertEquals(timelineOf([], NOTHING), undefined);
  const timeline = timelineOf(exchanges, {
    ...NOTHING,
    exchanges: [2],
    notes: new Map([[1, "state 1"]]),
  });
  assertEquals(timeline, {
    lanes: ["client 1"],
    entries: [
      {
        number: 1,
        lane: 0,
        title: "GET secrets/a?resourceVersion=3",
        from: 0,
        to: 5,
        status: 200,
        version: "7",
        note: "state 1",
      },
      {
        number: 2,
        lane: 0,
        title: "GET secrets/a?resourceVersion=3",
        from: 5,
        to: 10,
        status: 200,
        version: "7",
        contradicts: true,
      },
    ],
  });
});

Deno.test("an event that is missing is shown at the change, on the watch that should have it", () => {
  const timeline = timelineOf([
    exchange(0, 100, { events: [{ at: 80, type: "ADDED", name: "p1-b", version: "9" }] }),
    exchange(10, 20, {
      method: "POST",
      requestBody: '{"metadata":{"name":"p1-a"}}',
      responseBody: '{"metadata":{"name":"p1-a","resourceVersion":"8"}}',
    }),
    exchange(40, 20, { method: "POST", requestBody: '{"metadata":{"name":"p1-b"}}' }),
  ], {
    ...NOTHING,
    exchanges: [1, 2],
    missing: [{ type: "ADDED", name: "p1-a", version: "8" }],
  });
  assertEquals(timeline?.entries[0]?.events, [
    { at: 30, type: "ADDED", name: "a", version: "8", contradicts: true, missing: true },
    { at: 80, type: "ADDED", name: "b", version: "9" },
  ]);
  const lines = timelineLines(timeline!).filter((line) => line.includes("never receives"));
  assertEquals(lines.map((line) => line.replace(/\s+/g, " ")), [
    "> 30.0 ms ✗ #1 never receives ADDED a version 8",
  ]);
});

Deno.test("exchanges that overlap are in different lanes, those of a client in its own", () => {
  const timeline = timelineOf([
    exchange(0, 100, { events: [{ at: 50, type: "ADDED", name: "a", version: "7" }] }),
    exchange(1, 10, { client: "client 1" }),
    exchange(2, 10, { client: "client 2" }),
    exchange(12, 1, { client: "client 2" }),
    exchange(13, 5),
    exchange(14, 5),
    exchange(20, 5, { replica: "http://localhost:8002" }),
    exchange(21, 5, { replica: "http://localhost:8002", client: "client 1" }),
  ], NOTHING);
  assertEquals(timeline?.lanes, [
    "watch 1",
    "client 1",
    "client 2",
    "main 1",
    "main 2",
    "localhost:8002",
    "client 1 at localhost:8002",
  ]);
  assertEquals(timeline?.entries.map(({ lane }) => lane), [0, 1, 2, 2, 3, 4, 5, 6]);
  assertEquals(timeline?.entries[0]?.title, "WATCH secrets/a?resourceVersion=3");
});

Deno.test("the prefix that all names share is left out", () => {
  const post = (name: string, sentAt: number) =>
    exchange(sentAt, 5, {
      method: "POST",
      path: "/apis/apps/v1/namespaces/one/deployments",
      requestBody: JSON.stringify({ metadata: { name } }),
    });
  const timeline = timelineOf([post("p7-1-s0", 0), post("p7-1-s1-x", 1)], NOTHING);
  assertEquals(timeline?.entries.map(({ title }) => title), [
    "POST deployments/s0",
    "POST deployments/s1-x",
  ]);
});

Deno.test("a list's version is its own, not that of an item", () => {
  const items = `"items":[{"metadata":{"resourceVersion":"5"}}]`;
  const bodies = [
    `{"kind":"SecretList","metadata":{"resourceVersion":"9"},${items}}`,
    `{${items},"kind":"SecretList","metadata":{"resourceVersion":"9"}}`,
    `{"kind":"SecretList","metadata":{"resourceVersion":"9"},"items":[{"metadata": … (9 characters)`,
    "",
  ];
  const exchanges = bodies.map((responseBody) => exchange(0, 5, { responseBody }));
  const timeline = timelineOf(exchanges, NOTHING);
  assertEquals(timeline?.entries.map(({ version }) => version), ["9", "9", "9", undefined]);
});

Deno.test("a long case keeps its last exchanges, and those that contradict each other", () => {
  const events = Array.from({ length: 250 }, (_, at) => ({
    at,
    type: "ADDED",
    name: "a",
    version: `${at}`,
  }));
  const exchanges = [
    exchange(0, 9_000, { events }),
    ...Array.from({ length: 999 }, (_, index) => exchange(index * 2, 3)),
  ];
  const named = { ...NOTHING, exchanges: [1, 4], versions: ["7"] };
  const timeline = timelineOf(exchanges, named);
  assert(timeline);
  assertEquals(timeline.entries.slice(0, 3).map(({ number }) => number), [1, 4, 701]);
  assertEquals([timeline.entries.length, timeline.omitted], [302, 698]);
  const [watch] = timeline.entries;
  assertEquals([watch?.events?.length, watch?.omittedEvents], [100, 150]);
  assertEquals(
    watch?.events?.filter(({ contradicts }) => contradicts).map(({ version }) => version),
    ["7"],
  );
});
