import { assertEquals, assertStringIncludes } from "@std/assert";
import { LiveFeed, type LiveFeedOptions } from "./mod.ts";

/** Follows a feed and reads until there is nothing more or the text holds what is waited for. */
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

/** The messages of what was sent. */
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

Deno.test("who comes late gets everything, each event with its id", async () => {
  const feed = feedOf(2);
  feed.end();
  const text = await readUntil(feed, '"end"');
  assertEquals(messagesIn(text), [["event", 1], ["event", 2], END]);
  assertStringIncludes(text, "id: 2\n");
});

Deno.test("who connects again gets what it missed", async () => {
  const feed = feedOf(3);
  feed.end();
  assertEquals(messagesIn(await readUntil(feed, '"end"', 2)), [["event", 3], END]);
});

Deno.test("who has the id of another feed gets everything", async () => {
  const feed = feedOf(1);
  feed.end();
  assertEquals(messagesIn(await readUntil(feed, '"end"', 700)), [["event", 1], END]);
});

Deno.test("who waits is told as it happens", async () => {
  const feed = feedOf(1);
  const reading = readUntil(feed, '"event","data":2');
  feed.add("event", 2);
  assertEquals(messagesIn(await reading), [["event", 1], ["event", 2]]);
});

Deno.test("of a state only the latest is told, behind the events that led there", async () => {
  const feed = feedOf(1);
  for (const at of [1, 2, 3]) feed.set("state", at);
  feed.add("event", 2);
  feed.end();
  const text = await readUntil(feed, '"end"');
  assertEquals(messagesIn(text), [["event", 1], ["event", 2], ["state", 3], END]);
});

Deno.test("what is no longer kept is told to be lost", async () => {
  const feed = feedOf(100, { keep: 10 });
  feed.end();
  const [first, second, ...rest] = messagesIn(await readUntil(feed, '"end"', 3));
  const { count } = (first as [string, { count: number }])[1];
  assertEquals(first, ["lost", { count }]);
  assertEquals(second, ["event", 3 + count + 1]);
  assertEquals(rest.length + 1 + count, 98);
});

Deno.test("silence is broken by a comment, so that nothing between takes it for the end", async () => {
  assertStringIncludes(await readUntil(feedOf(0, { keepAlive: 1 }), ": nothing"), ": nothing new");
});

Deno.test("more than fits at once is told whole and in order", async () => {
  const feed = feedOf(20_000);
  feed.end();
  const messages = messagesIn(await readUntil(feed, '"end"'));
  assertEquals(messages.length, 20_001);
  assertEquals(
    messages.slice(0, -1).every((message, at) => (message as [string, number])[1] === at + 1),
    true,
  );
});

Deno.test("who goes away is forgotten", async () => {
  const feed = feedOf(1);
  await readUntil(feed, "event");
  assertEquals(feed.readers, 0);
});

Deno.test("line breaks in what is told end no message", async () => {
  const feed = new LiveFeed();
  const hostile = "a\n\ndata: b\r\nid: 9\u2028";
  feed.add("event", hostile);
  feed.end();
  assertEquals(messagesIn(await readUntil(feed, '"end"')), [["event", hostile], END]);
});
