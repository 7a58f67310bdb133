/**
 * A watch of a soak: it keeps the objects of one worker by their events, whatever ends it.
 *
 * @module
 */
import { trySend } from "../client/send.ts";
import type { Target } from "../client/target.ts";
import { openWatch } from "../client/watch.ts";
import { getOf } from "../requests/writes.ts";
import { type Content, contentOf } from "../requests/contents.ts";
import { SOAK_OBJECTS, statesIn, WORKER } from "./objects.ts";

/** A client that follows the objects of a worker. */
export class Watcher {
  /** The objects, by the events so far. */
  readonly state = new Map<string, Content>();
  /** How often it had to list again, and how often it resumed. */
  readonly figures = { lists: 0, watches: 0, events: 0 };
  readonly #target: Target;
  readonly #path: string;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;

  /** Begins to follow. */
  constructor(target: Target, id: string) {
    this.#target = target;
    this.#path = `${SOAK_OBJECTS}?labelSelector=worker%3D${id}`;
    this.#done = this.#follow();
  }

  /** Ends it. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #follow(): Promise<void> {
    let version: string | undefined;
    while (!this.#stop.signal.aborted) {
      version = version === undefined ? await this.#list() : await this.#watch(version);
    }
  }

  async #list(): Promise<string | undefined> {
    const answer = await trySend(this.#target, { ...getOf(this.#path), user: WORKER });
    if (answer?.status !== 200) return undefined;
    this.figures.lists++;
    this.state.clear();
    for (const [name, state] of statesIn(answer.body)) this.state.set(name, state);
    return answer.body.metadata.resourceVersion;
  }

  /** Watches until the end; returns the last version, undefined if it is too old. */
  async #watch(from: string): Promise<string | undefined> {
    let version = from;
    try {
      const watch = await openWatch(this.#target, {
        path: `${this.#path}&allowWatchBookmarks=true&resourceVersion=${from}`,
        user: WORKER,
        signal: this.#stop.signal,
      });
      if (watch.status !== 200) return watch.status === 410 ? undefined : version;
      this.figures.watches++;
      for await (const { type, object } of watch.events) {
        if (type === "ERROR") return undefined;
        version = object.metadata.resourceVersion;
        if (type === "BOOKMARK") continue;
        this.figures.events++;
        if (type === "DELETED") this.state.delete(object.metadata.name);
        else this.state.set(object.metadata.name, contentOf(object));
      }
    } catch {
      // It was cut off.
    }
    return version;
  }
}
