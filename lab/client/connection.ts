/**
 * A keep-alive connection that sends requests unchanged and with little work: paths are not
 * normalized, headers may have any value, any method may have a body, and answers need not be
 * read. `fetch` does not allow the former and costs too much for a benchmark.
 *
 * @module
 */
import { concatenate } from "./bytes.ts";
import { ADMIN_TOKEN } from "./target.ts";

/** A request on the wire. */
export interface RawRequest {
  readonly method: string;
  /** The path and query as in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
  /** Send the body in chunks, without Content-Length. @default {false} */
  readonly chunked?: boolean;
}

/** An answer; of a watch only the part before the connection was closed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** True if the body is a stream and was not read. */
  readonly isOpen: boolean;
}

/** How to read a stream: to its end, or only its headers before the connection is closed. */
export type Patience = "wait" | "hang up";

/** A server on this machine. */
export interface Endpoint {
  readonly port: number;
  /** The certificates that the server is verified with; plain HTTP where they are undefined. */
  readonly caCerts?: string[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A connection, opened when the first bytes are sent. */
export class Connection {
  readonly #endpoint: Endpoint;
  #connection: Deno.Conn | undefined;
  #buffer = new Uint8Array(256 * 1024);
  /** The part of the buffer that is not read yet. */
  #start = 0;
  #end = 0;

  /** Connects to a server of this machine. */
  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  /** Connects, ahead of the first request. */
  async open(): Promise<void> {
    const { port, caCerts } = this.#endpoint;
    this.#connection =
      await (caCerts
        ? Deno.connectTls({ hostname: "localhost", port, caCerts })
        : Deno.connect({ hostname: "127.0.0.1", port }));
  }

  /**
   * Sends a request and reads the answer.
   *
   * @param onStream called when the answer's head does not state its length
   */
  async ask(request: RawRequest, onStream: () => Patience): Promise<RawAnswer> {
    await this.send(bytesOf(request));
    const { status, headers } = parseHead(await this.readHead());
    const isChunked = headers.get("transfer-encoding") === "chunked";
    const hasBody = request.method !== "HEAD" && status !== 204 && status !== 304;
    const answer = { status, headers, isOpen: false };
    if (isChunked && hasBody && onStream() === "hang up") {
      this.close();
      return { ...answer, body: new Uint8Array(), isOpen: true };
    }
    const length = Number(headers.get("content-length") ?? 0);
    const parts: Uint8Array[] = [];
    const keep = (part: Uint8Array) => void parts.push(part.slice());
    if (hasBody) await (isChunked ? this.#readChunks(keep) : this.#read(length, keep));
    if (headers.get("connection") === "close") this.close();
    return { ...answer, body: concatenate(...parts) };
  }

  /**
   * Reads an answer without keeping it, and returns the length of its body.
   *
   * @throws {Error} if it is not a success
   */
  async skipAnswer(): Promise<number> {
    const head = await this.readHead();
    if (!head.startsWith("HTTP/1.1 2")) {
      throw new Error(`Cannot measure as the answer is not a success: ${head.slice(0, 200)}`);
    }
    const given = /content-length: (\d+)/i.exec(head)?.[1];
    const skip = () => {};
    return given === undefined ? await this.#readChunks(skip) : this.#read(Number(given), skip);
  }

  /** Sends bytes of any kind. */
  async send(bytes: Uint8Array): Promise<void> {
    if (!this.#connection) await this.open();
    for (let at = 0; at < bytes.length;) {
      at += await this.#connection!.write(bytes.subarray(at));
    }
  }

  /** Reads the head of an answer, with the empty line that ends it. */
  async readHead(): Promise<string> {
    for (let from = this.#start;;) {
      const end = endOfHead(this.#buffer.subarray(0, this.#end), from);
      if (end >= 0) {
        const head = decoder.decode(this.#buffer.subarray(this.#start, end));
        this.#start = end;
        return head;
      }
      const searched = this.#end - this.#start;
      if (!await this.#fill()) {
        throw new Error("the server closed the connection before it answered");
      }
      from = this.#start + Math.max(0, searched - 3);
    }
  }

  /** Reads what has arrived, at least a byte; the next call overwrites it. Undefined at the end. */
  async read(): Promise<Uint8Array | undefined> {
    if (this.#start === this.#end && !await this.#fill()) return undefined;
    const part = this.#buffer.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return part;
  }

  /** Reads until the server closes the connection, after the last request. */
  async finish(): Promise<void> {
    await (this.#connection as Deno.TcpConn | undefined)?.closeWrite();
    while (await this.read());
    this.close();
  }

  /** Closes the connection; the next request opens a new one. */
  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#start = this.#end = 0;
  }

  /** Reads a body in chunks and returns its length. */
  async #readChunks(use: (part: Uint8Array) => void): Promise<number> {
    for (let length = 0;;) {
      const size = parseInt(await this.#readLine(), 16);
      if (size > 0) length += await this.#read(size, use);
      await this.#readLine();
      if (size === 0) return length;
    }
  }

  async #readLine(): Promise<string> {
    for (;;) {
      const unread = this.#buffer.subarray(this.#start, this.#end);
      const end = unread.indexOf(10);
      if (end >= 0) {
        this.#start += end + 1;
        return decoder.decode(unread.subarray(0, end)).trim();
      }
      await this.#fillWithinAnswer();
    }
  }

  /** Reads a number of bytes, in parts. */
  async #read(length: number, use: (part: Uint8Array) => void): Promise<number> {
    for (let left = length; left > 0;) {
      if (this.#start === this.#end) await this.#fillWithinAnswer();
      const part = this.#buffer.subarray(this.#start, Math.min(this.#start + left, this.#end));
      use(part);
      this.#start += part.length;
      left -= part.length;
    }
    return length;
  }

  async #fillWithinAnswer(): Promise<void> {
    if (!await this.#fill()) throw new Error("the server closed the connection within its answer");
  }

  /** Reads more, behind what is not read yet; false at the end. */
  async #fill(): Promise<boolean> {
    if (this.#start === this.#end) this.#start = this.#end = 0;
    else if (this.#end === this.#buffer.length) {
      const unread = this.#buffer.subarray(this.#start, this.#end);
      // A line or head that fills the buffer needs a larger one.
      if (this.#start === 0) this.#buffer = new Uint8Array(2 * this.#buffer.length);
      this.#buffer.set(unread);
      [this.#start, this.#end] = [0, unread.length];
    }
    const read = await this.#connection?.read(this.#buffer.subarray(this.#end)) ?? null;
    if (read === null) return false;
    this.#end += read;
    return true;
  }
}

/** A request of the administrator with little to encode. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly contentType?: string;
  /** ASCII. */
  readonly body?: string;
}

/** Returns a request as text, with less work than {@linkcode bytesOf}. */
export function textOf({ method, path, contentType, body }: PlainRequest): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n` +
    `authorization: Bearer ${ADMIN_TOKEN}\r\n`;
  return body === undefined
    ? `${head}\r\n`
    : `${head}content-type: ${contentType}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** Encodes a request. */
function bytesOf({ method, target, headers, body, chunked = false }: RawRequest) {
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

/** Returns the index behind the empty line that ends a head, -1 if it is not there yet. */
function endOfHead(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(10, from + 3); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at - 1] === 13 && bytes[at - 2] === 10 && bytes[at - 3] === 13) return at + 1;
  }
  return -1;
}
