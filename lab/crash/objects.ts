/**
 * The objects of the killed server, as its clients see them.
 *
 * @module
 */
import { type JsonAnswer, trySend } from "../client/send.ts";
import type { Target } from "../client/target.ts";
import { openWatch } from "../client/watch.ts";
import { listOf } from "../requests/writes.ts";
import { type Content, contentOf } from "../requests/contents.ts";
import type { SeenEvent } from "./judge.ts";

/** The namespace of the objects. */
export const CRASH_NAMESPACE = "crash";

/** The path of the objects. */
export const CRASH_OBJECTS = `/api/v1/namespaces/${CRASH_NAMESPACE}/configmaps`;

/** The objects and the version of a list. */
export interface State {
  readonly objects: readonly Content[];
  readonly version: string;
}

/** Returns what an answer lists. */
export const stateOf = ({ body }: JsonAnswer): State => ({
  objects: (body.items ?? []).map(contentOf),
  version: body.metadata?.resourceVersion,
});

/** Lists the objects; returns undefined if the server is gone. */
export async function list(target: Target): Promise<State | undefined> {
  const answer = await trySend(target, listOf(CRASH_OBJECTS));
  return answer && stateOf(answer);
}

/** The end of a watch of a server that is not gone. */
export interface WatchEnd {
  /** The name of an object whose first event ends it. */
  readonly last?: string;
  readonly stopped?: AbortSignal;
}

/**
 * Watches the objects from a version on, until the server is gone or the end has come.
 *
 * @returns the events in order, without that of `last`; undefined for 410
 */
export async function watch(
  target: Target,
  version: string,
  { last, stopped: signal = new AbortController().signal }: WatchEnd = {},
): Promise<SeenEvent[] | undefined> {
  const events: SeenEvent[] = [];
  try {
    const path = `${CRASH_OBJECTS}?resourceVersion=${version}`;
    const watch = await openWatch(target, { path, signal });
    if (watch.status === 410) return undefined;
    for await (const { type, object } of watch.events) {
      if (type === "ERROR") return undefined;
      if (object.metadata.name === last) return events;
      events.push({ type: type as SeenEvent["type"], ...contentOf(object) });
    }
  } catch {
    // The server is gone.
  }
  return events;
}
