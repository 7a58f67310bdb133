/**
 * The fixture of the contract's cases: a store, a clock, and short names for common operations.
 *
 * @module
 */
import type { ApiObject, Clock } from "@plumbline/server/api";
import type {
  CollectionKey,
  ListOptions,
  ObjectKey,
  Storage,
  StorageEvent,
  StoredVersion,
} from "@plumbline/server/storage";

/** An implementation under test. */
export interface StorageImplementation {
  readonly name: string;
  /** Creates an empty store that keeps its history for the given number of milliseconds. */
  readonly open: (clock: Pick<Clock, "now">, history: number) => OpenStorage | Promise<OpenStorage>;
  /** True if the implementation cannot be tested here. @default {false} */
  readonly ignore?: boolean;
}

/** A store under test, which is disposed of after the test. */
export type OpenStorage = Storage & Partial<AsyncDisposable>;

/** One case of the contract. */
export interface ContractCase {
  readonly name: string;
  readonly run: (fixture: Fixture) => void | Promise<void>;
}

/** How long the stores under test keep their history, in milliseconds. */
export const HISTORY = 100;

/** The resource that most cases write. */
export const SECRETS = "/secrets";

/** A clock that a test moves. */
export class ManualClock {
  #now = 0;

  /** Milliseconds since the clock was created. */
  now(): number {
    return this.#now;
  }

  /** Moves the clock forward. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** Returns the key of a Secret, or of an object of another resource. */
export function keyOf(namespace: string, name: string, resource = SECRETS): ObjectKey {
  return { resource, namespace, name };
}

/** Returns an object to write under a key, without a resourceVersion. */
export function objectOf({ namespace, name }: ObjectKey, content: string): ApiObject {
  const metadata = { name, namespace, uid: name, resourceVersion: "", creationTimestamp: "" };
  return { apiVersion: "v1", kind: "Secret", metadata, content };
}

/** Returns `namespace/name=content` for each version. */
export function summaries(versions: readonly StoredVersion[]): string[] {
  return versions.map(({ key, object }) => `${key.namespace}/${key.name}=${object.content}`);
}

/** Returns `type name=content@revision` for each event. */
export function eventSummaries(events: readonly StorageEvent[]): string[] {
  return events.map(({ type, version: { key, object, revision } }) =>
    `${type} ${key.name}=${object.content}@${revision}`
  );
}

/** A store under test, its clock, and short names for common operations. */
export class Fixture {
  readonly clock: ManualClock;
  readonly storage: Storage;

  private constructor(clock: ManualClock, storage: Storage) {
    this.clock = clock;
    this.storage = storage;
  }

  /** Runs a function with an empty store. */
  static async run(
    { open }: StorageImplementation,
    run: (fixture: Fixture) => void | Promise<void>,
  ): Promise<void> {
    const clock = new ManualClock();
    const storage = await open(clock, HISTORY);
    try {
      await run(new Fixture(clock, storage));
    } finally {
      await storage[Symbol.asyncDispose]?.();
    }
  }

  /** Creates an object. */
  async create(key: ObjectKey, content = "first"): Promise<StoredVersion> {
    return await this.storage.transact(key, { expected: 0, object: objectOf(key, content) });
  }

  /** Updates an object at its newest revision. */
  async update(key: ObjectKey, content: string): Promise<StoredVersion> {
    const expected = await this.#revision(key);
    return await this.storage.transact(key, { expected, object: objectOf(key, content) });
  }

  /** Deletes an object at its newest revision. */
  async remove(key: ObjectKey): Promise<StoredVersion> {
    const expected = await this.#revision(key);
    return await this.storage.transact(key, { expected, object: undefined });
  }

  /** Lists a collection and summarizes its versions. */
  async names(collection: CollectionKey, options: ListOptions = {}): Promise<string[]> {
    return summaries((await this.storage.list(collection, options)).versions);
  }

  async #revision(key: ObjectKey): Promise<number> {
    return (await this.storage.get(key))?.revision ?? 0;
  }
}

/** Returns a signal that never aborts. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** Waits until all pending tasks are done. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
