/**
 * Measures fan-out: the events per second that reach all watchers of one writer.
 *
 * @module
 */
import { openWatch } from "./latency.ts";
import { sendLoad } from "./load.ts";

const HEADERS = "host: localhost\r\nauthorization: Bearer admin-token\r\n";

/** Events per second of both servers. */
export interface FanOut {
  readonly ours: number;
  readonly bare: number;
}

/** Writes `events` Secrets while `watchers` watch them; then the bare server sends as many bytes. */
export async function measureFanOut(
  port: number,
  barePort: number,
  { watchers, events }: { watchers: number; events: number },
): Promise<FanOut> {
  const name = `fan-out-${crypto.randomUUID().slice(0, 8)}`;
  const namespaces = "/api/v1/namespaces";
  const secrets = `${namespaces}/${name}/secrets`;
  const create = (path: string, object: unknown) => {
    const body = JSON.stringify(object);
    return `POST ${path} HTTP/1.1\r\n${HEADERS}content-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`;
  };
  const namespace = () => create(namespaces, { metadata: { name } });
  await sendLoad({ port, request: namespace }, { requests: 1, connections: 1 });
  const open = (port: number, path: string) =>
    Promise.all(Array.from({ length: watchers }, () => openWatch(port, path)));
  const watches = await open(port, `${secrets}?watch=1`);
  const start = performance.now();
  const counts = watches.map((watch) => countLines(watch, events));
  const request = (index: number) =>
    create(secrets, { metadata: { name: `event-${index}` }, data: { key: "dmFsdWU=" } });
  await sendLoad({ port, request }, { requests: events, connections: 10 });
  const sizes = await Promise.all(counts);
  const ours = (watchers * events) / ((performance.now() - start) / 1000);
  const bytes = Math.round(sizes[0]! / events);
  const bareStart = performance.now();
  const streams = await open(barePort, `/?${bytes}&${events}`);
  await Promise.all(streams.map((stream) => countBytes(stream, bytes * events)));
  const bare = (watchers * events) / ((performance.now() - bareStart) / 1000);
  return { ours, bare };
}

/** Reads a number of lines of JSON, closes the connection, and returns the bytes that came. */
async function countLines(connection: Deno.TcpConn, wanted: number): Promise<number> {
  let lines = 0;
  let last: number | undefined;
  return await read(connection, (part) => {
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) {
      // The line breaks of the chunks' sizes are of two bytes.
      if ((at === 0 ? last : part[at - 1]) === CLOSING_BRACE) lines++;
    }
    last = part.at(-1);
    return lines >= wanted;
  });
}

const CLOSING_BRACE = 0x7d;

/** Reads at least a number of bytes, and closes the connection. */
async function countBytes(connection: Deno.TcpConn, wanted: number): Promise<void> {
  let left = wanted;
  await read(connection, ({ length }) => (left -= length) <= 0);
}

async function read(
  connection: Deno.TcpConn,
  isEnough: (part: Uint8Array) => boolean,
): Promise<number> {
  const buffer = new Uint8Array(64 * 1024);
  let bytes = 0;
  for (;;) {
    const count = await connection.read(buffer);
    if (count === null) throw new Error("Cannot measure as a stream ended");
    bytes += count;
    if (isEnough(buffer.subarray(0, count))) break;
  }
  connection.close();
  return bytes;
}
