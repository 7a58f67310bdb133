/**
 * Measures how long events take to reach many watchers, at a pace that leaves the server time.
 *
 * @module
 */

import { demand } from "../client/send.ts";
import { targetAt } from "../client/target.ts";
import { createOf } from "../requests/writes.ts";
import { NAMESPACES_PATH } from "./requests.ts";
import { openBareWatch, readLines } from "./watch.ts";

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
  const target = targetAt(`http://127.0.0.1:${port}`);
  const secrets = `${NAMESPACES_PATH}/${name}/secrets`;
  const post = (path: string, name: string) =>
    demand(target, createOf(path, { metadata: { name } }));
  await post(NAMESPACES_PATH, name);
  const sent: number[] = [];
  const delays: number[] = [];
  const connections = await Promise.all(
    Array.from({ length: watchers }, () => openBareWatch(port, `${secrets}?watch=1`)),
  );
  const reading = connections.map((connection) => {
    let count = 0;
    return readLines(connection, events, () => delays.push(performance.now() - sent[count++]!));
  });
  for (let count = 0; count < events; count++) {
    sent.push(performance.now());
    await post(secrets, `event-${count}`);
    const rest = sent[count]! + pace - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
  await Promise.all(reading);
  return delays.toSorted((a, b) => a - b)[Math.floor(0.99 * delays.length)]!;
}
