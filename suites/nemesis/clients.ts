/**
 * The clients of a round: some write and read objects, others watch them.
 *
 * @module
 */
import { asClient } from "../client/current_client.ts";
import { type JsonObject, TargetUnreachable, type WatchStream } from "../client/http_client.ts";
import type { ListRead, WatchedEvent, WatchRun } from "../model/failures/operation.ts";
import { asObject, nameOf, resourceVersionOf } from "../model/object.ts";
import type { ResourceType } from "../resources/mod.ts";
import { sleep } from "./nemesis.ts";
import { type Recorder, shownOf } from "./recorder.ts";

/** A source of numbers from 0 to 1. */
export type Random = () => number;

/** Milliseconds that a client waits between two requests, at most. */
const PAUSE = 20;

/** Milliseconds after which a watch is opened again that could not be opened. */
const AGAIN = 100;

/** Writes and reads objects at random until the signal is aborted. */
export async function writeAndRead(
  recorder: Recorder,
  { client, types, slots, random, signal }: {
    readonly client: string;
    readonly types: readonly ResourceType[];
    readonly slots: number;
    readonly random: Random;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  /** The objects as the client knows them. */
  const known = new Map<string, JsonObject>();
  const pick = (count: number) => Math.floor(random() * count);
  const remember = (key: string, object: JsonObject | undefined) => {
    if (object === undefined) known.delete(key);
    else known.set(key, object);
  };
  while (!signal.aborted) {
    const type = types[pick(types.length)]!;
    const slot = pick(slots);
    const key = recorder.keyOf(type, slot);
    const object = known.get(key);
    const chance = random();
    if (chance < 0.25 || (chance < 0.5 && object === undefined)) {
      remember(key, await recorder.get(client, type, slot));
    } else if (chance < 0.5) {
      const { object: written } = await recorder.update(client, type, slot, object!);
      // A client that keeps a rejected object sends an old version again, perhaps after a crash.
      if (written !== undefined || chance < 0.4) remember(key, written);
    } else if (chance < 0.75) {
      remember(key, (await recorder.patch(client, type, slot)).object);
    } else if (chance < 0.86) {
      remember(key, (await recorder.create(client, type, slot)).object);
    } else if (chance < 0.94) {
      await recorder.remove(client, type, slot);
      remember(key, undefined);
    } else {
      await recorder.list(client, type);
    }
    // Without a connection every request fails at once.
    const isDown = recorder.scope.exchanges.at(-1)?.status === 0;
    await sleep(random() * (isDown ? AGAIN * 2 : PAUSE), signal);
  }
}

/** Follows the objects of a type with a watch that is resumed whenever it ends. */
export class Follower {
  readonly #recorder: Recorder;
  readonly #client: string;
  readonly #type: ResourceType;
  /** Returns true if the target was hurt since a time, or may still suffer from it. */
  readonly #wasHurtSince: (time: number) => boolean;
  #events: WatchedEvent[] = [];
  #start: ListRead | undefined;
  #streams: WatchStream[] = [];
  #stopped = false;
  #stop: () => void = () => {};

  /** Creates it without a request. */
  constructor(
    recorder: Recorder,
    facts: {
      readonly client: string;
      readonly type: ResourceType;
      readonly wasHurtSince: (time: number) => boolean;
    },
  ) {
    this.#recorder = recorder;
    this.#client = facts.client;
    this.#type = facts.type;
    this.#wasHurtSince = facts.wasHurtSince;
  }

  /** Follows the objects until `stop` is called. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      const start = await this.#recorder.list(this.#client, this.#type);
      if (start === undefined) {
        await sleep(AGAIN);
        continue;
      }
      this.#start = start;
      this.#events = [];
      this.#streams = [];
      await this.#follow(start.version, start.ended);
      this.#record(false);
    }
  }

  /** The resource that it watches. */
  get resource(): string {
    return this.#type.resource;
  }

  /** True if the events have led to the state of a list. */
  agreesWith(list: ListRead): boolean {
    if (this.#start === undefined || this.#streams.at(-1)?.ended !== false) return false;
    const versions = new Map([...this.#start.items].map(([key, { version }]) => [key, version]));
    for (const { type, key, shown } of this.#events) {
      if (type === "DELETED") versions.delete(key);
      else versions.set(key, shown.version);
    }
    return versions.size === list.items.size &&
      [...list.items].every(([key, { version }]) => versions.get(key) === version);
  }

  /** Ends the watch; returns false if it was not open although it should be. */
  async stop(): Promise<boolean> {
    this.#stopped = true;
    const stream = this.#streams.at(-1);
    const isOpen = stream?.ended === false;
    if (isOpen) this.#record(true);
    this.#start = undefined;
    this.#stop();
    await stream?.close();
    return isOpen;
  }

  /** Watches from a version, again and again, until it has expired. */
  async #follow(from: string, since: number): Promise<void> {
    let [version, obtained] = [from, since];
    while (!this.#stopped) {
      const stream = await this.#open(version);
      const status = stream?.response.status;
      if (stream === undefined || (status !== 200 && status !== 410)) {
        await sleep(AGAIN);
        continue;
      }
      let isGone = status === 410;
      this.#streams.push(stream);
      const { promise: stopped, resolve } = Promise.withResolvers<void>();
      this.#stop = resolve;
      const ended = stream.waitFor(({ type, object }) => {
        const at = performance.now();
        const last = resourceVersionOf(object);
        if (type === "ERROR") isGone ||= asObject(object)?.code === 410;
        else if (last !== undefined) [version, obtained] = [last, at];
        const shown = type === "BOOKMARK" || type === "ERROR" ? undefined : shownOf(object);
        if (shown !== undefined) {
          const number = stream.response.exchange ?? 0;
          const key = `${this.#type.resource}/${nameOf(object)}`;
          this.#events.push({ number, at, type, key, shown });
        }
        return false;
      }, 2 ** 31 - 1);
      await Promise.race([ended, stopped]);
      if (this.#stopped) return;
      await stream.close();
      if (!isGone) continue;
      const number = stream.response.exchange ?? 0;
      this.#recorder.expiries.push({ number, version, calm: !this.#wasHurtSince(obtained) });
      return;
    }
  }

  async #open(version: string): Promise<WatchStream | undefined> {
    const { path, query } = this.#recorder.collectionOf(this.#type);
    const { scope } = this.#recorder;
    const parameters = { ...query, resourceVersion: version, allowWatchBookmarks: "true" };
    try {
      return await asClient(
        this.#client,
        () => scope.target.client.watch({ path, query: parameters }, scope),
      );
    } catch (error) {
      if (error instanceof TargetUnreachable) return undefined;
      throw error;
    }
  }

  #record(complete: boolean): void {
    if (this.#start === undefined) return;
    const numbers = this.#streams.map(({ response }) => response.exchange ?? 0);
    const run: WatchRun = { start: this.#start, events: this.#events, numbers, complete };
    this.#recorder.watches.push(run);
    this.#start = undefined;
  }
}
