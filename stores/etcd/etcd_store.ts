/**
 * A server whose store other servers use as well: what they share beside the objects, and what each
 * does for one that has stopped.
 *
 * @module
 */
import {
  Dependents,
  namespaceKey as keyOfNamespace,
  type ObjectKey,
  type OpenStore,
  ownersOf,
  type StorageEvent,
  storedResources,
  type StoredVersion,
} from "@plumbline/server/storage";
import { ConfigurationError } from "@plumbline/server/settings";
import type { CertificateAndKey, Registry } from "@plumbline/server/parts";
import type { Clock, Json, OwnerReference } from "@plumbline/server/api";
import { EtcdError } from "./client.ts";
import { EtcdStorage } from "./etcd_storage.ts";

/** The fact that is there once the initial objects are. */
const SETTINGS = "settings";
const AUTHORITY = "certificate authority";

/** How long a server may take to create the initial objects, in seconds. */
const CREATION = 60;

/** The time between two looks at what another server creates, in milliseconds. */
const PAUSE = 50;

/** How long another server has time to follow up on its own writes, in milliseconds. */
const FOLLOW_UP = 5_000;

/** How long old revisions can be read, in milliseconds, and the time between two removals of others. */
const HISTORY = 300_000;

/**
 * Returns what opens a store in etcd, and waits if another server is creating its initial objects.
 *
 * @param url `etcd://HOST:PORT` with an optional path
 * @throws {ConfigurationError} from the function returned, if it cannot be used
 */
export const etcdStore = (url: string): OpenStore => async (options) => {
  const { sources, settings, history = HISTORY, historyBytes, exclusive, onFailure } = options;
  const { clock } = sources;
  const dependents = new FollowingDependents();
  const leftovers = new Leftovers(clock, dependents, onFailure);
  const deleted: StoredVersion[] = [];
  const storage = await EtcdStorage.open({
    ...addressOf(url),
    ...{ clock, history },
    ...(historyBytes !== undefined && { historyBytes }),
    parentOf: ({ namespace }) => namespace ? keyOfNamespace(namespace) : undefined,
    isExclusive: (resource) => exclusive.includes(resource),
    onEvent(event) {
      dependents.follow(event);
      if (!leftovers.hasBegun && event.type === "deleted") deleted.push(event.version);
      leftovers.add(event);
    },
    onOwnEvent(event) {
      dependents.own(event);
      leftovers.own(event);
    },
    onFailure,
  }).catch((error) => {
    if (!(error instanceof EtcdError)) throw error;
    throw new ConfigurationError(`Cannot use the store ${url}: ${error.message}`);
  });
  let endHistory = () => {};

  async function close(): Promise<void> {
    endHistory();
    await leftovers.close();
    await storage.close();
  }

  async function waitForCreation(): Promise<boolean> {
    for (;;) {
      await storage.catchUp();
      const known = storage.fact(SETTINGS) as Record<string, string> | undefined;
      if (known) return checkSettings(url, known, settings);
      if (await storage.becomeCreator(CREATION)) return true;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  function dropHistory(): void {
    endHistory = clock.after(history, () => {
      void storage.dropHistory().catch(onFailure);
      dropHistory();
    });
  }

  let isNew: boolean;
  try {
    isNew = await waitForCreation();
  } catch (error) {
    await storage.close();
    throw error;
  }
  for (const { key, object } of storage.all()) dependents.load(key, ownersOf(object));
  dropHistory();
  return {
    ...{ storage, deleted, isNew, dependents, close },
    warnings: [],
    async secret(name, length) {
      const bytes = sources.bytes(length).toBase64();
      return Uint8Array.fromBase64(await storage.shareFact(`secret ${name}`, bytes) as string);
    },
    facts: {
      get: (name) => storage.fact(name),
      set: (name, value) => storage.setFact(name, value),
      [Symbol.iterator]: () => storage.facts(),
    },
    get authority() {
      return storage.fact(AUTHORITY) as CertificateAndKey | undefined;
    },
    async keepAuthority(authority, known) {
      const [fact, outdated] = [authority, known] as unknown as [Json, Json | undefined];
      return await storage.shareFact(AUTHORITY, fact, outdated) as unknown as CertificateAndKey;
    },
    create: async () => void await storage.shareFact(SETTINGS, settings),
    begin: (registry) => leftovers.begin(registry),
  };
};

/** Parses the URL of a store. @throws {ConfigurationError} if it is none */
function addressOf(text: string): { readonly url: string; readonly prefix: string } {
  const found = /^etcd:\/\/([^/@?#\s]+:\d+)((?:\/[^/?#\s]+)*)\/?$/.exec(text);
  if (!found) {
    throw new ConfigurationError(
      `Cannot use the store "${text}": write etcd://HOST:PORT or etcd://HOST:PORT/PREFIX`,
    );
  }
  const [, host, path] = found;
  return { url: `http://${host}`, prefix: `${path || "/plumbline"}/` };
}

/** Returns false if the settings are the same. */
function checkSettings(
  url: string,
  known: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>>,
): false {
  for (const [name, value] of Object.entries(settings)) {
    if (known[name] === value) continue;
    throw new ConfigurationError(
      `Cannot use the store ${url} as its objects are of the ${name} "${known[name]}" and not of ` +
        `"${value}": change the ${name}, or name another store`,
    );
  }
  return false;
}

/** The dependents of each owner, as the events of the store have them. */
class FollowingDependents extends Dependents {
  /** The owners that objects had before the own writes that are not followed up on yet. */
  readonly #before = new Map<string, readonly OwnerReference[]>();

  /** Sets the owners of an object at the start. */
  load(key: ObjectKey, owners: readonly OwnerReference[]): void {
    super.set(key, owners);
  }

  /** Follows an event, in the order of revisions. */
  follow({ type, version: { key, object } }: StorageEvent): void {
    super.set(key, type === "deleted" ? [] : ownersOf(object));
  }

  /** Keeps what the follow-up on an own write has to know. */
  own({ previous }: StorageEvent): void {
    const owners = previous ? ownersOf(previous.object) : [];
    if (owners.length > 0) this.#before.set(textOf(previous!.key), owners);
  }

  /** Returns the owners before the own write that is followed up on; the events set the new ones. */
  override set(key: ObjectKey): readonly OwnerReference[] {
    const text = textOf(key);
    const before = this.#before.get(text) ?? [];
    this.#before.delete(text);
    return before;
  }
}

const textOf = ({ resource, namespace, name }: ObjectKey) => `${resource} ${namespace} ${name}`;

/**
 * What a write leaves to do: its server does it at once, and every other one if that did not happen
 * within some seconds.
 */
class Leftovers {
  readonly #clock: Clock;
  readonly #dependents: Dependents;
  readonly #onFailure: (error: unknown) => void;
  /** The newest event of each object that may need something. */
  readonly #events = new Map<string, StorageEvent>();
  #registry: (() => Registry) | undefined;
  #cancel: (() => void) | undefined;
  #working: Promise<void> | undefined;

  constructor(clock: Clock, dependents: Dependents, onFailure: (error: unknown) => void) {
    this.#clock = clock;
    this.#dependents = dependents;
    this.#onFailure = onFailure;
  }

  /** True once the server can follow up. */
  get hasBegun(): boolean {
    return this.#registry !== undefined;
  }

  /** Begins; events before that are followed up on at the start. */
  begin(registry: () => Registry): void {
    this.#registry = registry;
  }

  /** Notes an event of any server. */
  add(event: StorageEvent): void {
    if (!this.#registry) return;
    const { key, object: { metadata } } = event.version;
    if (event.type === "deleted" && this.#dependents.of(metadata.uid).length === 0) {
      return void this.#events.delete(textOf(key));
    }
    this.#events.set(textOf(key), event);
    this.#cancel ??= this.#clock.after(FOLLOW_UP, () => {
      this.#cancel = undefined;
      this.#working = this.#work(this.#working);
    });
  }

  /**
   * Notes that this server made a change, on which it follows up itself. A deletion takes several
   * writes, of which one may fail: it is looked at again.
   */
  own({ type, version: { key, object } }: StorageEvent): void {
    const isDeletion = type === "deleted" || object.metadata.deletionTimestamp !== undefined;
    if (!isDeletion) this.#events.delete(textOf(key));
  }

  async close(): Promise<void> {
    this.#cancel?.();
    this.#registry = undefined;
    await this.#working;
  }

  async #work(before: Promise<void> | undefined): Promise<void> {
    await before;
    const events = [...this.#events.values()];
    this.#events.clear();
    for (const event of events) {
      try {
        await this.#followUp(event);
      } catch (error) {
        if (this.#registry) this.#onFailure(error);
      }
    }
  }

  async #followUp({ type, version: { key, revision, object } }: StorageEvent): Promise<void> {
    const registry = this.#registry?.();
    if (!registry) return;
    const { admission, storage, definitions } = registry;
    const definition = storedResources(definitions).get(key.resource);
    if (!definition) return;
    if (type === "deleted") {
      const isLeft = this.#dependents.of(object.metadata.uid).length > 0;
      if (isLeft) await admission.removed(definition, object);
      return;
    }
    // What was written since is followed up on by who wrote it.
    if ((await storage.get(key))?.revision !== revision) return;
    await admission.written(definition, object);
    if (object.metadata.deletionTimestamp) await admission.finalizing(definition, key);
  }
}
