/**
 * An open watch: reads documents as they arrive and lets a check wait for one.
 *
 * @module
 */
import type { TimelineEvent } from "@plumbline/reports/timeline";
import { isNestedTooDeep } from "./bounded_body.ts";
import { BODY_LIMIT } from "./evidence.ts";
import type { HttpResponse, WatchDocument, WatchStream } from "./http_client.ts";
import { DocumentSplitter } from "./json_documents.ts";
import type { StreamText } from "./watched_text.ts";

/** Callbacks of a stream. */
export interface WatchStreamHooks {
  /** True if nothing is read. */
  readonly isUnread?: boolean | undefined;
  /** Cuts the connection. */
  hangUp(): void;
  /** Called with all text received so far, up to the length that reports keep. */
  received(text: string): void;
  /** Called with each document. */
  event(document: WatchDocument): void;
  /** Called once nothing more is received. */
  ended(): void;
  /** Called when the stream is cut off, as the target sends more than any check needs. */
  cutOff(): void;
  /** True for a target that was cut off several times: less is read then. */
  isFlooding(): boolean;
  /** Counts what this stream has sent. */
  readonly text: StreamText;
  /** The characters that all open streams of the client have sent and writes do not explain. */
  unexplained(): number;
}

/** The most that is read of one stream: no check needs as much, and a flood fills the memory. */
const LIMITS = {
  /** Characters that the writes of the case do not explain. */
  text: 24 * 1024 * 1024,
  /** The same of all streams that are open at a time. */
  together: 32 * 1024 * 1024,
  /** Characters of one document or line. */
  document: 4 * 1024 * 1024,
  /** Documents. */
  documents: 200_000,
  /** Documents and lines that are no events. */
  malformed: 1_000,
} as const;

/** The part of these limits that is read of a target whose streams were cut off several times. */
const PART_AFTER_FLOODS = 1 / 64;

/** The characters that are kept of what is no event. */
const MALFORMED_TEXT = 2_000;

/** A waiting check. */
interface Waiter {
  test(document: WatchDocument): boolean;
  done(document: WatchDocument | undefined): void;
}

/** The beginning of the response to a watch. */
export interface WatchHead {
  readonly response: HttpResponse;
  /** The stream; null if the response is none. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** What a response that has not begun is taken for. */
const EXPECTED: HttpResponse = {
  status: 200,
  headers: new Headers(),
  text: "",
  json: undefined,
};

/** A watch over a response body. */
export class FetchWatchStream implements WatchStream {
  readonly documents: WatchDocument[] = [];
  readonly malformed: string[] = [];
  readonly #hooks: WatchStreamHooks;
  readonly #waiters = new Set<Waiter>();
  readonly #reading: Promise<void>;
  #response: HttpResponse;
  #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  #received = "";
  #ended = false;
  #hungUp = false;

  /** Starts to read; without a body the stream has already ended. */
  constructor(head: WatchHead | Promise<WatchHead>, hooks: WatchStreamHooks) {
    this.#hooks = hooks;
    if (head instanceof Promise) {
      this.#response = EXPECTED;
      // A response that never begins is an empty stream.
      this.#reading = head.then((begun) => this.#begin(begun), () => this.#end());
    } else {
      this.#response = head.response;
      this.#reading = this.#begin(head);
    }
  }

  /** The answer's head. */
  get response(): HttpResponse {
    return this.#response;
  }

  /** True once the response has begun. */
  get begun(): boolean {
    return this.#response !== EXPECTED;
  }

  /** True once the stream has ended, by either side. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Waits until a document satisfies the test, the stream ends, or the deadline is over. */
  waitFor(
    test: (document: WatchDocument) => boolean,
    deadline = 10_000,
  ): Promise<WatchDocument | undefined> {
    const found = this.documents.find(test);
    if (found !== undefined || this.#ended) return Promise.resolve(found);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        test,
        done: (document) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(document);
        },
      };
      const timer = setTimeout(() => waiter.done(undefined), deadline);
      this.#waiters.add(waiter);
    });
  }

  /** Waits for the target to end the stream. */
  async waitForEnd(deadline = 10_000): Promise<boolean> {
    await this.waitFor(() => false, deadline);
    return this.#ended;
  }

  /** Hangs up and waits until nothing is read any more. */
  async close(): Promise<void> {
    this.#hungUp = true;
    if (!this.begun) this.#hooks.hangUp();
    // Aborting alone leaves a read that waits for bytes waiting for ever now and then.
    await this.#reader?.cancel().catch(() => {});
    this.#hooks.hangUp();
    await this.#reading;
    if (this.#hooks.isUnread && !this.#ended) this.#stop();
  }

  async #begin({ response, body }: WatchHead): Promise<void> {
    this.#response = response;
    this.#reader = body?.getReader();
    if (this.#reader === undefined) this.#end();
    else if (!this.#hooks.isUnread) await this.#read(this.#reader);
  }

  #stop(): void {
    this.#hooks.text.end();
    this.#hooks.ended();
    this.#end();
  }

  #end(): void {
    this.#ended = true;
    for (const waiter of this.#waiters) waiter.done(undefined);
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): Promise<void> {
    const splitter = new DocumentSplitter();
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        this.#take(splitter, decoder.decode(value, { stream: true }));
        const excess = this.#excess(splitter);
        if (excess === undefined) continue;
        this.malformed.push(`the stream was cut off after ${excess}`);
        this.#hooks.cutOff();
        this.#hungUp = true;
        await reader.cancel().catch(() => {});
        this.#hooks.hangUp();
        break;
      }
      this.#take(splitter, decoder.decode());
      if (splitter.rest() !== "" && !this.#hungUp) this.#addMalformed(splitter.rest());
    } catch {
      // A lost connection ends the stream: what was received stays valid.
    } finally {
      this.#stop();
    }
  }

  /** Returns of what there is too much; undefined if of nothing. */
  #excess(splitter: DocumentSplitter): string | undefined {
    const part = this.#hooks.isFlooding() ? PART_AFTER_FLOODS : 1;
    const text = this.#hooks.text.unexplained();
    // A stream with little is not the one that has sent too much.
    const together = text > PART_AFTER_FLOODS * LIMITS.text ? this.#hooks.unexplained() : 0;
    const excess: readonly [number, number, string][] = [
      [text, LIMITS.text, "characters"],
      [together, LIMITS.together, "characters of all watches"],
      [splitter.pending, LIMITS.document, "characters of one document"],
      [this.documents.length, LIMITS.documents, "documents"],
      [this.malformed.length, LIMITS.malformed, "lines that are no events"],
    ];
    for (const [seen, limit, what] of excess) {
      if (seen > part * limit) return `${Math.ceil(part * limit)} ${what}`;
    }
    return undefined;
  }

  #addMalformed(text: string): void {
    this.malformed.push(text.length > MALFORMED_TEXT ? `${text.slice(0, MALFORMED_TEXT)}…` : text);
  }

  #take(splitter: DocumentSplitter, text: string): void {
    this.#hooks.text.add(text.length);
    if (this.#received.length <= BODY_LIMIT) {
      this.#received += text;
      this.#hooks.received(this.#received);
    }
    const { documents, strays } = splitter.push(text);
    for (const stray of strays.slice(0, LIMITS.malformed + 1)) this.#addMalformed(stray);
    for (const written of documents) {
      const document = readDocument(written);
      if (document === undefined) {
        this.#addMalformed(written);
        // What is sent in place of a stream has no events after it.
        if (listKindOf(written) !== undefined) this.#end();
        continue;
      }
      this.documents.push(document);
      this.#hooks.event(document);
      for (const waiter of this.#waiters) {
        if (waiter.test(document)) waiter.done(document);
      }
    }
  }
}

/** Returns the kind of a list that was sent in place of events; undefined for other text. */
export function listKindOf(text: string): string | undefined {
  try {
    const { kind, items } = JSON.parse(text);
    return Array.isArray(items) ? String(kind ?? "list") : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what a timeline shows of a document. */
export function tickOf({ type, object }: WatchDocument, at: number): TimelineEvent {
  const { metadata } = object;
  const { name, resourceVersion } =
    typeof metadata === "object" && metadata !== null && !Array.isArray(metadata) ? metadata : {};
  return {
    at,
    type,
    name: typeof name === "string" ? name : "",
    ...(typeof resourceVersion === "string" && { version: resourceVersion }),
  };
}

/** The text as an event document, undefined where it is none. */
function readDocument(text: string): WatchDocument | undefined {
  if (isNestedTooDeep(text)) return undefined;
  try {
    const { type, object } = JSON.parse(text);
    const isEvent = typeof type === "string" && typeof object === "object" && object !== null &&
      !Array.isArray(object);
    return isEvent ? { type, object } : undefined;
  } catch {
    return undefined;
  }
}
