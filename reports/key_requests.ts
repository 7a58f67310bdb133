/**
 * The requests of a failing case that show the failure.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";

/**
 * Returns two requests at most: those that contradict each other, if the timeline names them; else a
 * watch whose events are wrong and a write; else the last one whose response is the wrong one, after the
 * write that it depends on.
 */
export function keyRequests(failure: Failure): readonly Exchange[] {
  const { exchange, timeline, actual } = failure;
  const named = new Set(
    timeline?.entries.flatMap(({ number, contradicts }) => contradicts ? [number] : []),
  );
  const contradicting = exchange.filter(({ number }) => number !== undefined && named.has(number));
  if (contradicting.length > 1) return [contradicting[0]!, contradicting.at(-1)!];
  const watched = watchAndWrite(failure);
  if (contradicting.length === 0 && watched !== undefined) return watched;
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

/** Words for what a watch sent, or should have. */
const EVENTS = /\b(ADDED|MODIFIED|DELETED|BOOKMARK)\b|\bevents?\b/;

/** Returns the watch whose events are wrong and a write that it shows: a dry run, else the last one. */
function watchAndWrite({ exchange, expected, actual }: Failure): readonly Exchange[] | undefined {
  const at = EVENTS.test(`${expected} ${actual}`) ? exchange.findLastIndex(isWatch) : -1;
  if (at < 0) return undefined;
  const writes = exchange.slice(at + 1).filter(({ method, status }) =>
    method !== "GET" && status < 400
  );
  const write = writes.find(({ path }) => path.includes("dryRun=")) ?? writes.at(-1);
  return write === undefined ? undefined : [exchange[at]!, write];
}

/** Returns true for a watch. */
export function isWatch({ path }: Pick<Exchange, "path">): boolean {
  return /[?&]watch=(1|true)\b/.test(path);
}

/** Returns true for the path of a collection. */
export function isCollection(path: string): boolean {
  return /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/)?[^/?]+(?:\?.*)?$/.test(
    path,
  );
}
