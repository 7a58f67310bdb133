/**
 * The requests of a failing case that show the failure.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";

/**
 * Returns two requests at most: those that contradict each other, if the timeline names them; else the
 * last one whose response is the wrong one, after the write that it depends on.
 */
export function keyRequests({ exchange, timeline, actual }: Failure): readonly Exchange[] {
  const named = new Set(
    timeline?.entries.flatMap(({ number, contradicts }) => contradicts ? [number] : []),
  );
  const contradicting = exchange.filter(({ number }) => number !== undefined && named.has(number));
  if (contradicting.length > 1) return [contradicting[0]!, contradicting.at(-1)!];
  // What follows may only look at what the wrong response left.
  const [status] = /^\d{3}\b/.exec(actual) ?? [];
  const last = contradicting[0] ?? exchange.findLast((one) => String(one.status) === status) ??
    exchange.at(-1);
  if (last === undefined) return [];
  const before = exchange.slice(0, exchange.indexOf(last));
  const write = before.findLast(({ method, status }) => method !== "GET" && status < 400) ??
    before.at(-1);
  return write === undefined ? [last] : [write, last];
}
