/**
 * A watch in any form that goes on where the server ends it.
 *
 * @module
 */
import { Discard } from "../../check.ts";
import type { HttpRequest, WatchDocument, WatchStream } from "../../client/http_client.ts";
import { nameOf, resourceVersionOf } from "../../model/object.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import { objectsIn } from "./forms.ts";

/** The request of a watch. */
export type FollowedRequest = Pick<HttpRequest, "path" | "query" | "headers">;

/** Milliseconds that an event may take. */
const PATIENCE = 20_000;

/** The times in a row that an ended stream without an event is opened again. */
const REOPENINGS = 20;

/** The times that a watch without an event is opened, where one is certain to come. */
const OPENINGS = 3;

/**
 * Waits for an event of a watch, and opens it again in the same way if the server ends it before.
 *
 * @param opened The watch that is open.
 */
export async function firstEvent(
  opened: WatchStream,
  open: () => Promise<WatchStream>,
  test: (document: WatchDocument) => boolean,
): Promise<{ readonly stream: WatchStream; readonly event: WatchDocument | undefined }> {
  let stream = opened;
  let event = await stream.waitFor(test);
  for (let openings = 1; event === undefined && stream.ended && openings < OPENINGS; openings++) {
    // A server that is busy may send an error in place of events.
    const isEmpty = stream.documents.every(({ type }) => type === "ERROR");
    if (stream.response.status !== 200 || !isEmpty) break;
    stream = await open();
    event = await stream.waitFor(test);
  }
  return { stream, event };
}

/** A watch that is opened again from the last event if the server ends it. */
export class FollowedWatch {
  readonly #scope: Scope;
  readonly #request: FollowedRequest;
  readonly #streams: WatchStream[] = [];

  private constructor(scope: Scope, request: FollowedRequest) {
    this.#scope = scope;
    this.#request = request;
  }

  /** Opens a watch. @throws {Discard} if the response is not 200 */
  static async open(scope: Scope, request: FollowedRequest): Promise<FollowedWatch> {
    const watch = new FollowedWatch(scope, request);
    await watch.#open();
    return watch;
  }

  /** The events so far. */
  get documents(): readonly WatchDocument[] {
    return this.#streams.flatMap(({ documents }) => documents);
  }

  /** True if an event has rows without their objects, which say nothing. */
  get isBare(): boolean {
    return this.documents.some(({ object }) =>
      object.kind === "Table" && objectsIn(object).length === 0
    );
  }

  /** The events so far in words. */
  get description(): string {
    const words = this.documents.flatMap(({ type, object }) =>
      objectsIn(object).map((one) => `${type} ${nameOf(one)} at ${resourceVersionOf(one)}`)
    );
    return words.length === 0 ? "no events" : `none; the watch had ${words.join(", ")}`;
  }

  /** Waits for an event; returns false if none arrives in time. */
  async waitFor(test: (document: WatchDocument) => boolean): Promise<boolean> {
    if (this.documents.some(test)) return true;
    const until = performance.now() + PATIENCE;
    for (let empty = 0; empty < REOPENINGS && performance.now() < until;) {
      const stream = this.#streams.at(-1)!;
      if (await stream.waitFor(test, until - performance.now()) !== undefined) return true;
      if (!stream.ended) return false;
      empty = stream.documents.length === 0 ? empty + 1 : 0;
      await this.#open();
    }
    return false;
  }

  /** Closes the watch. */
  async close(): Promise<void> {
    await this.#streams.at(-1)?.close();
  }

  async #open(): Promise<void> {
    const { query } = this.#request;
    const last = this.documents.flatMap(({ type, object }) =>
      type === "ERROR" ? [] : [...objectsIn(object), object]
    ).flatMap((object) => resourceVersionOf(object) ?? []).at(-1);
    const resourceVersion = last ?? query?.resourceVersion;
    const stream = await this.#scope.watch({
      ...this.#request,
      query: { ...query, resourceVersion },
    });
    const { response } = stream;
    if (response.status !== 200) {
      throw new Discard(`the watch was answered with ${describeResponse(response)}`);
    }
    this.#streams.push(stream);
  }
}
