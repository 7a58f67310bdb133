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

/** Writes `events` Secrets while `watchers` watch them; then the bare server sends as many bytes. */
export async function measureFanOut(
  port: number,
  barePort: number,
  { watchers, events }: { watchers: number; events: number },
): Promise<FanOut> {
  const name = `fan-out-${crypto.randomUUID().slice(0, 8)}`;
  const secrets = `${NAMESPACES_PATH}/${name}/secrets`;
  const namespace = () => create(NAMESPACES_PATH, { metadata: { name } });
  await sendLoad({ port, request: namespace }, { requests: 1, connections: 1 });
  const open = (port: number, path: string) =>
    Promise.all(Array.from({ length: watchers }, () => openBareWatch(port, path)));
  const watches = await open(port, `${secrets}?watch=1`);
  const start = performance.now();
  const counts = watches.map((watch) => readLines(watch, events));
  const request = (index: number) =>
    create(secrets, { metadata: { name: `event-${index}` }, data: { key: "dmFsdWU=" } });
  await sendLoad({ port, request }, { requests: events, connections: 10 });
  const sizes = await Promise.all(counts);
  const ours = (watchers * events) / ((performance.now() - start) / 1000);
  const bytes = Math.round(sizes[0]! / events);
  const bareStart = performance.now();
  const streams = await open(barePort, `/?${bytes}&${events}`);
  await Promise.all(streams.map((stream) => readBytes(stream, bytes * events)));
  const bare = (watchers * events) / ((performance.now() - bareStart) / 1000);
  return { ours, bare };
}
