/**
 * What the contract's cases are made of.
 *
 * @module
 */
import type { ApiObject } from "../../object.ts";
import type { Clock } from "../../sources.ts";
import type {
  CollectionKey,
  ListOptions,
  ObjectKey,
  Storage,
  StorageEvent,
  StoredVersion,
} from "../storage.ts";

/** An implementation under test. */
export interface StorageImplementation {
  readonly name: string;
  /** Creates an empty store whose history reaches back so many milliseconds of the clock. */
  readonly open: (clock: Pick<Clock, "now">, history: number) => Storage;
}

/** One statement of the contract. */
export interface ContractCase {
  readonly name: string;
  readonly run: (fixture: Fixture) => void | Promise<void>;
}

/** How far the history of the stores under test reaches back, in milliseconds. */
export const HISTORY = 100;

/** The resource that most cases write. */
export const SECRETS = "/secrets";

/** A clock that only moves when told to. */
export class ManualClock {
  #now = 0;

  /** Milliseconds since the clock was made. */
  now(): number {
    return this.#now;
  }

  /** Moves the clock forward. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** A key among the secrets, or of another resource. */
export function keyOf(namespace: string, name: string, resource = SECRETS): ObjectKey {
  return { resource, namespace, name };
}

/** An object for a key, as a caller hands it in: without a resourceVersion of its own. */
export function objectOf({ namespace, name }: ObjectKey, content: string): ApiObject {
  const metadata = { name, namespace, uid: name, resourceVersion: "", creationTimestamp: "" };
  return { apiVersion: "v1", kind: "Secret", metadata, content };
}

/** `namespace/name=content` of each version, which is all that most cases compare. */
export function summaries(versions: readonly StoredVersion[]): string[] {
  return versions.map(({ key, object }) => `${key.namespace}/${key.name}=${object.content}`);
}

/** `type name=content@revision` of each event. */
export function eventSummaries(events: readonly StorageEvent[]): string[] {
  return events.map(({ type, version: { key, object, revision } }) =>
    `${type} ${key.name}=${object.content}@${revision}`
  );
}

/** A store under test, with its clock and the phrases that the cases speak in. */
export class Fixture {
  readonly clock = new ManualClock();
  readonly storage: Storage;

  /** Opens an empty store. */
  constructor(implementation: StorageImplementation) {
    this.storage = implementation.open(this.clock, HISTORY);
  }

  /** Writes an object that must not be there. */
  create(key: ObjectKey, content = "first"): Promise<StoredVersion> {
    return this.storage.transact(key, { expected: 0, object: objectOf(key, content) });
  }

  /** Writes an object whatever its revision. */
  async update(key: ObjectKey, content: string): Promise<StoredVersion> {
    const expected = await this.#revision(key);
    return await this.storage.transact(key, { expected, object: objectOf(key, content) });
  }

  /** Deletes an object whatever its revision. */
  async remove(key: ObjectKey): Promise<StoredVersion> {
    const expected = await this.#revision(key);
    return await this.storage.transact(key, { expected, object: undefined });
  }

  /** Lists and summarizes. */
  async names(collection: CollectionKey, options: ListOptions = {}): Promise<string[]> {
    return summaries((await this.storage.list(collection, options)).versions);
  }

  async #revision(key: ObjectKey): Promise<number> {
    return (await this.storage.get(key))?.revision ?? 0;
  }
}

/** A signal that never aborts. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** Lets everything that is due happen. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
