/**
 * A connection that sends requests unchanged: paths are not normalized, headers may have any value,
 * and any method may have a body. `fetch` does not allow that.
 *
 * @module
 */
import { concatenate } from "./bytes.ts";

/** A request on the wire. */
export interface WireRequest {
  readonly method: string;
  /** The path and query as in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
  /** Send the body in chunks, without Content-Length. @default {false} */
  readonly chunked?: boolean;
}

/** An answer; of a watch only the part before the connection was closed. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** True if the body is a stream and was not read. */
  readonly isOpen: boolean;
}

/** The way to read a stream: to its end, or only its headers before the connection is closed. */
export type Patience = "wait" | "hang up";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const HEAD_END = encoder.encode("\r\n\r\n");

/** A keep-alive connection, opened on demand. */
export class Connection {
  readonly #port: number;
  #connection: Deno.Conn | undefined;
  #unread = new Uint8Array(0);

  /** Connects to a port of this machine. */
  constructor(port: number) {
    this.#port = port;
  }

  /**
   * Sends a request and reads the answer.
   *
   * @param onStream called when the answer's head does not state its length
   */
  async ask(request: WireRequest, onStream: () => Patience): Promise<WireAnswer> {
    await this.send(bytesOf(request));
    const { status, headers } = parseHead(await this.#readHead());
    const isChunked = headers.get("transfer-encoding") === "chunked";
    const hasBody = request.method !== "HEAD" && status !== 204 && status !== 304;
    const answer = { status, headers, isOpen: false };
    if (isChunked && hasBody && onStream() === "hang up") {
      this.close();
      return { ...answer, body: new Uint8Array(), isOpen: true };
    }
    const length = Number(headers.get("content-length") ?? 0);
    const body = !hasBody
      ? new Uint8Array()
      : isChunked
      ? await this.#readChunks()
      : await this.#take(length);
    if (headers.get("connection") === "close") this.close();
    return { ...answer, body };
  }

  /** Sends bytes of any kind. */
  async send(bytes: Uint8Array): Promise<void> {
    this.#connection ??= await Deno.connect({ hostname: "127.0.0.1", port: this.#port });
    for (let at = 0; at < bytes.length;) {
      at += await this.#connection.write(bytes.subarray(at));
    }
  }

  /** Reads until the server closes the connection, after the last request. */
  async finish(): Promise<Uint8Array> {
    await (this.#connection as Deno.TcpConn | undefined)?.closeWrite();
    const chunks: number[] = [];
    while (await this.#fill()) chunks.push(...this.#takeAll());
    this.close();
    return Uint8Array.from(chunks);
  }

  /** Closes the connection; the next request opens a new one. */
  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#unread = new Uint8Array(0);
  }

  async #readHead(): Promise<string> {
    for (;;) {
      const end = indexOf(this.#unread, HEAD_END);
      if (end >= 0) return decoder.decode(await this.#take(end + HEAD_END.length));
      if (!await this.#fill()) {
        throw new Error("the server closed the connection before it answered");
      }
    }
  }

  async #readChunks(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for (;;) {
      const size = parseInt(await this.#readLine(), 16);
      if (size > 0) chunks.push(await this.#take(size));
      await this.#readLine();
      if (size === 0) return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
    }
  }

  async #readLine(): Promise<string> {
    for (;;) {
      const end = this.#unread.indexOf(10);
      if (end >= 0) return decoder.decode(await this.#take(end + 1)).trim();
      if (!await this.#fill()) {
        throw new Error("the server closed the connection within its answer");
      }
    }
  }

  async #take(length: number): Promise<Uint8Array> {
    while (this.#unread.length < length) {
      if (!await this.#fill()) {
        throw new Error("the server closed the connection within its answer");
      }
    }
    const taken = this.#unread.subarray(0, length);
    this.#unread = this.#unread.subarray(length);
    return taken;
  }

  #takeAll(): Uint8Array {
    const taken = this.#unread;
    this.#unread = new Uint8Array(0);
    return taken;
  }

  /** Reads more; false at the end. */
  async #fill(): Promise<boolean> {
    const buffer = new Uint8Array(64 * 1024);
    const read = await this.#connection?.read(buffer) ?? null;
    if (read === null) return false;
    const grown = new Uint8Array(this.#unread.length + read);
    grown.set(this.#unread);
    grown.set(buffer.subarray(0, read), this.#unread.length);
    this.#unread = grown;
    return true;
  }
}

function bytesOf({ method, target, headers, body, chunked = false }: WireRequest): Uint8Array {
  const framing = body === undefined
    ? []
    : [chunked ? "transfer-encoding: chunked" : `content-length: ${body.length}`];
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${target} HTTP/1.1`, "host: localhost", ...lines, ...framing];
  const start = latin1(`${head.join("\r\n")}\r\n\r\n`);
  if (body === undefined) return start;
  if (!chunked) return concatenate(start, body);
  const size = body.length === 0 ? "" : `${body.length.toString(16)}\r\n`;
  const end = encoder.encode(body.length === 0 ? "0\r\n\r\n" : "\r\n0\r\n\r\n");
  return concatenate(start, encoder.encode(size), body, end);
}

/** Encodes a header in Latin-1; characters above 255 do not occur. */
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function parseHead(head: string): { status: number; headers: Headers } {
  const [first = "", ...lines] = head.trimEnd().split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(first.split(" ")[1]), headers };
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return at;
  }
  return -1;
}
