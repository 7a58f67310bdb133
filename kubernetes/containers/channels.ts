/**
 * The channels of `exec` and `attach` over WebSocket: the first byte of a message is the number of
 * its channel. In the subprotocols with base64 it is a digit, and the rest is base64.
 *
 * @module
 */
import type { OpenConnection } from "@plumbline/server/connections";
import type { RemoteStreams, StreamOptions } from "./remote_streams.ts";
import { bytesOf } from "./text.ts";
import type { TerminalSize } from "./types.ts";

/** The subprotocols, by release of the protocol. */
const PROTOCOLS: Readonly<Record<string, { readonly level: number; readonly base64?: true }>> = {
  "": { level: 1 },
  "channel.k8s.io": { level: 1 },
  "base64.channel.k8s.io": { level: 1, base64: true },
  "v4.channel.k8s.io": { level: 4 },
  "v4.base64.channel.k8s.io": { level: 4, base64: true },
  "v5.channel.k8s.io": { level: 5 },
};

/** The subprotocols that clients can ask for. */
export const CHANNEL_PROTOCOLS = Object.keys(PROTOCOLS).filter((name) => name !== "");

const [STDIN, STDOUT, STDERR, ERROR, RESIZE, CLOSE] = [0, 1, 2, 3, 4, 255] as const;

/**
 * The milliseconds before the first message. `kubectl` 1.30 to 1.33 reads a connection before it has
 * made its streams, discards what comes earlier, and fails with "closed all streams".
 */
const START = 20;

/** Returns the streams of a connection. */
export function channelStreams(
  connection: OpenConnection,
  protocol: string,
  options: StreamOptions,
): RemoteStreams {
  const { level, base64 = false } = PROTOCOLS[protocol]!;
  const stdin = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const input = stdin.writable.getWriter();
  let takeSize!: (size: TerminalSize) => void;
  const sizes = new ReadableStream<TerminalSize>({
    start(controller) {
      takeSize = (size) => controller.enqueue(size);
      connection.closed.addEventListener("abort", () => controller.close(), { once: true });
    },
    cancel: () => void (takeSize = () => {}),
  });
  const isReady = new Promise((resolve) => setTimeout(resolve, START));
  const send = async (channel: number, bytes: Uint8Array<ArrayBuffer>) => {
    await isReady;
    await connection.send(base64 ? `${channel}${bytes.toBase64()}` : framed(channel, bytes));
  };
  const receive = async () => {
    for await (const message of connection.messages) {
      const { channel, bytes } = opened(message);
      // A command that reads no more has no need of what follows.
      if (channel === STDIN && options.stdin) input.write(bytes).catch(() => {});
      if (channel === CLOSE && level >= 5 && bytes[0] === STDIN) {
        await input.close().catch(() => {});
      }
      if (channel === RESIZE) takeSize(sizeIn(bytes));
    }
    await input.close().catch(() => {});
  };
  receive().catch((error) => input.abort(error).catch(() => {}));
  if (!options.stdin) input.close().catch(() => {});
  return {
    ...{ stdin: stdin.readable, sizes, closed: connection.closed },
    // Clients wait for a first message, which says that the command has begun.
    begin() {
      void send(options.stdout ? STDOUT : options.stderr ? STDERR : ERROR, bytesOf(""));
      return Promise.resolve();
    },
    stdout: (bytes) => options.stdout ? send(STDOUT, bytes) : Promise.resolve(),
    stderr: (bytes) => options.stderr ? send(STDERR, bytes) : Promise.resolve(),
    async finish(status) {
      if (level >= 4) await send(ERROR, bytesOf(JSON.stringify(status)));
      else if (status.status !== "Success") await send(ERROR, bytesOf(String(status.message)));
    },
  };
}

function framed(channel: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(1 + bytes.length);
  message[0] = channel;
  message.set(bytes, 1);
  return message;
}

/** A text begins with a digit; what follows is base64. */
function opened(
  message: string | Uint8Array<ArrayBuffer>,
): { readonly channel: number; readonly bytes: Uint8Array<ArrayBuffer> } {
  if (typeof message !== "string") {
    return { channel: message[0] ?? -1, bytes: message.subarray(1) };
  }
  return { channel: Number(message[0] ?? -1), bytes: Uint8Array.fromBase64(message.slice(1)) };
}

function sizeIn(bytes: Uint8Array): TerminalSize {
  const { Width: width = 0, Height: height = 0 } = JSON.parse(new TextDecoder().decode(bytes));
  return { width, height };
}
