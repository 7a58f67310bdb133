/**
 * A feed of server-sent events for the live pages.
 *
 * @module
 */

/** Options of {@linkcode LiveFeed}. */
export interface LiveFeedOptions {
  /** Maximum number of events kept for later readers. @default {Infinity} */
  readonly keep?: number;
  /** Milliseconds without events after which a comment is sent. @default {15000} */
  readonly keepAlive?: number;
}

/** Approximate number of bytes per write. */
const PORTION = 65_536;

/** The state of a reader. */
interface Reader {
  /** The id of the last event sent. */
  at: number;
  /** The states sent, by type, with the number of each. */
  readonly states: Map<string, number>;
  /** Wakes the reader if it waits. */
  wake(): void;
  gone: boolean;
}

/**
 * A feed of events, which are kept, and of states, of which only the latest is sent.
 *
 * A reader gets all events from the start, or those after the header `Last-Event-ID`, which browsers
 * send when they reconnect, and then each new one. Slow readers do not block others.
 *
 * The data of each message is JSON, `{"type": …, "data": …}`. The feed adds two types: `end` (no more
 * messages, do not reconnect) and `lost` (`data.count` events are no longer kept).
 */
export class LiveFeed {
  readonly #keep: number;
  readonly #keepAlive: number;
  /** The serialized messages; the last one has the id `#last`. */
  #kept: string[] = [];
  #last = 0;
  readonly #states = new Map<string, { readonly number: number; readonly text: string }>();
  #changes = 0;
  readonly #readers = new Set<Reader>();
  #ended = false;

  /** Creates an empty feed. */
  constructor({ keep = Infinity, keepAlive = 15_000 }: LiveFeedOptions = {}) {
    this.#keep = keep;
    this.#keepAlive = keepAlive;
  }

  /** Adds an event. */
  add(type: string, data: unknown): void {
    this.#last++;
    this.#kept.push(`id: ${this.#last}\n${messageOf(type, data)}`);
    // Drop many at once: dropping one at a time would copy the array for each event.
    if (this.#kept.length > 2 * this.#keep) this.#kept = this.#kept.slice(-this.#keep);
    this.#wake();
  }

  /** Sets a state, which replaces the previous one of this type. */
  set(type: string, data: unknown): void {
    this.#states.set(type, { number: ++this.#changes, text: messageOf(type, data) });
    this.#wake();
  }

  /** The number of connected readers. */
  get readers(): number {
    return this.#readers.size;
  }

  /** Ends the feed: readers get the remaining messages and then `end`. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Returns the response for a new reader. */
  response(request: Request): Response {
    const asked = Number(request.headers.get("last-event-id"));
    const at = Number.isInteger(asked) && asked > 0 && asked <= this.#last ? asked : 0;
    const reader: Reader = { at, states: new Map(), wake: () => {}, gone: false };
    this.#readers.add(reader);
    const leave = () => {
      reader.gone = true;
      this.#readers.delete(reader);
      reader.wake();
    };
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(encoder.encode("retry: 1000\n\n")),
      pull: async (controller) => {
        let text = this.#portion(reader);
        while (text === "" && !this.#ended && !reader.gone) {
          text = await this.#change(reader) ? this.#portion(reader) : ": keep-alive\n\n";
        }
        if (reader.gone) return;
        controller.enqueue(encoder.encode(text || messageOf("end", {})));
        if (text !== "") return;
        controller.close();
        leave();
      },
      cancel: leave,
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  /** Returns the next messages for a reader, or an empty string if it has them all. */
  #portion(reader: Reader): string {
    let text = "";
    const first = this.#last - this.#kept.length;
    if (reader.at < first) {
      text += messageOf("lost", { count: first - reader.at });
      reader.at = first;
    }
    while (reader.at < this.#last && text.length < PORTION) text += this.#kept[reader.at++ - first];
    // States follow the events that led to them.
    if (reader.at < this.#last) return text;
    for (const [type, state] of this.#states) {
      if (reader.states.get(type) === state.number) continue;
      reader.states.set(type, state.number);
      text += state.text;
    }
    return text;
  }

  /** Waits for a change. Resolves to false if the keep-alive interval passes first. */
  #change(reader: Reader): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (changed: boolean) => {
        clearTimeout(silence);
        reader.wake = () => {};
        resolve(changed);
      };
      const silence = setTimeout(() => end(false), this.#keepAlive);
      reader.wake = () => end(true);
    });
  }

  #wake(): void {
    for (const reader of this.#readers) reader.wake();
  }
}

function messageOf(type: string, data: unknown): string {
  return `data: ${JSON.stringify({ type, data })}\n\n`;
}
