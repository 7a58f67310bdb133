import { assertEquals, assertStringIncludes } from "@std/assert";
import { LiveFeed, type LiveFeedOptions } from "./mod.ts";

/** Reads a feed until it ends or contains a text. */
async function readUntil(feed: LiveFeed, last: string, id?: number): Promise<string> {
  const headers = id === undefined ? {} : { "last-event-id": String(id) };
  const response = feed.response(new Request("http://127.0.0.1/", { headers }));
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  let text = "";
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  while (!text.includes(last)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  return text;
}

/** Parses the messages. */
function messagesIn(text: string): unknown[] {
  return text.split("\n").filter((line) => line.startsWith("data: "))
    .map((line) => Object.values(JSON.parse(line.slice(6))));
}

const END = ["end", {}];

function feedOf(count: number, options?: LiveFeedOptions): LiveFeed {
  const feed = new LiveFeed(options);
  for (let number = 1; number <= count; number++) feed.add("event", number);
  return feed;
}

Deno.test("a late reader gets all events with their ids", async () => {
  const feed = feedOf(2);
  feed.end();
  const text = await readUntil(feed, '"end"');
  assertEquals(messagesIn(text), [["event", 1], ["event", 2], END]);
  assertStringIncludes(text, "id: 2\n");
});

Deno.test("a reader that reconnects gets the events it missed", async () => {
  const feed = feedOf(3);
  feed.end();
  assertEquals(messagesIn(await readUntil(feed, '"end"', 2)), [["event", 3], END]);
});

Deno.test("a reader with the id of another feed gets all events", async () => {
  const feed = feedOf(1);
  feed.end();
  assertEquals(messagesIn(await readUntil(feed, '"end"', 700)), [["event", 1], END]);
});

Deno.test("a waiting reader gets events at once", async () => {
  const feed = feedOf(1);
  const reading = readUntil(feed, '"event","data":2');
  feed.add("event", 2);
  assertEquals(messagesIn(await reading), [["event", 1], ["event", 2]]);
});

Deno.test("only the latest state of a type is sent, after the events before it", async () => {
  const feed = feedOf(1);
  for (const at of [1, 2, 3]) feed.set("state", at);
  feed.add("event", 2);
  feed.end();
  const text = await readUntil(feed, '"end"');
  assertEquals(messagesIn(text), [["event", 1], ["event", 2], ["state", 3], END]);
});

Deno.test("events that are no longer kept are reported as lost", async () => {
  const feed = feedOf(100, { keep: 10 });
  feed.end();
  const [first, second, ...rest] = messagesIn(await readUntil(feed, '"end"', 3));
  const { count } = (first as [string, { count: number }])[1];
  assertEquals(first, ["lost", { count }]);
  assertEquals(second, ["event", 3 + count + 1]);
  assertEquals(rest.length + 1 + count, 98);
});

Deno.test("a comment keeps idle connections open", async () => {
  assertStringIncludes(await readUntil(feedOf(0, { keepAlive: 1 }), ": keep"), ": keep-alive");
});

Deno.test("large feeds are sent complete and in order", async () => {
  const feed = feedOf(20_000);
  feed.end();
  const messages = messagesIn(await readUntil(feed, '"end"'));
  assertEquals(messages.length, 20_001);
  assertEquals(
    messages.slice(0, -1).every((message, at) => (message as [string, number])[1] === at + 1),
    true,
  );
});

Deno.test("a reader that disconnects is removed", async () => {
  const feed = feedOf(1);
  await readUntil(feed, "event");
  assertEquals(feed.readers, 0);
});

Deno.test("line breaks in data do not end a message", async () => {
  const feed = new LiveFeed();
  const hostile = "a\n\ndata: b\r\nid: 9\u2028";
  feed.add("event", hostile);
  feed.end();
  assertEquals(messagesIn(await readUntil(feed, '"end"')), [["event", hostile], END]);
});
