/**
 * Records a watch. If the target ends the stream, the watch is reopened from the last received
 * version, as the API allows.
 *
 * @module
 */
import { Violation } from "../check.ts";
import { asObject, resourceVersionOf } from "../model/object.ts";
import type { Selection } from "../model/selection.ts";
import type { Start, WatchRead } from "../model/watch_oracle.ts";
import type { WatchDocument, WatchStream } from "../client/http_client.ts";
import type { TypeInScope } from "./collection.ts";
import { expectExpired } from "./history_age.ts";
import { describeResponse } from "./violation.ts";

/** Options of a watch. */
export interface WatchOptions {
  /** The objects to watch. @default {all of the scope} */
  readonly selection?: Selection;
  /** The version to start from: `"0"` for any state, absent for the most recent one. */
  readonly version?: string | undefined;
  /** Requests bookmarks, or that there are none. */
  readonly bookmarks?: boolean | undefined;
  /** The `timeoutSeconds`. */
  readonly timeoutSeconds?: number;
}

/** The number of times in a row that a stream without a document is opened again. */
const REOPENINGS = 20;

/** The milliseconds that an expected event may take. */
const PATIENCE = 10_000;

/** A recorded watch of one selection. */
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
   * @throws {Violation} if the response is not 200
   * @throws {Discard} if the resourceVersion can have expired
   */
  static async open(at: TypeInScope, options: WatchOptions): Promise<WatchRecorder> {
    const recorder = new WatchRecorder(at, options);
    await recorder.#open(options.version);
    return recorder;
  }

  /** The events received so far. */
  get documents(): WatchDocument[] {
    const isWanted = this.selection.everyone
      ? (object: WatchDocument["object"]) => this.#at.isOwn(object)
      : (object: WatchDocument["object"]) => !this.#at.isOfEarlierCase(object);
    return this.#received.filter(({ type, object }) =>
      type === "BOOKMARK" || type === "ERROR" || isWanted(object)
    );
  }

  /** The events received so far, those of other cases included. */
  get #received(): WatchDocument[] {
    return this.#streams.flatMap(({ documents }) => [...documents]);
  }

  /** The received lines that are no event documents. */
  get malformed(): string[] {
    return this.#streams.flatMap(({ malformed }) => [...malformed]);
  }

  /** The numbers of the requests that opened it, in order. */
  get exchanges(): (number | undefined)[] {
    return this.#streams.map(({ response }) => response.exchange);
  }

  /** The last received version, also of another's object, else the one the watch started from. */
  get lastVersion(): string | undefined {
    const last = this.#received.findLast(({ type }) => type !== "ERROR");
    return last === undefined ? this.options.version : resourceVersionOf(last.object);
  }

  /** True once it was closed. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Waits for an event; returns false if none arrives in time. */
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
      this.#insistOnHistory(stream);
      // Existing objects have no order: a watch cannot resume from the version of the last one.
      if (this.options.version === undefined || this.options.version === "0") await this.close();
      if (this.#closed) return false;
      const last = this.#streams.slice(-REOPENINGS);
      const isEmpty = last.length === REOPENINGS && last.every((each) => !each.documents.length);
      if (isEmpty) return false;
      await this.#open(this.lastVersion);
    }
    return false;
  }

  /** Closes the watch. */
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

  /** Throws if all that the stream delivered is that its start has expired. */
  #insistOnHistory({ documents, response }: WatchStream): void {
    if (documents.length === 0 || !documents.every(({ object }) => isGone(object))) return;
    const text = JSON.stringify(documents[0]!.object);
    const error = { ...response, status: 410, text, json: documents[0]!.object };
    expectExpired("watch.history-lives", this.#at, error);
  }

  async #open(version: string | undefined): Promise<void> {
    const { bookmarks, timeoutSeconds } = this.options;
    const { path, query } = this.#at.listRequest(this.selection);
    const stream = await this.#at.scope.watch({
      path,
      query: {
        ...query,
        resourceVersion: version,
        allowWatchBookmarks: bookmarks?.toString(),
        timeoutSeconds: timeoutSeconds?.toString(),
      },
    });
    const { response } = stream;
    if (response.status === 410) {
      expectExpired("watch.history-lives", this.#at, response);
    }
    if (response.status !== 200) {
      const facts = { expected: "200 and a stream of events", actual: describeResponse(response) };
      throw new Violation("watch.streams-events", facts);
    }
    this.#streams.push(stream);
  }
}

/** Returns true if the object of an ERROR event states that the resourceVersion has expired. */
export function isGone(object: WatchDocument["object"]): boolean {
  const { kind, code } = asObject(object) ?? {};
  return kind === "Status" && code === 410;
}
