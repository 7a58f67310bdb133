/**
 * Measures how long events take to reach many watchers, at a pace that leaves the server time.
 *
 * @module
 */

const encoder = new TextEncoder();

/** Options of {@linkcode measureLatency}. */
export interface LatencyOptions {
  readonly watchers: number;
  readonly events: number;
  /** Milliseconds between two events. */
  readonly pace: number;
}

/**
 * Writes events and returns the time within which 99 % of them have reached a watcher, in milliseconds
 * from the moment before the request that causes the event.
 */
export async function measureLatency(
  port: number,
  { watchers, events, pace }: LatencyOptions,
): Promise<number> {
  const name = `latency-${crypto.randomUUID().slice(0, 8)}`;
  const headers = { authorization: "Bearer admin-token", "content-type": "application/json" };
  const base = `http://127.0.0.1:${port}/api/v1/namespaces`;
  const post = async (url: string, name: string) => {
    const body = JSON.stringify({ metadata: { name } });
    await (await fetch(url, { method: "POST", headers, body })).body?.cancel();
  };
  await post(base, name);
  const sent: number[] = [];
  const delays: number[] = [];
  const path = `/api/v1/namespaces/${name}/secrets?watch=1`;
  const connections = await Promise.all(
    Array.from({ length: watchers }, () => openWatch(port, path)),
  );
  const reading = connections.map(async (connection) => {
    const buffer = new Uint8Array(64 * 1024);
    for (let count = 0; count < events;) {
      const read = await connection.read(buffer);
      if (read === null) throw new Error("Cannot measure as a watch ended");
      const now = performance.now();
      // A line is a chunk of its own or shares one; each has exactly one newline of JSON.
      const bytes = buffer.subarray(0, read);
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
        if (bytes[at - 1] === 13) continue;
        delays.push(now - sent[count++]!);
      }
    }
    connection.close();
  });
  for (let count = 0; count < events; count++) {
    sent.push(performance.now());
    await post(`${base}/${name}/secrets`, `event-${count}`);
    const rest = sent[count]! + pace - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
  await Promise.all(reading);
  return delays.toSorted((a, b) => a - b)[Math.floor(0.99 * delays.length)]!;
}

/** Opens a watch over a connection of its own, and reads the head of its response. */
export async function openWatch(port: number, path: string): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const lines = [`GET ${path} HTTP/1.1`, "host: localhost", "authorization: Bearer admin-token"];
  await connection.write(encoder.encode(`${lines.join("\r\n")}\r\n\r\n`));
  const buffer = new Uint8Array(1);
  for (let last = ""; !last.endsWith("\r\n\r\n");) {
    if (await connection.read(buffer) === null) throw new Error("Cannot measure: no watch");
    last = (last + String.fromCharCode(buffer[0]!)).slice(-4);
  }
  return connection;
}
