/**
 * Measures fan-out: the events per second that reach all watchers of one writer.
 *
 * @module
 */
import { sendLoad } from "./load.ts";
import { create, NAMESPACES_PATH } from "./requests.ts";
import { openBareWatch, readBytes, readLines } from "./watch.ts";

/** Events per second of both servers. */
export interface FanOut {
  readonly ours: number;
  readonly bare: number;
}

/** How many watches there are, and how many events each gets. */
interface Size {
  readonly watchers: number;
  readonly events: number;
}

/** Writes `events` Secrets while `watchers` watch them; then the bare server sends as many bytes. */
export async function measureFanOut(port: number, barePort: number, size: Size): Promise<FanOut> {
  const { rate, bytes } = await fanOut(port, size);
  return { ours: rate, bare: await fanOutOfBare(barePort, { ...size, bytes }) };
}

const openWatches = (port: number, path: string, watchers: number) =>
  Promise.all(Array.from({ length: watchers }, () => openBareWatch(port, path)));

/** Returns the events per second, and the bytes of one. */
export async function fanOut(
  port: number,
  { watchers, events }: Size,
): Promise<{ rate: number; bytes: number }> {
  const name = `fan-out-${crypto.randomUUID().slice(0, 8)}`;
  const secrets = `${NAMESPACES_PATH}/${name}/secrets`;
  const namespace = () => create(NAMESPACES_PATH, { metadata: { name } });
  await sendLoad({ port, request: namespace }, { requests: 1, connections: 1 });
  const watches = await openWatches(port, `${secrets}?watch=1`, watchers);
  const start = performance.now();
  const counts = watches.map((watch) => readLines(watch, events));
  const request = (index: number) =>
    create(secrets, { metadata: { name: `event-${index}` }, data: { key: "dmFsdWU=" } });
  await sendLoad({ port, request }, { requests: events, connections: 10 });
  const sizes = await Promise.all(counts);
  const rate = (watchers * events) / ((performance.now() - start) / 1000);
  return { rate, bytes: Math.round(sizes[0]! / events) };
}

/** Returns the lines per second that the bare server sends. */
export async function fanOutOfBare(
  port: number,
  { watchers, events, bytes }: Size & { readonly bytes: number },
): Promise<number> {
  const start = performance.now();
  const streams = await openWatches(port, `/?${bytes}&${events}`, watchers);
  await Promise.all(streams.map((stream) => readBytes(stream, bytes * events)));
  return (watchers * events) / ((performance.now() - start) / 1000);
}
