/**
 * Runs players: queues the objects that changed, and reconciles them one after the other.
 *
 * @module
 */
import {
  type InternalClient,
  type KubernetesObject,
  resourceNamed,
  StatusError,
} from "@plumbline/server/client";
import { timestamp } from "@plumbline/server/parts";
import { type ResourceDefinition, storageKey } from "@plumbline/server/resources";
import type { Clock } from "@plumbline/server/api";
import type { ServerStorage, StorageEvent } from "@plumbline/server/storage";
import { recordEvent } from "./events.ts";
import type { ObjectPlace, Player, PlayerServer, PlayOptions } from "./player.ts";

/** The server that players play on. */
export interface StageOptions {
  readonly storage: ServerStorage;
  readonly client: InternalClient;
  readonly clock: Clock;
  /** Returns the served resources. */
  definitions(): Promise<readonly ResourceDefinition[]>;
  /** Returns the authority of the server's certificates, in PEM. */
  caCertificate(): Promise<string>;
  /** Aborted when the server is closed. */
  readonly stopped: AbortSignal;
  readonly onInternalError: (error: unknown) => void;
}

/** The most attempts to reconcile an object that is written by others at the same time. */
const ATTEMPTS = 10;

/** Runs the players of a server. */
export class Stage {
  readonly #options: StageOptions;
  readonly #server: PlayerServer;
  readonly #playing = new Map<string, Promise<void>>();
  /** The number of objects that wait or are being reconciled. */
  #busy = 0;
  #settled: (() => void)[] = [];
  readonly #running = new Set<Promise<void>>();

  /** Creates a stage without players. */
  constructor(options: StageOptions) {
    const { client, clock, caCertificate } = options;
    const now = () => timestamp(clock.now());
    this.#options = options;
    this.#server = {
      ...client,
      caCertificate,
      now,
      record: (object, event) => recordEvent({ ...client, now }, object, event),
      send: async (method, path, body) =>
        await client.send(method, path, `${method} ${path}`, body) as KubernetesObject,
    };
    options.stopped.addEventListener("abort", () => this.#wake(), { once: true });
  }

  /** Lets a player play; a player of that name that plays already goes on instead. */
  play(player: Player, options: PlayOptions = {}): Promise<void> {
    const { name } = player;
    const begun = this.#playing.get(name) ?? this.#begin(player, options);
    this.#playing.set(name, begun);
    begun.catch(() => this.#playing.delete(name));
    return begun;
  }

  /** Resolves when no object waits or is being reconciled. */
  settled(): Promise<void> {
    if (this.#busy === 0 || this.#options.stopped.aborted) return Promise.resolve();
    return new Promise((resolve) => void this.#settled.push(resolve));
  }

  /** Resolves when what was being reconciled when the server was closed is done. */
  async ended(): Promise<void> {
    await Promise.all([...this.#playing.values()].map((begun) => begun.catch(() => {})));
    await Promise.all(this.#running);
  }

  async #begin(player: Player, { delay = 0 }: PlayOptions): Promise<void> {
    const { storage, stopped, clock } = this.#options;
    const type = await this.#typeOf(player.for);
    await player.start?.(this.#server);
    if (stopped.aborted) return;
    const queue = new Queue({
      delay: (run) => delay > 0 ? clock.after(delay, run) : undefined,
      act: (place) => this.#track(this.#reconcile(player, place)),
      count: (change) => this.#count(change),
    });
    const follow = (key: string, listener: (event: StorageEvent) => void) => {
      const end = storage.follow(key, listener);
      stopped.addEventListener("abort", end, { once: true });
    };
    follow(type.key, ({ type: change, version: { key, object } }) => {
      if (change !== "deleted") queue.add(key);
      else if (player.removed) this.#run(() => player.removed!(asFound(object), this.#server));
    });
    for (const [other, mapping] of Object.entries(player.watches ?? {})) {
      follow((await this.#typeOf(other)).key, ({ version: { object } }) => {
        if (mapping === "owner") queue.addAll(ownersOf(asFound(object), type.kind));
        else this.#run(async () => queue.addAll(await mapping(asFound(object), this.#server)));
      });
    }
    stopped.addEventListener("abort", () => queue.close(), { once: true });
    const { versions } = await storage.list({ resource: type.key });
    for (const { key } of versions) queue.add(key);
  }

  /** Returns the storage key and the kind of a type; a custom one may not exist yet. */
  async #typeOf(type: string): Promise<{ key: string; kind?: string }> {
    const definitions = await this.#options.definitions();
    try {
      const definition = resourceNamed(definitions, type);
      return { key: storageKey(definition), kind: definition.kind };
    } catch (error) {
      const dot = type.indexOf(".");
      if (dot < 0) throw error;
      return { key: `${type.slice(dot + 1)}/${type.slice(0, dot)}` };
    }
  }

  /** Reconciles the current state of an object; again after a Conflict. */
  async #reconcile(player: Player, { name, namespace }: ObjectPlace): Promise<void> {
    const { stopped, onInternalError } = this.#options;
    for (let attempt = 1; !stopped.aborted; attempt++) {
      try {
        const object = await this.#server.get(player.for, name, namespace || undefined);
        if (object) await player.reconcile(object, this.#server);
        return;
      } catch (error) {
        const code = error instanceof StatusError ? error.code : 0;
        if (code === 409 && attempt < ATTEMPTS) continue;
        if (!isExpected(error)) onInternalError(describe(player, error));
        return;
      }
    }
  }

  #run(action: () => Promise<void>): void {
    this.#count(1);
    const done = action().catch((error) => {
      if (!isExpected(error)) this.#options.onInternalError(error);
    }).finally(() => this.#count(-1));
    void this.#track(done);
  }

  async #track(action: Promise<void>): Promise<void> {
    this.#running.add(action);
    await action.finally(() => this.#running.delete(action));
  }

  #count(change: number): void {
    this.#busy += change;
    if (this.#busy === 0) this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#settled.splice(0)) resolve();
  }
}

/** An object, or its namespace, was deleted in the meantime. */
const isExpected = (error: unknown): boolean =>
  error instanceof StatusError &&
  (error.code === 404 || error.code === 409 || / is being terminated$/.test(error.message));

const describe = ({ name }: Player, error: unknown): Error =>
  new Error(`The player ${name} failed: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  });

const asFound = (object: object): KubernetesObject => object as KubernetesObject;

interface Owner {
  readonly kind: string;
  readonly name: string;
  readonly controller?: boolean;
}

/** Returns the controller of an object, if it is of this kind. */
function ownersOf({ metadata }: KubernetesObject, kind?: string): readonly ObjectPlace[] {
  const owners = (metadata.ownerReferences ?? []) as readonly Owner[];
  return owners.filter((owner) => owner.controller && (!kind || owner.kind === kind))
    .map(({ name }) => ({ name, namespace: metadata.namespace }));
}

/** Options of a {@linkcode Queue}. */
interface QueueOptions {
  /** Runs a callback later and returns a function that cancels it; undefined to run it at once. */
  delay(run: () => void): (() => void) | undefined;
  act(place: ObjectPlace): Promise<void>;
  /** Receives 1 for each place that is added, and -1 when it is done. */
  count(change: number): void;
}

/** The objects to reconcile, each at most once. */
class Queue {
  readonly #options: QueueOptions;
  readonly #waiting = new Map<string, ObjectPlace>();
  readonly #timers = new Map<string, () => void>();
  #working = false;
  #closed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  add({ name, namespace }: ObjectPlace): void {
    const key = `${namespace ?? ""}/${name}`;
    if (this.#closed) return;
    if (this.#waiting.has(key) || this.#timers.has(key)) return;
    this.#options.count(1);
    const cancel = this.#options.delay(() => {
      this.#timers.delete(key);
      this.#enqueue(key, { name, namespace });
    });
    if (cancel) this.#timers.set(key, cancel);
    else this.#enqueue(key, { name, namespace });
  }

  addAll(places: readonly ObjectPlace[]): void {
    for (const place of places) this.add(place);
  }

  /** Forgets what waits, and takes nothing more. */
  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#options.count(-this.#timers.size - this.#waiting.size);
    this.#timers.clear();
    this.#waiting.clear();
  }

  #enqueue(key: string, place: ObjectPlace): void {
    this.#waiting.set(key, place);
    if (this.#working) return;
    this.#working = true;
    // The write that leads here is completed first.
    queueMicrotask(() => this.#work());
  }

  async #work(): Promise<void> {
    for (let next; (next = this.#waiting.entries().next().value) !== undefined;) {
      const [key, place] = next;
      this.#waiting.delete(key);
      await this.#options.act(place);
      this.#options.count(-1);
    }
    this.#working = false;
  }
}
