/**
 * A watch of a soak: it keeps the objects of one worker by their events, whatever ends it.
 *
 * @module
 */
import { OBJECTS, send, type State, stateOf, statesIn, WORKER_TOKEN } from "./client.ts";

/** A client that follows the objects of a worker. */
export class Watcher {
  /** The objects, by the events so far. */
  readonly state = new Map<string, State>();
  /** How often it had to list again, and how often it resumed. */
  readonly figures = { lists: 0, watches: 0, events: 0 };
  readonly #url: string;
  readonly #query: string;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  #reader: ReadableStreamDefaultReader | undefined;

  /** Begins to follow. */
  constructor(url: string, id: string) {
    this.#url = url;
    this.#query = `labelSelector=worker%3D${id}`;
    this.#done = this.#follow();
  }

  /** Ends it. */
  async stop(): Promise<void> {
    this.#stop.abort();
    // The signal of a request does not always end the reading of its body.
    await this.#reader?.cancel().catch(() => {});
    await this.#done;
  }

  async #follow(): Promise<void> {
    let version: string | undefined;
    while (!this.#stop.signal.aborted) {
      version = version === undefined ? await this.#list() : await this.#watch(version);
    }
  }

  async #list(): Promise<string | undefined> {
    const answer = await send(`${this.#url}${OBJECTS}?${this.#query}`);
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
      const query = `${this.#query}&watch=1&allowWatchBookmarks=true&resourceVersion=${from}`;
      const response = await fetch(`${this.#url}${OBJECTS}?${query}`, {
        headers: { authorization: `Bearer ${WORKER_TOKEN}` },
        signal: this.#stop.signal,
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        return response.status === 410 ? undefined : version;
      }
      this.figures.watches++;
      let rest = "";
      const decoder = new TextDecoder();
      const reader = response.body!.getReader();
      this.#reader = reader;
      for (let read; !(read = await reader.read()).done;) {
        const lines = (rest + decoder.decode(read.value, { stream: true })).split("\n");
        rest = lines.pop()!;
        for (const line of lines) {
          const { type, object } = JSON.parse(line);
          if (type === "ERROR") {
            await reader.cancel();
            return undefined;
          }
          version = object.metadata.resourceVersion;
          if (type === "BOOKMARK") continue;
          this.figures.events++;
          if (type === "DELETED") this.state.delete(object.metadata.name);
          else this.state.set(object.metadata.name, stateOf(object));
        }
      }
    } catch {
      // It was cut off.
    }
    return version;
  }
}
