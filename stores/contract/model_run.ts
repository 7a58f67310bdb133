/**
 * Runs commands on a store and on the model, and compares the results.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { ApiObject } from "@plumbline/server/api";
import {
  type ListOptions,
  type Storage,
  StorageError,
  type StorageEvent,
  type StoredVersion,
  type WatchCursor,
} from "@plumbline/server/storage";
import { type Command, RESOURCES, SLOTS } from "./commands.ts";
import { HISTORY, ManualClock, objectOf, type StorageImplementation } from "./fixture.ts";
import {
  type ModelCursor,
  type ModelEvent,
  type ModelObject,
  type Outcome,
  StorageModel,
} from "./model.ts";

/** The limit for a read that has events to return, in milliseconds. */
const PATIENCE = 1_000;

/** A watch of the store and the same watch of the model. */
interface Watcher {
  readonly cursor: WatchCursor;
  readonly model: ModelCursor;
  /** The pending read, if there is one, and its result. */
  waiting: Waiting | undefined;
}

interface Waiting {
  readonly controller: AbortController;
  readonly events: Promise<readonly StorageEvent[]>;
  isDone: boolean;
}

/** Runs a list of commands. Throws where the store differs from the model. */
export async function runOnModel(
  implementation: StorageImplementation,
  commands: readonly Command[],
): Promise<void> {
  const clock = new ManualClock();
  const storage = await implementation.open(clock, HISTORY);
  const run = new ModelRun(clock, storage);
  try {
    for (const command of commands) await run.step(command);
  } finally {
    await run.stop();
    await storage[Symbol.asyncDispose]?.();
  }
}

class ModelRun {
  readonly #clock: ManualClock;
  readonly #model = new StorageModel(HISTORY);
  readonly #storage: Storage;
  readonly #watchers: (Watcher | undefined)[] = Array(SLOTS).fill(undefined);

  constructor(clock: ManualClock, storage: Storage) {
    this.#clock = clock;
    this.#storage = storage;
  }

  async step(command: Command): Promise<void> {
    await this.#do(command);
    assertEquals(this.#storage.currentRevision(), this.#model.current());
    for (const watcher of this.#watchers) {
      if (watcher === undefined) continue;
      await this.#checkWaiting(watcher);
      this.#checkRevision(watcher);
    }
  }

  async stop(): Promise<void> {
    for (const watcher of this.#watchers) {
      watcher?.waiting?.controller.abort();
      await watcher?.waiting?.events;
    }
  }

  #do(command: Command): Promise<void> | void {
    switch (command.type) {
      case "write":
        return this.#write(command);
      case "get":
        return this.#get(command);
      case "list":
        return this.#list(command);
      case "watch":
        return this.#watch(command);
      case "read":
        return this.#read(command);
      case "wait":
        return this.#wait(command);
      case "advance":
        this.#model.now += command.milliseconds;
        return this.#clock.advance(command.milliseconds);
      case "compact": {
        const revision = this.#model.current() - command.back;
        this.#model.compact(revision);
        return this.#storage.compact(revision);
      }
    }
  }

  async #write({ key, content, expected }: Extract<Command, { type: "write" }>): Promise<void> {
    const newest = this.#model.get(key)?.revision ?? 0;
    const revisions = { newest, none: 0, stale: newest === 0 ? 1 : newest - 1 };
    const object = content === undefined ? undefined : objectOf(key, content);
    const write = { expected: revisions[expected], object };
    const before = RESOURCES.map((resource) => this.#storage.lastChange(resource));
    const actual = await outcomeOf(() => this.#storage.transact(key, write), plainVersion);
    const predicted = this.#model.transact(key, write);
    assertEquals(actual, predicted);
    for (const [index, resource] of RESOURCES.entries()) {
      const isWritten = "value" in predicted && resource === key.resource;
      assertEquals(this.#storage.lastChange(resource) !== before[index], isWritten);
    }
  }

  async #get({ key }: Extract<Command, { type: "get" }>): Promise<void> {
    const version = await this.#storage.get(key);
    assertEquals(version && plainVersion(version), this.#model.get(key));
  }

  async #list(command: Extract<Command, { type: "list" }>): Promise<void> {
    const { collection, back, after, limit, filter } = command;
    const options: ListOptions = {
      ...(back !== undefined && { revision: this.#model.current() - back }),
      ...(after !== undefined && { after }),
      ...(limit !== undefined && { limit }),
      ...(filter !== undefined && { filter: (object: ApiObject) => object.content === filter }),
    };
    const actual = await outcomeOf(
      () => this.#storage.list(collection, options),
      (list) => ({ ...list, versions: list.versions.map(plainVersion) }),
    );
    assertEquals(actual, this.#model.list(collection, options));
  }

  async #watch({ slot, collection, back }: Extract<Command, { type: "watch" }>): Promise<void> {
    const earlier = this.#watchers[slot];
    if (earlier !== undefined) await this.#endWaiting(earlier);
    this.#watchers[slot] = undefined;
    const after = this.#model.current() - back;
    let cursor: WatchCursor | undefined;
    const actual = await outcomeOf(
      () => cursor = this.#storage.watch(collection, after),
      () => ({ collection, seen: after }),
    );
    const predicted = this.#model.watch(collection, after);
    assertEquals(actual, predicted);
    if (cursor === undefined || "refused" in predicted) return;
    this.#watchers[slot] = { cursor, model: predicted.value, waiting: undefined };
  }

  /** Reads the available events. Cancels the read if there are none. */
  async #read({ slot }: Extract<Command, { type: "read" }>): Promise<void> {
    const watcher = this.#watchers[slot];
    if (watcher === undefined || watcher.waiting !== undefined) return;
    const predicted = this.#model.read(watcher.model);
    const controller = new AbortController();
    const read = watcher.cursor.next(controller.signal);
    const isEmpty = "value" in predicted && predicted.value.length === 0;
    const timer = setTimeout(() => controller.abort(), PATIENCE);
    if (isEmpty) controller.abort();
    const actual = await outcomeOf(() => read, (events) => events.map(plainEvent));
    clearTimeout(timer);
    assertEquals(actual, predicted);
    if ("value" in actual) assertEquals(watcher.cursor.revision, watcher.model.seen);
  }

  /** Reads the available events. Leaves the read pending if there are none. */
  async #wait({ slot }: Extract<Command, { type: "wait" }>): Promise<void> {
    const watcher = this.#watchers[slot];
    if (watcher === undefined || watcher.waiting !== undefined) return;
    await this.#read({ type: "read", slot });
    if ("refused" in this.#model.read(watcher.model)) return;
    const controller = new AbortController();
    const waiting = { controller, events: watcher.cursor.next(controller.signal), isDone: false };
    waiting.events.then(() => waiting.isDone = true, () => waiting.isDone = true);
    watcher.waiting = waiting;
  }

  /** Checks that a pending read returns with the first event of its collection, and not before. */
  async #checkWaiting(watcher: Watcher): Promise<void> {
    const { waiting, model } = watcher;
    if (waiting === undefined) return;
    const predicted = this.#model.unread(model);
    model.seen = Math.max(model.seen, this.#model.current());
    if (predicted.length === 0) {
      assert(!waiting.isDone, "A pending read returned without an event");
      return;
    }
    const timer = setTimeout(() => waiting.controller.abort(), PATIENCE);
    const events = await waiting.events;
    clearTimeout(timer);
    watcher.waiting = undefined;
    assertEquals(events.map(plainEvent), predicted);
  }

  async #endWaiting(watcher: Watcher): Promise<void> {
    if (watcher.waiting === undefined) return;
    watcher.waiting.controller.abort();
    assertEquals(await watcher.waiting.events, []);
  }

  /** Checks that, between reads, a cursor's revision covers all returned events and no others. */
  #checkRevision({ cursor, model }: Watcher): void {
    const [unread] = this.#model.unread(model);
    const revision = cursor.revision;
    assert(revision <= Math.max(model.seen, this.#model.current()), `Claims ${revision}`);
    if (unread === undefined) return;
    assert(
      revision < unread.version.revision,
      `Revision is ${revision}, but ${unread} was not read`,
    );
  }
}

async function outcomeOf<T, P>(
  action: () => T | Promise<T>,
  plain: (value: T) => P,
): Promise<Outcome<P>> {
  try {
    return { value: plain(await action()) };
  } catch (error) {
    if (error instanceof StorageError) return { refused: error.code };
    throw error;
  }
}

/** Returns a version as the model has it: without the encodings. */
function plainVersion({ key, revision, object }: StoredVersion): ModelObject {
  return { key, revision, object };
}

function plainEvent({ type, version, previous }: StorageEvent): ModelEvent {
  if (previous === undefined) return { type, version: plainVersion(version) };
  return { type, version: plainVersion(version), previous: plainVersion(previous) };
}
