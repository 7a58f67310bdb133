/**
 * Reads the events of a watch.
 *
 * @module
 */
import { chunksOf } from "@plumbline/runtime/chunks";
import { open } from "./send.ts";
import type { Target } from "./target.ts";

/** An event; its object is a Status for `ERROR`. */
export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  // deno-lint-ignore no-explicit-any -- the programs read objects of many kinds
  readonly object: any;
}

/** A watch that a server has answered. */
export interface Watch {
  readonly status: number;
  /** The events until the watch ends; none for an error. Throws if it is cut off or aborted. */
  readonly events: AsyncIterable<WatchEvent>;
}

/** Watches a collection until the signal aborts. */
export async function openWatch(
  target: Target,
  { path, user, signal }: {
    /** Path and query, but for `watch`. */
    readonly path: string;
    readonly user?: string;
    readonly signal: AbortSignal;
  },
): Promise<Watch> {
  const query = `${path.includes("?") ? "&" : "?"}watch=1`;
  const response = await open(target, {
    method: "GET",
    path: path + query,
    signal,
    ...(user && { user }),
  });
  const { status, body } = response;
  if (status === 200) return { status, events: eventsOf(body, signal) };
  await body?.cancel();
  return { status, events: none() };
}

async function* none(): AsyncGenerator<WatchEvent> {}

async function* eventsOf(
  body: Response["body"],
  signal: AbortSignal,
): AsyncGenerator<WatchEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of chunksOf(body, signal)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
}
