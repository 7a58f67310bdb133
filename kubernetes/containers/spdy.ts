/**
 * A server's side of SPDY/3.1, as clients use it for `portforward`: streams of both directions on one
 * connection. There is no flow control, as the clients have none.
 *
 * @module
 */
import { joinBytes } from "./text.ts";
import { SPDY_DICTIONARY } from "./spdy_dictionary.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A stream that a client has opened. */
export interface SpdyStream {
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly readable: ReadableStream<Bytes>;
  send(bytes: Bytes): Promise<void>;
  /** Ends this side of the stream. */
  end(): Promise<void>;
}

/** Options of a session. */
export interface SpdyOptions {
  /** The bytes of the client, in pieces of any size. */
  readonly input: AsyncIterable<Bytes>;
  send(bytes: Bytes): Promise<void>;
  /** Runs for each new stream. */
  opened(stream: SpdyStream): void;
}

const TYPE = { stream: 1, reply: 2, reset: 3, ping: 6, goAway: 7, headers: 8 } as const;
const CONTROL = 0x8003;
const FIN = 1;
const HEAD = 8;

/** Serves a connection until the client ends it. */
export async function serveSpdy({ input, send, opened }: SpdyOptions): Promise<void> {
  const { inflate, deflate, close } = await headerCodec();
  const streams = new Map<number, ReadableStreamDefaultController<Bytes>>();
  const endInput = (id: number) => {
    streams.get(id)?.close();
    streams.delete(id);
  };

  async function control(type: number, flags: number, payload: Bytes): Promise<void> {
    const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    if (type === TYPE.ping) return await send(controlFrame(TYPE.ping, payload));
    if (type === TYPE.reset) return endInput(view.getUint32(0));
    // The headers of all frames share a compression.
    if (type === TYPE.headers) await inflate(payload.subarray(4));
    if (type !== TYPE.stream) return;
    const id = view.getUint32(0);
    const headers = headersIn(await inflate(payload.subarray(10)));
    const readable = new ReadableStream<Bytes>({
      start: (controller) => void streams.set(id, controller),
      cancel: () => void streams.delete(id),
    });
    if (flags & FIN) endInput(id);
    const none = await deflate(new Uint8Array(4));
    await send(controlFrame(TYPE.reply, joinBytes([numberBytes(id), none])));
    let isOpen = true;
    opened({
      ...{ headers, readable },
      send: (bytes) => isOpen ? send(dataFrame(id, 0, bytes)) : Promise.resolve(),
      async end() {
        if (isOpen) await send(dataFrame(id, FIN, new Uint8Array()));
        isOpen = false;
      },
    });
  }

  let waiting: Bytes = new Uint8Array();
  try {
    for await (const piece of input) {
      waiting = joinBytes([waiting, piece]);
      while (waiting.length >= HEAD) {
        const view = new DataView(waiting.buffer, waiting.byteOffset, waiting.byteLength);
        const [flags, length] = [view.getUint8(4), view.getUint32(4) & 0xffffff];
        if (waiting.length < HEAD + length) break;
        const payload = waiting.slice(HEAD, HEAD + length);
        if (view.getUint16(0) === CONTROL) {
          const type = view.getUint16(2);
          if (type === TYPE.goAway) return;
          await control(type, flags, payload);
        } else {
          const id = view.getUint32(0);
          if (length > 0) streams.get(id)?.enqueue(payload);
          if (flags & FIN) endInput(id);
        }
        waiting = waiting.slice(HEAD + length);
      }
    }
  } finally {
    for (const id of [...streams.keys()]) endInput(id);
    close();
  }
}

function numberBytes(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

const controlFrame = (type: number, payload: Bytes): Bytes =>
  joinBytes([numberBytes(CONTROL * 0x10000 + type), numberBytes(payload.length), payload]);

const dataFrame = (id: number, flags: number, bytes: Bytes): Bytes =>
  joinBytes([numberBytes(id), numberBytes(flags * 0x1000000 + bytes.length), bytes]);

/** Reads a number of pairs, each text with its length. */
function headersIn(bytes: Bytes): Record<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 4;
  const next = () => {
    const end = at + 4 + view.getUint32(at);
    const text = new TextDecoder().decode(bytes.subarray(at + 4, end));
    at = end;
    return text;
  };
  const headers: Record<string, string> = {};
  for (let left = view.getUint32(0); left > 0; left--) headers[next().toLowerCase()] = next();
  return headers;
}

/** Returns the compression of headers, whose state lasts as long as the connection. */
async function headerCodec() {
  const { createDeflate, createInflate, constants } = await import("node:zlib");
  const options = { dictionary: SPDY_DICTIONARY, flush: constants.Z_SYNC_FLUSH };
  const [inflater, deflater] = [createInflate(options), createDeflate(options)];
  const through = (codec: typeof inflater | typeof deflater) => {
    let parts: Bytes[] = [];
    codec.on("data", (part: Bytes) => parts.push(part));
    return async (bytes: Bytes): Promise<Bytes> => {
      await new Promise<void>((resolve, reject) => {
        codec.once("error", reject);
        codec.write(bytes, () => {
          codec.off("error", reject);
          // What was made is read in the next turn.
          setTimeout(resolve);
        });
      });
      const made = joinBytes(parts);
      parts = [];
      return made;
    };
  };
  return {
    ...{ inflate: through(inflater), deflate: through(deflater) },
    close() {
      inflater.destroy();
      deflater.destroy();
    },
  };
}
