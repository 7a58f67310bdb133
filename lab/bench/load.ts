/**
 * Keep-alive connections that send prepared requests over plain HTTP/1.1, so that the server is
 * measured and not the client.
 *
 * @module
 */
import { Connection, type Endpoint } from "../client/connection.ts";

/** A measurement. */
export interface Measured {
  /** Requests per second. */
  readonly rate: number;
  /** Bytes of an answer's body. */
  readonly bytes: number;
}

/** A request that differs each time. */
export interface Load extends Endpoint {
  /** The whole request as text for the given number, counted from 0. */
  readonly request: (index: number) => string;
}

const encoder = new TextEncoder();

/**
 * Sends `requests` requests over `connections` connections, each waiting for its answer before it
 * sends the next.
 *
 * @throws {Error} if an answer is not 2xx
 */
export async function sendLoad(
  { request, ...endpoint }: Load,
  { requests, connections }: { requests: number; connections: number },
): Promise<Measured> {
  const opened = Array.from({ length: connections }, () => new Connection(endpoint));
  await Promise.all(opened.map((connection) => connection.open()));
  let next = 0;
  let bytes = 0;
  const start = performance.now();
  await Promise.all(opened.map(async (connection) => {
    while (next < requests) {
      await connection.send(encoder.encode(request(next++)));
      bytes = await connection.skipAnswer();
    }
    connection.close();
  }));
  return { rate: requests / ((performance.now() - start) / 1000), bytes };
}
