/**
 * A feed: what happens, for every page that follows it by server-sent events.
 *
 * @module
 */

/** How a feed keeps and tells. */
export interface LiveFeedOptions {
  /** How many events are kept for who comes late. @default {Infinity} */
  readonly keep?: number;
  /** Milliseconds of silence after which readers are told that the feed lives. @default {15000} */
  readonly keepAlive?: number;
}

/** Bytes that are handed to a connection at once, about. */
const PORTION = 65_536;

/** Where a reader is. */
interface Reader {
  /** The id of the last event it has. */
  at: number;
  /** The states it has, by type, with the number of each. */
  readonly states: Map<string, number>;
  /** Ends its waiting; nothing while it does not wait. */
  wake(): void;
  gone: boolean;
}

/**
 * Events that are kept, and states of which only the latest counts.
 *
 * Whoever follows gets everything from the start, or from behind the last event it had (the header
 * `Last-Event-ID`, which a browser sends when it connects again), and then each as it comes. A
 * reader that is slow holds up nobody: it gets what is kept when it asks for more.
 *
 * Each message's data is JSON, `{"type": …, "data": …}`. Two types are the feed's own: `end` (nothing
 * follows, do not connect again) and `lost` (so many events are no longer kept: `data.count`).
 */
export class LiveFeed {
  readonly #keep: number;
  readonly #keepAlive: number;
  /** Messages as they are sent; the last has the id `#last`. */
  #kept: string[] = [];
  #last = 0;
  readonly #states = new Map<string, { readonly number: number; readonly text: string }>();
  #changes = 0;
  readonly #readers = new Set<Reader>();
  #ended = false;

  /** Makes an empty feed. */
  constructor({ keep = Infinity, keepAlive = 15_000 }: LiveFeedOptions = {}) {
    this.#keep = keep;
    this.#keepAlive = keepAlive;
  }

  /** Tells an event, which is kept. */
  add(type: string, data: unknown): void {
    this.#last++;
    this.#kept.push(`id: ${this.#last}\n${messageOf(type, data)}`);
    // Not one by one, which would move all the others each time.
    if (this.#kept.length > 2 * this.#keep) this.#kept = this.#kept.slice(-this.#keep);
    this.#wake();
  }

  /** Tells how something is now; what was told of this type before no longer counts. */
  set(type: string, data: unknown): void {
    this.#states.set(type, { number: ++this.#changes, text: messageOf(type, data) });
    this.#wake();
  }

  /** How many follow. */
  get readers(): number {
    return this.#readers.size;
  }

  /** Ends the feed: readers get what they lack and are told that nothing follows. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Answers a request to follow the feed. */
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
          text = await this.#change(reader) ? this.#portion(reader) : ": nothing new\n\n";
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

  /** The next messages for a reader; empty where it has them all. */
  #portion(reader: Reader): string {
    let text = "";
    const first = this.#last - this.#kept.length;
    if (reader.at < first) {
      text += messageOf("lost", { count: first - reader.at });
      reader.at = first;
    }
    while (reader.at < this.#last && text.length < PORTION) text += this.#kept[reader.at++ - first];
    // States are of use to who knows what led there.
    if (reader.at < this.#last) return text;
    for (const [type, state] of this.#states) {
      if (reader.states.get(type) === state.number) continue;
      reader.states.set(type, state.number);
      text += state.text;
    }
    return text;
  }

  /** Waits for something to tell; false where there is nothing for so long that silence ends. */
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
