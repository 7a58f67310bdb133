/**
 * The link between a copy and its etcd: it follows etcd, sends requests, and knows if that works.
 *
 * @module
 */
import type { Clock } from "@plumbline/server/api";
import { StorageError, UnwritableStorage } from "@plumbline/server/storage";
import { type EtcdClient, EtcdError } from "./client.ts";
import type { KeySpace } from "./keys.ts";
import { revisionsOf } from "./read_store.ts";
import type { Replica } from "./replica.ts";

/** Options of an {@linkcode EtcdLink}. */
export interface EtcdLinkOptions {
  /** The client URL of etcd, for messages. */
  readonly url: string;
  readonly client: EtcdClient;
  readonly keys: KeySpace;
  readonly replica: Replica;
  readonly clock: Pick<Clock, "now">;
  /** Receives the first of several failures. */
  readonly onFailure: (error: Error) => void;
}

/** How long a read waits for the copy, in milliseconds. */
const PATIENCE = 10_000;

/** The time between two attempts to reach etcd, in milliseconds. */
const PAUSE = 100;

/** Follows an etcd until it is closed. */
export class EtcdLink {
  /** The client. */
  readonly client: EtcdClient;
  readonly #options: EtcdLinkOptions;
  readonly #closed = new AbortController();
  readonly #following: Promise<void>;
  /** The newest revision that etcd's watch has brought, or began after: what is older may be dropped. */
  #followed = 0;
  #waiting: { readonly revision: number; readonly resolve: () => void }[] = [];
  /** The question for the newest revision in progress, and the one after it. */
  #asking: Promise<unknown> | undefined;
  #next: Promise<void> | undefined;
  #failure: string | undefined;
  /** Why the copy can never follow etcd again. */
  #end: string | undefined;

  /** Begins to follow. */
  constructor(options: EtcdLinkOptions) {
    this.#options = options;
    this.client = options.client;
    this.#following = this.#follow();
  }

  /**
   * Resolves once etcd's watch has come to a revision, whatever the copy got by its own writes. A watch
   * that has begun may be behind for a while: it ends if etcd drops what it has not yet sent.
   */
  async followed(revision: number): Promise<void> {
    if (revision <= this.#followed || this.#closed.signal.aborted) return;
    await new Promise<void>((resolve) => void this.#waiting.push({ revision, resolve }));
  }

  /** Why etcd cannot be reached or followed; undefined while it can. */
  get failure(): string | undefined {
    return this.#end ?? this.#failure;
  }

  /** Resolves once the copy has everything that was written before. @throws {UnwritableStorage} */
  catchUp(): Promise<void> {
    return this.#next ??= this.#catchUp(this.#asking);
  }

  async #catchUp(before: Promise<unknown> | undefined): Promise<void> {
    // Requests that arrive during a question share the next one.
    await before?.catch(() => {});
    this.#next = undefined;
    const { replica, keys, url } = this.#options;
    const known = replica.revision;
    const asking = this.ask((client) => client.range({ key: keys.head, keysOnly: true }));
    this.#asking = asking;
    const { entries: [head], revision } = await asking;
    if (revision < known) {
      this.#fail(
        `Cannot follow etcd at ${url} as it is at revision ${revision} and was at ${known}: it has ` +
          "lost its data. Restart the server",
        true,
      );
    }
    if (this.#end !== undefined) throw new UnwritableStorage(this.#end);
    await this.reach(head?.revision ?? 0);
  }

  /** Resolves once the copy is at a revision. @throws {UnwritableStorage} if it does not come to it */
  async reach(revision: number): Promise<void> {
    const reached = this.#options.replica.reached(revision);
    if (!reached) return;
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const why =
        `Cannot follow etcd at ${this.#options.url} to revision ${revision}: it is too slow`;
      reject(new UnwritableStorage(this.failure ?? why));
    }, PATIENCE);
    try {
      await Promise.race([reached, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends a request, and translates its failure.
   *
   * @throws {UnwritableStorage} if etcd does not answer it
   * @throws {StorageError} `too large`
   */
  async ask<Answer>(request: (client: EtcdClient) => Promise<Answer>): Promise<Answer> {
    if (this.#end !== undefined) throw new UnwritableStorage(this.#end);
    try {
      return await request(this.client);
    } catch (error) {
      if (!(error instanceof EtcdError)) throw error;
      if (error.code === "too large") {
        throw new StorageError(
          "too large",
          "Cannot store an object that is too large for etcd: make it smaller, or give etcd a " +
            "greater --max-request-bytes",
        );
      }
      throw new UnwritableStorage(error.message, { cause: error });
    }
  }

  /** Lets nobody wait for {@linkcode followed} any more. */
  endWaits(): void {
    this.#hasFollowed(Infinity);
  }

  /** Cuts off what is in progress. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.endWaits();
    this.client.close();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { keys, replica, clock, url } = this.#options;
    const { signal } = this.#closed;
    while (!signal.aborted && this.#end === undefined) {
      try {
        const start = replica.revision + 1;
        const onBegin = () => this.#hasFollowed(start - 1);
        for await (const changes of this.client.watch(keys.all, start, signal, onBegin)) {
          replica.addAll(revisionsOf(changes, keys, clock.now()));
          this.#hasFollowed(changes.at(-1)!.revision);
          this.#failure = undefined;
        }
      } catch (error) {
        if (signal.aborted) return;
        const isCompacted = error instanceof EtcdError && error.code === "compacted";
        // The copy may have got what is dropped by its own writes: then it goes on after them.
        if (isCompacted && replica.revision + 1 >= (error.oldest ?? Infinity)) continue;
        const gone = `Cannot follow etcd at ${url} as it has dropped the history since revision ` +
          `${replica.revision}. Restart the server`;
        this.#fail(isCompacted ? gone : (error as Error).message, isCompacted);
      }
      await pause(PAUSE, signal);
      // Without changes nothing else shows that etcd is back.
      await this.client.range({ key: keys.head }).then(() => this.#failure = undefined, () => {});
    }
  }

  #hasFollowed(revision: number): void {
    this.#followed = Math.max(this.#followed, revision);
    const ready = this.#waiting.filter((each) => each.revision <= this.#followed);
    this.#waiting = this.#waiting.filter((each) => each.revision > this.#followed);
    for (const { resolve } of ready) resolve();
  }

  #fail(why: string, isEnd: boolean): void {
    const before = this.failure;
    if (isEnd) this.#end ??= why;
    else this.#failure = why;
    if (before === undefined || isEnd) this.#options.onFailure(new Error(why));
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}
