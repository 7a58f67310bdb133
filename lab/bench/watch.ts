/**
 * Watches for measurements: their events are counted and not parsed.
 *
 * @module
 */
import { Connection, textOf } from "../client/connection.ts";

const encoder = new TextEncoder();
const [NEWLINE, CLOSING_BRACE] = [0x0a, 0x7d];

/** Opens a watch over a connection of its own, and reads the head of its response. */
export async function openBareWatch(port: number, path: string): Promise<Connection> {
  const connection = new Connection({ port });
  await connection.send(encoder.encode(textOf({ method: "GET", path })));
  await connection.readHead();
  return connection;
}

/**
 * Reads a number of lines of JSON, closes the connection, and returns the bytes that came.
 *
 * @param onLine called for each line
 */
export async function readLines(
  connection: Connection,
  wanted: number,
  onLine: () => void = () => {},
): Promise<number> {
  let lines = 0;
  let last: number | undefined;
  return await readUntil(connection, (part) => {
    for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) {
      // The line breaks of the chunks' sizes are of two bytes.
      if ((at === 0 ? last : part[at - 1]) !== CLOSING_BRACE) continue;
      lines++;
      onLine();
    }
    last = part.at(-1);
    return lines >= wanted;
  });
}

/** Reads at least a number of bytes, and closes the connection. */
export async function readBytes(connection: Connection, wanted: number): Promise<void> {
  let left = wanted;
  await readUntil(connection, ({ length }) => (left -= length) <= 0);
}

async function readUntil(
  connection: Connection,
  isEnough: (part: Uint8Array) => boolean,
): Promise<number> {
  for (let bytes = 0;;) {
    const part = await connection.read();
    if (part === undefined) throw new Error("Cannot measure as a stream ended");
    bytes += part.length;
    if (isEnough(part)) {
      connection.close();
      return bytes;
    }
  }
}
