/**
 * Watches over WebSocket: one watch event per message, as real servers send them.
 *
 * @module
 */
import { type ServerSocket, upgradeToSocket } from "@plumbline/runtime/server_socket";
import { asksForWebSocket, subprotocolsOf } from "../websocket.ts";

/** How the events of a watch are separated in its stream. */
export type WatchFraming = "lines" | "length-prefixed";

const framings = new WeakMap<Response, WatchFraming>();

/** Marks a response as a watch, so that it can be sent over a WebSocket. */
export function markWatch(response: Response, framing: WatchFraming): Response {
  framings.set(response, framing);
  return response;
}

/** True if a response is a watch. */
export const isWatch = (response: Response): boolean => framings.has(response);

/** True if a response is sent over a WebSocket: a watch whose request asks for it. */
export const opensWebSocket = (request: Request, response: Response): boolean =>
  isWatch(response) && asksForWebSocket(request);

/** A watch over a WebSocket. */
export interface WatchSocket {
  /** The response 101. */
  readonly response: Response;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

/**
 * Upgrades the connection of a request, and sends the events of its watch.
 *
 * @param request a request that a listener received, for which `opensWebSocket` is true
 * @param suffix the brand-bearing suffix of group names, from the dialect
 */
export async function openWatchSocket(
  request: Request,
  response: Response,
  suffix: string,
): Promise<WatchSocket> {
  const [protocol] = subprotocolsOf(request.headers, suffix);
  const events = response.body!.getReader();
  const { response: upgraded, opened, closed } = await upgradeToSocket(request, {
    protocol,
  });
  const split = framings.get(response) === "lines" ? lineSplitter() : prefixSplitter;
  opened.then((socket) => send(socket, events, split));
  closed.then(() => events.cancel()).catch(() => {});
  return { response: upgraded, closed };
}

/** Bytes that may wait in a connection before the watch is read no further. */
const BUFFERED = 256 * 1024;

/** Milliseconds between looks at a connection whose client reads slowly. */
const PAUSE = 10;

async function send(
  socket: ServerSocket,
  events: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  split: (chunk: Uint8Array<ArrayBuffer>) => Iterable<string | Uint8Array<ArrayBuffer>>,
): Promise<void> {
  try {
    while (socket.isOpen) {
      const { value, done } = await events.read();
      if (done) break;
      for (const message of split(value)) if (socket.isOpen) socket.send(message);
      // The client sets the pace.
      while (socket.isOpen && socket.bufferedAmount > BUFFERED) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
    socket.close(1000);
  } catch {
    // The stream of the watch was broken off: the client sees a connection that ends early.
    socket.close(4000, "the watch was broken off");
  }
}

/** Each line is a message, with its line break. Chunks of a stream end behind a line. */
const lineSplitter = () => {
  const decoder = new TextDecoder();
  return (chunk: Uint8Array): string[] => decoder.decode(chunk).match(/[^\n]*\n/g) ?? [];
};

/** Each frame is a message, without the four bytes of its length. */
function* prefixSplitter(chunk: Uint8Array<ArrayBuffer>): Iterable<Uint8Array<ArrayBuffer>> {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  for (let at = 0; at < chunk.length;) {
    const end = at + HEADER + view.getUint32(at);
    yield chunk.subarray(at + HEADER, end);
    at = end;
  }
}

/** The size in bytes of a frame's length, which is big-endian. */
const HEADER = 4;
