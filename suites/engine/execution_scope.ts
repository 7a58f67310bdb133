/**
 * The scope of one execution of a check.
 *
 * @module
 */
import type { Exchange } from "@plumbline/reports/events";
import type { CollectionProofs } from "../cleanup/collection_proofs.ts";
import type { DeferredRemoval } from "../cleanup/deferred_removal.ts";
import type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Json,
  JsonObject,
  WatchStream,
} from "../client/http_client.ts";
import { type Refusals, RetryingClient } from "../client/retrying_client.ts";
import { placed } from "../client/request_place.ts";
import type { Target } from "../client/target.ts";
import type { ExchangeViolation } from "../model/exchanges/violation.ts";
import type { ResourceType } from "../resources/mod.ts";
import { apiVersion, collectionPath } from "../resources/path.ts";
import type { Scope, SharedState } from "../scope.ts";
import type { EventPatience } from "./event_patience.ts";
import type { NamespacePool } from "./namespace_pool.ts";
import type { Reach } from "./reach.ts";
import { ScopeObjects } from "./scope_objects.ts";
import { ScopeObservation } from "./scope_observation.ts";
import { ScopeRequests } from "./scope_requests.ts";
import type { SharedStates, StateUse } from "./shared_states.ts";
import type { WatchHeads } from "./watch_heads.ts";

/** Options of a scope. */
export interface ExecutionScopeOptions {
  readonly target: Target;
  /** Sends its requests; not those that remove what it created. @default {that of the target} */
  readonly client?: HttpClient;
  /** The run's id, fit for a label value. */
  readonly run: string;
  /** The execution's id, fit for names and label values, unique in the target. */
  readonly id: string;
  /** The pool the namespaces came from, which takes them back. */
  readonly pool: NamespacePool;
  /** Namespaces of the execution's own; the target's where there are none. */
  readonly namespaces: readonly [string, ...string[]] | undefined;
  /** True if the namespaces may have objects of earlier executions, and be given back with some. */
  readonly sharesNamespaces?: boolean;
  /** The locks of the run. */
  readonly states: SharedStates;
  /** What is known of the responses to watches. */
  readonly heads: WatchHeads;
  /** What is known of how long events take. */
  readonly patience: EventPatience;
  /** True if every wait for an event takes the time that the check asks for. @default {false} */
  readonly isPatient?: boolean;
  /** Takes objects outside of the namespaces, to remove them later with others. */
  readonly deferred?: DeferredRemoval | undefined;
  /** What the run knows of the target's deletions of collections. @default {nothing} */
  readonly proofs?: CollectionProofs | undefined;
  /** What is known of how the target refuses requests now and then. @default {nothing} */
  readonly refusals?: Refusals | undefined;
  /** Collects what the requests reach. */
  readonly reach?: Reach;
  /** Counts a case under a word. */
  note(word: string): void;
}

/** The methods of requests that concern all objects of a collection. */
const READS_OR_REMOVES: readonly string[] = ["GET", "DELETE"];

/** A scope that remembers what was sent and created. */
export class ExecutionScope implements Scope {
  readonly target: Target;
  readonly id: string;
  readonly namespaces: readonly [string, ...string[]];
  readonly exclusive: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly selector: string;
  readonly note: (word: string) => void;
  /** The resource types about which the case decides nothing, with the reasons. */
  readonly undecided = new Map<string, string>();
  readonly #pool: NamespacePool;
  readonly #sharesNamespaces: boolean;
  readonly #states: SharedStates;
  readonly #requests: ScopeRequests;
  readonly #observation = new ScopeObservation();
  readonly #objects: ScopeObjects;
  /** The functions that release the states held. */
  readonly #held = new Map<SharedState, Promise<() => void>>();

  /** Makes the scope; nothing is asked yet. */
  constructor(options: ExecutionScopeOptions) {
    const { target, client = target.client, id, pool, namespaces, states, heads, deferred } =
      options;
    this.target = target;
    this.id = id;
    this.exclusive = namespaces !== undefined;
    this.namespaces = namespaces ?? [target.namespace];
    this.labels = { "plumbline/run": options.run, "plumbline/scope": id };
    this.selector = `plumbline/scope=${id}`;
    this.note = options.note;
    this.#pool = pool;
    this.#sharesNamespaces = options.sharesNamespaces === true && this.exclusive;
    this.#states = states;
    const retrying = new RetryingClient(target.client, options.refusals);
    this.#objects = new ScopeObjects({
      target: { ...target, client: retrying },
      id,
      deferred,
      proofs: options.proofs,
    });
    this.#requests = new ScopeRequests({
      target: { ...target, client },
      heads,
      patience: options.patience,
      isPatient: options.isPatient ?? false,
      listener: {
        exchanged: (...exchange) => {
          this.#objects.exchanged(...exchange);
          this.#observation.exchanged(...exchange);
          options.reach?.add(exchange[0], exchange[1]);
        },
        watching: (request, stream) => {
          this.#observation.watching(request, stream);
          const query = { watch: "1", ...request.query };
          options.reach?.add({ ...request, method: "GET", query }, stream.response);
        },
      },
    });
  }

  /** Every exchange so far, in the order they were sent. */
  get exchanges(): Exchange[] {
    return this.#requests.exchanges;
  }

  /** True if an event did not come, and was not awaited as long as the check asked for. */
  get isHurried(): boolean {
    return this.#requests.isHurried;
  }

  /** The namespaces that were created for it. */
  get madeNamespaces(): readonly string[] {
    return this.exclusive && this.#pool.creates ? this.namespaces : [];
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.exchanges.length;
  }

  /** The resource types of the requests so far. */
  get resources(): ReadonlySet<string> {
    return this.#observation.resources;
  }

  /** Returns a unique name of this execution: always the same for the same words. */
  name(words: string, type?: Pick<ResourceType, "objectName">): string {
    const [...parts] = words.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const name = [this.id, ...parts].join("-");
    return type?.objectName?.(name) ?? name;
  }

  /** Records that the case decides nothing about a resource type. */
  undecidedType(resource: string, reason: string): void {
    this.undecided.set(resource, reason);
  }

  /** Sends a request to the target, and keeps the exchange. */
  async send(asked: HttpRequest): Promise<HttpResponse> {
    const request = placed(asked);
    if (READS_OR_REMOVES.includes(request.method) && this.#showsEarlier(request)) {
      await this.#pool.empty(this.namespaces);
    }
    return await this.#requests.send(request);
  }

  /** Opens a watch, which is closed with the scope at the latest. */
  async watch(request: Omit<HttpRequest, "method" | "body">): Promise<WatchStream> {
    if (this.#showsEarlier(request)) await this.#pool.empty(this.namespaces);
    return await this.#requests.watch(request);
  }

  /** True for a request about all objects of a namespace in which earlier executions left some. */
  #showsEarlier(request: Pick<HttpRequest, "path" | "query" | "place">): boolean {
    if (!this.#sharesNamespaces || !this.#pool.isUsed(this.namespaces)) return false;
    const { name, namespace } = placed(request).place ?? {};
    const { labelSelector = "" } = request.query ?? {};
    return name === "" && namespace !== undefined && this.namespaces.includes(namespace) &&
      !String(labelSelector).includes(this.selector);
  }

  /** A valid object of a type, with the scope's labels, not yet sent. */
  newObject(type: ResourceType, options: {
    name?: string;
    namespace?: string;
    content?: number;
    merges?: boolean;
    labels?: Readonly<Record<string, string>>;
  } = {}): JsonObject {
    const { dialect } = this.target;
    const name = this.name(options.name ?? "object", type);
    const namespace = options.namespace ?? this.namespaces[0];
    return {
      apiVersion: apiVersion(type, dialect),
      kind: type.kind,
      metadata: {
        name,
        ...(type.namespaced && { namespace }),
        labels: { ...options.labels, ...this.labels },
      },
      ...type.body(dialect, options.content ?? 0, name, { ...options, namespace }),
    };
  }

  /** Sends a POST for an object made by `make`. */
  create(
    type: ResourceType,
    object: JsonObject,
    query?: HttpRequest["query"],
  ): Promise<HttpResponse> {
    const namespace = member(object.metadata, "namespace");
    return this.send({
      method: "POST",
      path: collectionPath(type, this.target.dialect, textOf(namespace)),
      body: object,
      ...(query && { query }),
    });
  }

  /** Waits for a state and keeps it until the scope is closed; the first access counts. */
  async hold(state: SharedState, access: StateUse): Promise<void> {
    const held = this.#held.get(state) ?? this.#states.acquire(state, access);
    this.#held.set(state, held);
    await held;
  }

  /** Returns what the exchanges and events so far violate, whatever the check is about. */
  observed(): readonly ExchangeViolation[] {
    return this.#observation.violations();
  }

  /**
   * Closes the watches, removes the created objects and releases the namespaces.
   * Returns the paths of objects that could not be removed.
   */
  async close(): Promise<string[]> {
    await this.#requests.close();
    try {
      const { left, others, leftForLater } = await this.#objects.remove({
        selector: this.selector,
        namespaces: this.exclusive ? this.namespaces : [],
        isHeld: this.#held.size > 0,
        mayBeLeft: this.#sharesNamespaces,
      });
      // A namespace with leftovers is not used again.
      if (this.exclusive && left.length === 0) {
        left.push(...await this.#pool.give(this.namespaces, leftForLater));
      }
      return [...left, ...others];
    } finally {
      for (const held of this.#held.values()) void held.then((release) => release());
    }
  }
}

/** A member of a JSON object, undefined where there is none. */
function member(json: Json | undefined, key: string): Json | undefined {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? json[key] : undefined;
}

/** The text, undefined where it is none or empty. */
function textOf(json: Json | undefined): string | undefined {
  return typeof json === "string" && json !== "" ? json : undefined;
}
