/**
 * Keep-alive connections that send prepared requests over plain HTTP/1.1, so that the server is
 * measured and not the client.
 *
 * @module
 */

/** A measurement. */
export interface Measured {
  /** Requests per second. */
  readonly rate: number;
  /** Bytes of an answer's body. */
  readonly bytes: number;
}

/** A request that differs each time. */
export interface Load {
  readonly port: number;
  /** The certificates that the server is verified with; plain HTTP where they are undefined. */
  readonly caCerts?: string[];
  /** The whole request as text for the given number, counted from 0. */
  readonly request: (index: number) => string;
}

/**
 * Sends `requests` requests over `connections` connections, each waiting for its answer before it
 * sends the next.
 *
 * @throws {Error} if an answer is not 2xx
 */
export async function sendLoad(
  { port, caCerts, request }: Load,
  { requests, connections }: { requests: number; connections: number },
): Promise<Measured> {
  const open = (): Promise<Deno.Conn> =>
    caCerts
      ? Deno.connectTls({ hostname: "localhost", port, caCerts })
      : Deno.connect({ hostname: "127.0.0.1", port });
  const opened = await Promise.all(Array.from({ length: connections }, open));
  let next = 0;
  let bytes = 0;
  const start = performance.now();
  await Promise.all(opened.map(async (connection) => {
    const reader = new AnswerReader(connection);
    while (next < requests) {
      await writeAll(connection, encoder.encode(request(next++)));
      bytes = await reader.read();
    }
    connection.close();
  }));
  return { rate: requests / ((performance.now() - start) / 1000), bytes };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/** Reads answers with a Content-Length or in chunks. */
class AnswerReader {
  readonly #connection: Deno.Conn;
  readonly #buffer = new Uint8Array(256 * 1024);

  constructor(connection: Deno.Conn) {
    this.#connection = connection;
  }

  /** Reads one answer and returns the length of its body. */
  async read(): Promise<number> {
    let filled = 0;
    let head = "";
    while (!head.includes("\r\n\r\n")) {
      const read = await this.#connection.read(this.#buffer.subarray(filled));
      if (read === null) throw new Error("Cannot measure as the server closed the connection");
      filled += read;
      head = decoder.decode(this.#buffer.subarray(0, Math.min(filled, 1024)));
    }
    if (!/^HTTP\/1.1 2/.test(head)) {
      throw new Error(`Cannot measure as the answer is not a success: ${head.slice(0, 200)}`);
    }
    const headLength = head.indexOf("\r\n\r\n") + 4;
    const given = /content-length: (\d+)/i.exec(head)?.[1];
    if (given === undefined) return await this.#readChunks(headLength, filled);
    const length = Number(given);
    for (let left = headLength + length - filled; left > 0;) {
      const read = await this.#connection.read(this.#buffer);
      if (read === null) throw new Error("Cannot measure as the server closed the connection");
      left -= read;
    }
    return length;
  }

  /** Reads the rest of an answer in chunks, up to the last, empty one. */
  async #readChunks(headLength: number, filled: number): Promise<number> {
    let length = filled - headLength;
    let end = decoder.decode(this.#buffer.subarray(Math.max(headLength, filled - 5), filled));
    while (!end.endsWith("0\r\n\r\n")) {
      const read = await this.#connection.read(this.#buffer);
      if (read === null) throw new Error("Cannot measure as the server closed the connection");
      length += read;
      end = (end + decoder.decode(this.#buffer.subarray(Math.max(0, read - 5), read))).slice(-5);
    }
    return length;
  }
}
