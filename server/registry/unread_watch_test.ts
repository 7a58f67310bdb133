import { assert, assertEquals } from "@std/assert";
import { createServer } from "../create_server.ts";
import type { Server } from "../server.ts";
import { AdjustableClock } from "../sources.ts";
import { SECRETS } from "../testing.ts";

const OBJECTS = 2_500;

async function ask(server: Server, method: string, path: string, body?: unknown) {
  const headers = {
    authorization: `Bearer ${server.token()}`,
    "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json",
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return await server.fetch(
    new Request(`http://localhost${path}`, { method, headers, ...sent }),
  );
}

async function must(server: Server, method: string, path: string, body: unknown): Promise<void> {
  const response = await ask(server, method, path, body);
  assert(response.ok, await response.text());
}

/** Returns a server with many Secrets. */
async function filled(clock: AdjustableClock): Promise<Server> {
  const server = await createServer({ clock, history: 60_000 });
  for (let count = 0; count < OBJECTS; count++) {
    const name = `secret-${String(count).padStart(5, "0")}`;
    await must(server, "POST", SECRETS, { metadata: { name } });
  }
  return server;
}

/** Reads events until a number of them has come, or the stream ends. */
async function read(
  reader: ReadableStreamDefaultReader<string>,
  wanted = Infinity,
): Promise<{ type: string; object: { code?: number; metadata: { name: string } } }[]> {
  const events = [];
  while (events.length < wanted) {
    const { value, done } = await reader.read();
    if (done) break;
    events.push(...value.trimEnd().split("\n").map((line) => JSON.parse(line)));
  }
  return events;
}

const readerOf = ({ body }: Response) =>
  body!.pipeThrough(new TextDecoderStream()).getReader() as ReadableStreamDefaultReader<string>;

Deno.test("a watch from version 0 sends many objects in order, then what changed meanwhile", async () => {
  const clock = new AdjustableClock();
  await using server = await filled(clock);
  const reader = readerOf(await ask(server, "GET", `${SECRETS}?watch=1&resourceVersion=0`));
  const first = await read(reader, 1);
  await must(server, "PATCH", `${SECRETS}/secret-02000`, { data: { a: "MQ==" } });
  const events = [...first, ...await read(reader, OBJECTS + 1 - first.length)];
  const names = events.map(({ type, object }) => `${type} ${object.metadata.name}`);
  assertEquals(names.length, OBJECTS + 1);
  assertEquals(names.slice(0, -1), names.slice(0, -1).toSorted());
  assertEquals(names.at(-1), "MODIFIED secret-02000");
  await reader.cancel();
});

Deno.test("a watch from version 0 that is not read ends with 410 once its objects are history", async () => {
  const clock = new AdjustableClock();
  await using server = await filled(clock);
  const reader = readerOf(await ask(server, "GET", `${SECRETS}?watch=1&resourceVersion=0`));
  await read(reader, 1);
  clock.advance(1_000);
  await must(server, "PATCH", `${SECRETS}/secret-02000`, { data: { a: "MQ==" } });
  clock.advance(61_000);
  await must(server, "PATCH", `${SECRETS}/secret-02001`, { data: { a: "MQ==" } });
  const events = await read(reader);
  const { type, object } = events.at(-1)!;
  assertEquals([type, object.code], ["ERROR", 410]);
  assert(events.length <= 1_001, `${events.length} events were kept`);
});
