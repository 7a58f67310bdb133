/**
 * A watch that goes on: where the target ends the stream by itself, it is opened again from the
 * version received last, as the API allows.
 *
 * @module
 */
import { Discard, Violation } from "../check.ts";
import { asObject, resourceVersionOf } from "../model/object.ts";
import type { Selection } from "../model/selection.ts";
import type { Start, WatchRead } from "../model/watch_oracle.ts";
import type { WatchDocument, WatchStream } from "../client/http_client.ts";
import type { TypeInScope } from "./collection.ts";
import { describeResponse } from "./violation.ts";

/** Options of a watch. */
export interface WatchOptions {
  /** The objects to watch. @default {all of the scope} */
  readonly selection?: Selection;
  /** The version to start from: `"0"` for any, absent for what is most recent. */
  readonly version?: string | undefined;
  /** Requests bookmarks. */
  readonly bookmarks?: boolean;
  /** The `timeoutSeconds`. */
  readonly timeoutSeconds?: number;
}

/** The number of times that an ended stream is opened again before it counts as a violation. */
const REOPENINGS = 20;

/** The milliseconds that an expected event may take. */
const PATIENCE = 10_000;

const TOO_SHORT = "the target's the resourceVersion expired during the case";

/** Follows one view. */
export class WatchRecorder {
  /** The objects it watches. */
  readonly selection: Selection;
  /** The options it was opened with. */
  readonly options: WatchOptions;
  readonly #at: TypeInScope;
  readonly #streams: WatchStream[] = [];
  #closed = false;

  private constructor(at: TypeInScope, options: WatchOptions) {
    this.#at = at;
    this.options = options;
    this.selection = options.selection ?? at.widest();
  }

  /**
   * Opens a watch.
   *
   * @throws {Violation} when it is not answered 200
   * @throws {Discard} when the version is no longer held
   */
  static async open(at: TypeInScope, options: WatchOptions): Promise<WatchRecorder> {
    const recorder = new WatchRecorder(at, options);
    await recorder.#open(options.version);
    return recorder;
  }

  /** Every event received so far. */
  get documents(): WatchDocument[] {
    return this.#streams.flatMap(({ documents }) => [...documents]);
  }

  /** Lines received that were no event documents. */
  get malformed(): string[] {
    return this.#streams.flatMap(({ malformed }) => [...malformed]);
  }

  /** The version received last, else the one the watch started from. */
  get lastVersion(): string | undefined {
    const last = this.documents.findLast(({ type }) => type !== "ERROR");
    return last === undefined ? this.options.version : resourceVersionOf(last.object);
  }

  /** True once it was closed. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Waits for an event; false when none came in time. */
  async waitFor(
    test: (document: WatchDocument) => boolean,
    patience: number = PATIENCE,
  ): Promise<boolean> {
    if (this.documents.some(test)) return true;
    const until = performance.now() + patience;
    while (performance.now() < until && !this.#closed) {
      const stream = this.#streams.at(-1)!;
      if (await stream.waitFor(test, until - performance.now()) !== undefined) return true;
      if (!stream.ended) return false;
      insistOnHistory(stream);
      // Existing objects come in no order: the version of the last one is no place to resume from.
      if (this.options.version === undefined || this.options.version === "0") await this.close();
      if (this.#closed) return false;
      if (this.#streams.length > REOPENINGS) return false;
      await this.#open(this.lastVersion);
    }
    return false;
  }

  /** Hangs up. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#streams.at(-1)?.close();
  }

  /** Returns the observations that the oracle verifies. */
  read(start: Start, complete: boolean): WatchRead {
    return {
      selection: this.#at.sent(this.selection),
      start,
      documents: this.documents,
      complete,
      kind: this.#at.type.kind,
      apiVersion: this.#at.apiVersion,
      bookmarks: this.options.bookmarks === true,
    };
  }

  async #open(version: string | undefined): Promise<void> {
    const { bookmarks, timeoutSeconds } = this.options;
    const { path, query } = this.#at.listRequest(this.selection);
    const stream = await this.#at.scope.watch({
      path,
      query: {
        ...query,
        resourceVersion: version,
        allowWatchBookmarks: bookmarks ? "true" : undefined,
        timeoutSeconds: timeoutSeconds?.toString(),
      },
    });
    const { response } = stream;
    if (response.status === 410) throw new Discard(TOO_SHORT);
    if (response.status !== 200) {
      const facts = { expected: "200 and a stream of events", actual: describeResponse(response) };
      throw new Violation("watch.streams-events", facts);
    }
    this.#streams.push(stream);
  }
}

/** A stream that says nothing but that its start is gone cannot be followed. */
function insistOnHistory({ documents }: WatchStream): void {
  const gone = documents.length > 0 && documents.every(({ object }) => isGone(object));
  if (gone) throw new Discard(TOO_SHORT);
}

/** Returns true if the object of an ERROR event states that the resourceVersion has expired. */
export function isGone(object: WatchDocument["object"]): boolean {
  const { kind, code } = asObject(object) ?? {};
  return kind === "Status" && code === 410;
}
