/**
 * Tests of forwarded ports, over both subprotocols.
 *
 * @module
 */
import { deflateSync } from "node:zlib";
import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  containers,
  type ContainersOptions,
  type RunningServer,
  startServer,
} from "@plumbline/reference";
import { serveSpdy } from "./spdy.ts";
import { SPDY_DICTIONARY } from "./spdy_dictionary.ts";
import { ChannelClient } from "./testing.ts";
import { bytesOf, joinBytes } from "./text.ts";
import type { PortConnection } from "./types.ts";

async function withWeb(
  options: ContainersOptions,
  test: (server: RunningServer) => Promise<void>,
): Promise<void> {
  await using server = await startServer({ play: ["pods-run", containers(options)] });
  await server.create({
    ...{ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } },
    spec: { containers: [{ name: "main", image: "example" }] },
  });
  await server.settled();
  await test(server);
}

/** Answers the first bytes, and ends. */
async function upperCase({ readable, writable }: PortConnection): Promise<void> {
  const { value } = await readable.getReader().read();
  const text = new TextDecoder().decode(value).toUpperCase();
  await writable.getWriter().write(bytesOf(text));
}

const CHANNELS = "v4.channel.k8s.io";

Deno.test("each port has two channels, which begin with its number", async () => {
  await withWeb({ ports: { 8080: upperCase } }, async (server) => {
    const client = await ChannelClient.open(server, "portforward?ports=8080&ports=81", CHANNELS);
    client.send(0, "hello");
    const [data, failed, error] = [0, 2, 3].map((channel) => client.bytes(channel));
    assertEquals([...(await data!).subarray(0, 2)], [0x90, 0x1f]);
    assertEquals(new TextDecoder().decode((await data!).subarray(2)), "HELLO");
    assertEquals([...await failed!], [81, 0]);
    assertStringIncludes(
      new TextDecoder().decode(await error),
      "error forwarding port 81 to pod web: no statement has it",
    );
  });
});

Deno.test("a port can be one of this machine", async () => {
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const served = (async () => {
    using connection = await listener.accept();
    const buffer = new Uint8Array(100);
    const count = await connection.read(buffer);
    await connection.write(buffer.subarray(0, count ?? 0));
  })();
  await withWeb({ ports: { 80: listener.addr.port } }, async (server) => {
    const client = await ChannelClient.open(server, "portforward?ports=80", CHANNELS);
    client.send(0, "there and back");
    assertEquals(new TextDecoder().decode((await client.bytes(0)).subarray(2)), "there and back");
  });
  await served;
});

Deno.test("a Pod without stated ports is refused in words", async () => {
  await withWeb({}, async (server) => {
    const url = `${server.url}/api/v1/namespaces/default/pods/web/portforward?ports=80`;
    const headers = { authorization: `Bearer ${server.token()}` };
    const response = await fetch(url, { headers });
    assertEquals(response.status, 501);
    assertStringIncludes((await response.json()).message, "it has no ports of the container");
  });
});

async function* pieces(
  bytes: Uint8Array,
  size: number,
  served: readonly Promise<void>[],
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
  await Promise.all(served);
}

const number = (value: number) => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};

Deno.test("streams of SPDY are read from pieces of any size, answered and ended", async () => {
  const pairs = { streamtype: "data", port: "80" };
  const text = (value: string) => joinBytes([number(value.length), bytesOf(value)]);
  const plain = joinBytes([
    number(2),
    ...Object.entries(pairs).flatMap(([name, value]) => [text(name), text(value)]),
  ]);
  const block = new Uint8Array(deflateSync(plain, { dictionary: SPDY_DICTIONARY }));
  const opening = joinBytes([number(1), number(0), new Uint8Array(2), block]);
  const bytes = joinBytes([
    ...[number(0x80030001), number(opening.length), opening],
    ...[number(0x80030006), number(4), number(7)],
    ...[number(1), number(0x01000002), bytesOf("hi")],
  ]);
  for (const size of [1, 7, bytes.length]) {
    const sent: Uint8Array[] = [];
    const served: Promise<void>[] = [];
    const serve = async (readable: ReadableStream<Uint8Array<ArrayBuffer>>) => {
      let text = "";
      for await (const part of readable) text += new TextDecoder().decode(part);
      return text;
    };
    const read: string[] = [];
    await serveSpdy({
      input: pieces(bytes, size, served),
      send: (part) => Promise.resolve(void sent.push(part)),
      opened(stream) {
        assertEquals(stream.headers, pairs);
        served.push((async () => {
          read.push(await serve(stream.readable));
          await stream.send(bytesOf("ok"));
          await stream.end();
          await stream.send(bytesOf("not sent"));
        })());
      },
    });
    assertEquals(read, ["hi"]);
    // A reply, the same ping, the data, and the end.
    assertEquals(sent.map((frame) => [...frame.subarray(0, 4)]), [
      [0x80, 3, 0, 2],
      [0x80, 3, 0, 6],
      [0, 0, 0, 1],
      [0, 0, 0, 1],
    ]);
    assertEquals([...sent[3]!], [0, 0, 0, 1, 1, 0, 0, 0]);
  }
});
