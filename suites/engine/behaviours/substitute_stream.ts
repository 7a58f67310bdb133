/**
 * A stream in place of a watch, whose documents come from elsewhere.
 *
 * @module
 */
import type { HttpResponse, WatchDocument, WatchStream } from "../../client/http_client.ts";

/** Milliseconds between two looks while something is waited for. */
const INTERVAL = 50;

/** The parts that such streams share. */
export abstract class SubstituteStream implements WatchStream {
  readonly response: HttpResponse;
  readonly begun = true;
  readonly malformed: readonly string[] = [];
  #isEnded = false;

  /** A stream with the headers of a response. */
  constructor({ headers }: Pick<HttpResponse, "headers">) {
    this.response = { status: 200, headers, text: "", json: undefined };
  }

  /** The documents so far. */
  abstract get documents(): readonly WatchDocument[];

  /** Looks for what has happened, and adds it to the documents. @default {nothing: they grow of themselves} */
  protected look(): Promise<void> {
    return Promise.resolve();
  }

  /** True once the stream has ended. */
  get ended(): boolean {
    return this.#isEnded;
  }

  /** Waits until a document satisfies the test. */
  async waitFor(
    test: (document: WatchDocument) => boolean,
    deadline = 10_000,
  ): Promise<WatchDocument | undefined> {
    for (const until = performance.now() + deadline;;) {
      const found = this.documents.find(test);
      if (found !== undefined || this.#isEnded || performance.now() >= until) return found;
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
      await this.look();
    }
  }

  /** Waits until the stream is closed. */
  async waitForEnd(deadline = 10_000): Promise<boolean> {
    await this.waitFor(() => false, deadline);
    return this.#isEnded;
  }

  /** Ends the stream. */
  close(): Promise<void> {
    this.#isEnded = true;
    return Promise.resolve();
  }
}
