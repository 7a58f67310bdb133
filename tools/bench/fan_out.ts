/**
 * Measures fan-out: the events per second that reach all watchers of one writer.
 *
 * @module
 */

const HEADERS = { authorization: "Bearer admin-token" };

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
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: watchers + 1 });
  const base = `http://127.0.0.1:${port}/api/v1`;
  const name = `fan-out-${crypto.randomUUID().slice(0, 8)}`;
  const post = (url: string, body: unknown) =>
    fetch(url, {
      method: "POST",
      client,
      headers: { ...HEADERS, "content-type": "application/json" },
      body: JSON.stringify(body),
    }).then((answer) => answer.arrayBuffer());
  await post(`${base}/namespaces`, { metadata: { name } });
  const secrets = `${base}/namespaces/${name}/secrets`;
  const streams = await Promise.all(
    Array.from(
      { length: watchers },
      () => fetch(`${secrets}?watch=1`, { headers: HEADERS, client }),
    ),
  );
  const start = performance.now();
  const counts = streams.map((stream) => countLines(stream, events));
  for (let index = 0; index < events; index += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, offset) =>
        post(secrets, {
          metadata: { name: `event-${index + offset}` },
          data: { key: "dmFsdWU=" },
        })),
    );
  }
  const sizes = await Promise.all(counts);
  const ours = (watchers * events) / ((performance.now() - start) / 1000);
  const bytes = Math.round(sizes[0]! / events);
  const bareStart = performance.now();
  const bareStreams = await Promise.all(
    Array.from(
      { length: watchers },
      () => fetch(`http://127.0.0.1:${barePort}/?${bytes}&${events}`, { client }),
    ),
  );
  await Promise.all(bareStreams.map((stream) => stream.arrayBuffer()));
  const bare = (watchers * events) / ((performance.now() - bareStart) / 1000);
  client.close();
  return { ours, bare };
}

/** Reads a number of lines, closes the connection, and returns their length in bytes. */
async function countLines(stream: Response, wanted: number): Promise<number> {
  const reader = stream.body!.getReader();
  let lines = 0;
  let bytes = 0;
  while (lines < wanted) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`Cannot measure as a watch ended after ${lines} events`);
    bytes += value.length;
    for (let at = value.indexOf(10); at >= 0; at = value.indexOf(10, at + 1)) lines++;
  }
  await reader.cancel();
  return bytes;
}
