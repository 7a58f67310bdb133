/**
 * A client of SPDY/3.1 on a connection that was upgraded, for tests: it opens streams, sends, and
 * reads what the server sends on each.
 *
 * @module
 */
import { connect } from "node:tls";
import { constants, createDeflate } from "node:zlib";
import type { RunningServer } from "@plumbline/server";
import { SPDY_DICTIONARY } from "./spdy_dictionary.ts";
import { bytesOf, joinBytes } from "./text.ts";

/** What a server answered to an upgrade, and sent on each stream until the end. */
export interface SpdyAnswer {
  /** The head of the response, in lower case. */
  readonly head: string;
  /** By the number of the stream: 1, 3, …. */
  readonly streams: ReadonlyMap<number, string>;
}

/** A stream to open: its headers, and what is sent on it before its end. */
export interface SpdyRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** Asks a subresource of the Pod `web` for an upgrade, opens streams, and reads to the end. */
export async function askSpdy(
  server: RunningServer,
  path: string,
  { protocol, requests, until = Infinity }: {
    readonly protocol: string;
    readonly requests: readonly SpdyRequest[];
    /** The number of ended streams after which the client disconnects. @default {Infinity} */
    readonly until?: number;
  },
): Promise<SpdyAnswer> {
  const { hostname: host, port } = new URL(server.url);
  const socket = connect({ host, port: Number(port), ca: server.caCertificate! });
  socket.write(
    `POST /api/v1/namespaces/default/pods/web/${path} HTTP/1.1\r\nhost: ${host}:${port}\r\n` +
      `authorization: Bearer ${server.token()}\r\nconnection: Upgrade\r\nupgrade: SPDY/3.1\r\n` +
      `x-stream-protocol-version: ${protocol}\r\ncontent-length: 0\r\n\r\n`,
  );
  let received: Uint8Array<ArrayBuffer> = new Uint8Array();
  let head: string | undefined;
  const opening = await openings(requests);
  for await (const part of socket) {
    received = joinBytes([received, new Uint8Array(part)]);
    if (head !== undefined && textsIn(received).size >= until) break;
    if (head !== undefined) continue;
    const text = new TextDecoder("latin1").decode(received);
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) continue;
    head = text.slice(0, end).toLowerCase();
    received = received.slice(end + 4);
    if (!head.startsWith("http/1.1 101")) break;
    socket.write(opening);
  }
  socket.destroy();
  return { head: head ?? "", streams: textsIn(received) };
}

async function openings(requests: readonly SpdyRequest[]): Promise<Uint8Array<ArrayBuffer>> {
  const deflater = createDeflate({ dictionary: SPDY_DICTIONARY, flush: constants.Z_SYNC_FLUSH });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  deflater.on("data", (part) => parts.push(new Uint8Array(part)));
  const frames: Uint8Array<ArrayBuffer>[] = [];
  for (const [index, { headers, text }] of requests.entries()) {
    const id = 2 * index + 1;
    const pairs = Object.entries(headers).flat().flatMap((word) => [
      number(word.length),
      bytesOf(word),
    ]);
    deflater.write(joinBytes([number(Object.keys(headers).length), ...pairs]));
    await new Promise<void>((resolve) => deflater.flush(constants.Z_SYNC_FLUSH, resolve));
    const block = joinBytes(parts.splice(0));
    const stream = joinBytes([number(id), number(0), new Uint8Array(2), block]);
    frames.push(number(0x80030001), number(stream.length), stream);
    if (text === undefined) continue;
    frames.push(number(id), number(0x01000000 + text.length), bytesOf(text));
  }
  deflater.destroy();
  return joinBytes(frames);
}

/** Returns the data of each stream that was ended. */
function textsIn(bytes: Uint8Array<ArrayBuffer>): ReadonlyMap<number, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = new Map<number, string>();
  const ended = new Map<number, string>();
  for (let at = 0; at + 8 <= bytes.length;) {
    const [first, second] = [view.getUint32(at), view.getUint32(at + 4)];
    const end = at + 8 + (second & 0xffffff);
    if (first < 0x80000000) {
      const text = new TextDecoder().decode(bytes.subarray(at + 8, end));
      texts.set(first, (texts.get(first) ?? "") + text);
      if (second >>> 24 === 1) ended.set(first, texts.get(first)!);
    }
    at = end;
  }
  return ended;
}

function number(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
