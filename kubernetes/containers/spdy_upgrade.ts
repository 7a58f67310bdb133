/**
 * Upgrades to SPDY/3.1, as `kubectl` asks for them up to release 1.30, and the streams of a command.
 *
 * @module
 */
import { badRequest } from "@plumbline/server/api";
import {
  canTakeOver,
  type OpenConnection,
  type Takeover,
  takeOver,
} from "@plumbline/server/connections";
import type { RemoteStreams, StreamOptions } from "./remote_streams.ts";
import { serveSpdy, type SpdyStream } from "./spdy.ts";
import { bytesOf } from "./text.ts";
import type { TerminalSize } from "./types.ts";

const SPDY = "spdy/3.1";

/** The header with what the streams mean, of requests and responses. */
const STREAM_PROTOCOL = "x-stream-protocol-version";

/** The streams of a command, with a Status as the error. */
const COMMAND = "v4.channel.k8s.io";

/** True if a request asks for SPDY/3.1 on a connection that can change to it. */
export const asksForSpdy = (request: Request): boolean =>
  request.headers.get("upgrade")?.toLowerCase() === SPDY && canTakeOver(request, SPDY);

/** Returns the response that changes the connection of a request to SPDY/3.1. */
export function upgradeToSpdy(
  { headers }: Request,
  protocol: string,
  serve: Takeover["serve"],
): Response {
  const offered = (headers.get(STREAM_PROTOCOL) ?? "").split(",").map((word) => word.trim());
  if (!offered.includes(protocol)) {
    throw badRequest(
      `Cannot upgrade the connection to streams of ${offered.join(", ") || "no protocol"}: the ` +
        `protocol is ${protocol}`,
    );
  }
  return takeOver({ upgrade: SPDY, headers: { [STREAM_PROTOCOL]: protocol }, serve });
}

/** Returns the response that runs a command over SPDY/3.1. */
export const runOverSpdy = (
  request: Request,
  options: StreamOptions,
  run: (streams: RemoteStreams) => Promise<void>,
): Response =>
  upgradeToSpdy(request, COMMAND, async (connection) => {
    const streams = await commandStreams(connection, options);
    if (streams !== undefined) await run(streams);
  });

/** The bytes of a connection. */
export async function* bytesIn(
  { messages }: OpenConnection,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  for await (const message of messages) yield bytesOf(message);
}

/** Returns the streams, once the client has opened all; undefined if it never does. */
async function commandStreams(
  connection: OpenConnection,
  { stdin, stdout, stderr, tty }: StreamOptions,
): Promise<RemoteStreams | undefined> {
  const expected = Object.entries({ error: true, stdin, stdout, stderr, resize: tty })
    .flatMap(([name, isExpected]) => isExpected ? [name] : []);
  const open = new Map<string, SpdyStream>();
  const { promise: complete, resolve } = Promise.withResolvers<boolean>();
  const opened = (stream: SpdyStream) => {
    open.set(stream.headers.streamtype ?? "", stream);
    if (expected.every((name) => open.has(name))) resolve(true);
  };
  serveSpdy({ input: bytesIn(connection), send: (bytes) => connection.send(bytes), opened })
    .catch(() => {}).then(() => resolve(false));
  if (!await complete) return undefined;
  const none = () => new ReadableStream<never>({ start: (controller) => controller.close() });
  const send = (name: string) => async (bytes: Uint8Array<ArrayBuffer>) =>
    await open.get(name)?.send(bytes);
  return {
    stdin: open.get("stdin")?.readable ?? none(),
    sizes: open.get("resize")?.readable.pipeThrough(sizeReader()) ?? none(),
    closed: connection.closed,
    // The replies to the streams have said so.
    begin: () => Promise.resolve(),
    ...{ stdout: send("stdout"), stderr: send("stderr") },
    async finish(status) {
      await send("error")(bytesOf(JSON.stringify(status)));
      for (const stream of open.values()) await stream.end();
    },
  };
}

/** Sizes are lines of JSON. */
function sizeReader(): TransformStream<Uint8Array<ArrayBuffer>, TerminalSize> {
  const decoder = new TextDecoder();
  let rest = "";
  return new TransformStream({
    transform(bytes, controller) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.trim() === "") continue;
        const { Width: width = 0, Height: height = 0 } = JSON.parse(line);
        controller.enqueue({ width, height });
      }
    },
  });
}
