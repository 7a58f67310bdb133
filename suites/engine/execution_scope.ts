/**
 * The scope of one execution of a check.
 *
 * @module
 */
import { Discard } from "../check.ts";
import type { Exchange } from "../../reports/events.ts";
import type { ResourceType } from "../resources/mod.ts";
import { apiVersion, collectionPath } from "../resources/path.ts";
import type {
  HttpRequest,
  HttpResponse,
  Json,
  JsonObject,
  WatchPatience,
  WatchStream,
} from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import type { NamespacePool } from "./namespace_pool.ts";
import type { ExchangeViolation } from "../model/exchanges/violation.ts";
import { ExchangeObserver } from "../model/exchanges/observer.ts";
import { adaptedPlace, sendAdapted, withPolicy } from "./adapted_requests.ts";
import { typeIn } from "./type_tally.ts";
import type { DeferredRemoval } from "../cleanup/deferred_removal.ts";
import { removeObjects } from "../cleanup/removal.ts";
import type { Scope, SharedState } from "../scope.ts";
import type { Access, SharedStates } from "./shared_states.ts";
import { EventStream } from "./event_stream.ts";
import type { WatchHeads } from "./watch_heads.ts";

/** Options of a scope. */
export interface ExecutionScopeOptions {
  readonly target: Target;
  /** The run's id, fit for a label value. */
  readonly run: string;
  /** The execution's id, fit for names and label values, unique in the target. */
  readonly id: string;
  /** The pool the namespaces came from, which takes them back. */
  readonly pool: NamespacePool;
  /** Namespaces of the execution's own; the target's where there are none. */
  readonly namespaces: readonly [string, ...string[]] | undefined;
  /** The locks of the run. */
  readonly states: SharedStates;
  /** What is known of the responses to watches. */
  readonly heads: WatchHeads;
  /** Takes objects outside of the namespaces, to remove them later with others. */
  readonly deferred?: DeferredRemoval | undefined;
  /** Counts a case under a word. */
  note(word: string): void;
}

/** Why a case that was given up sends nothing more. */
const CLOSED = "the case did not finish in time";

/** A scope that remembers what it said and made. */
export class ExecutionScope implements Scope {
  readonly target: Target;
  readonly id: string;
  readonly namespaces: readonly [string, ...string[]];
  readonly exclusive: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly selector: string;
  readonly note: (word: string) => void;
  /** Every exchange so far, in the order they were sent. */
  readonly exchanges: Exchange[] = [];
  /** The resource types of the requests so far. */
  readonly resources = new Set<string>();
  /** The resource types about which the case decides nothing, with the reasons. */
  readonly undecided = new Map<string, string>();
  readonly #pool: NamespacePool;
  readonly #states: SharedStates;
  readonly #heads: WatchHeads;
  /** The functions that release the states held. */
  readonly #held = new Map<SharedState, Promise<() => void>>();
  /** True for a case that did not finish in time, whose steps may go on. */
  #isClosed = false;
  readonly #watches: { request: Omit<HttpRequest, "method" | "body">; stream: WatchStream }[] = [];
  readonly #observer = new ExchangeObserver();
  /** The paths of the objects to remove. */
  readonly #made = new Set<string>();
  /** Those of them that may have finalizers. */
  readonly #finalized = new Set<string>();
  /** The paths of objects that a deletion was said to have removed. */
  readonly #gone = new Set<string>();
  readonly #deferred: DeferredRemoval | undefined;
  /** True if permissions mattered: what grants some must not outlive the scope. */
  #asksPermissions = false;
  /** The numbers of documents and malformed texts of each stream that were observed. */
  readonly #eventsSeen = new Map<
    WatchStream,
    { readonly documents: number; readonly malformed: number }
  >();
  #sent = 0;
  #underWay = 0;

  /** Makes the scope; nothing is asked yet. */
  constructor(options: ExecutionScopeOptions) {
    this.target = options.target;
    this.id = options.id;
    this.exclusive = options.namespaces !== undefined;
    this.namespaces = options.namespaces ?? [options.target.namespace];
    this.labels = { "plumbline/run": options.run, "plumbline/scope": options.id };
    this.selector = `plumbline/scope=${options.id}`;
    this.note = options.note;
    this.#pool = options.pool;
    this.#deferred = options.deferred;
    this.#states = options.states;
    this.#heads = options.heads;
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.exchanges.length;
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

  /** Asks the target, keeps the exchange, and remembers what came into being. */
  send(request: HttpRequest): Promise<HttpResponse> {
    const { target } = this;
    return sendAdapted(request, { target, send: (each) => this.#exchange(each) });
  }

  async #exchange(request: HttpRequest): Promise<HttpResponse> {
    if (this.#isClosed) throw new Discard(CLOSED);
    let response: HttpResponse | undefined;
    const sent = ++this.#sent;
    const alone = this.#underWay++ === 0;
    try {
      return response = await this.target.client.send(request, this);
    } finally {
      this.#underWay--;
      // The order of concurrent requests is unknown.
      const path = withoutSlash(request.path);
      this.#remember({ ...request, path }, response, alone && sent === this.#sent);
      const resource = typeIn(request.path);
      if (resource !== undefined) this.resources.add(resource);
      this.#observer.exchanged(request, response, alone && sent === this.#sent);
    }
  }

  #remember(request: HttpRequest, response: HttpResponse | undefined, alone: boolean): void {
    this.#asksPermissions ||= asksPermissions(request);
    const made = madeBy(request, response);
    if (made !== undefined) this.#made.add(made);
    const place = made === undefined ? undefined : adaptedPlace(this.target, made);
    if (made !== undefined && place?.adaptation.finalizers) this.#finalized.add(made);
    if (mayFinalize(request)) this.#finalized.add(made ?? request.path);
    if (mayFinalize(request) && request.method === "DELETE") {
      // A deletion of a collection may leave objects with finalizers.
      for (const path of this.#made) {
        if (path.startsWith(`${request.path}/`)) this.#finalized.add(path);
      }
    }
    if (made !== undefined) this.#gone.delete(made);
    // An object that may have finalizers may still be there.
    const waits = this.#finalized.has(request.path);
    if (alone && !waits && removed(request, response)) this.#gone.add(request.path);
  }

  /** Opens a watch, which is closed with the scope at the latest. */
  async watch(request: Omit<HttpRequest, "method" | "body">): Promise<WatchStream> {
    if (this.#isClosed) throw new Discard(CLOSED);
    const open = (patience: WatchPatience) => this.target.client.watch(request, this, patience);
    const opened = await this.#heads.open(request, open, this.target);
    // `watch=false` asks for a list.
    const asked = request.query?.watch ?? "1";
    if (this.#isClosed) {
      await opened.close();
      throw new Discard(CLOSED);
    }
    const stream = ["1", "true"].includes(asked) ? new EventStream(opened, asked) : opened;
    this.#watches.push({ request, stream });
    return stream;
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
  async hold(state: SharedState, access: Access): Promise<void> {
    const held = this.#held.get(state) ?? this.#states.acquire(state, access);
    this.#held.set(state, held);
    await held;
  }

  /** Returns what the exchanges and events so far violate, whatever the check is about. */
  observed(): readonly ExchangeViolation[] {
    const seen = this.#eventsSeen;
    for (const { request, stream } of this.#watches) {
      const before = seen.get(stream) ?? { documents: 0, malformed: 0 };
      for (const document of stream.documents.slice(before.documents)) {
        this.#observer.received(request, document, stream.response.exchange);
      }
      for (const text of stream.malformed.slice(before.malformed)) {
        this.#observer.malformed(request, text);
      }
      seen.set(stream, {
        documents: stream.documents.length,
        malformed: stream.malformed.length,
      });
    }
    return this.#observer.violations;
  }

  /**
   * Closes the watches, removes the created objects and releases the namespaces.
   * Returns the paths of objects that could not be removed.
   */
  async close(): Promise<string[]> {
    this.#isClosed = true;
    await Promise.all(this.#watches.map(({ stream }) => stream.close()));
    try {
      return await this.#remove();
    } finally {
      for (const held of this.#held.values()) void held.then((release) => release());
    }
  }

  async #remove(): Promise<string[]> {
    const later = this.#later();
    const paths = await removeObjects(this.target.client, {
      policyOf: (path) => {
        const place = adaptedPlace(this.target, path);
        return place && withPolicy({ method: "DELETE", path }, place.adaptation).query;
      },
      paths: this.#made.difference(new Set(later)),
      finalized: this.#finalized,
      gone: this.#gone,
      selector: this.selector,
      namespaces: this.exclusive ? this.namespaces : [],
      disposable: this.#deferred !== undefined,
    });
    // A namespace with leftovers is not used again.
    if (this.exclusive && paths.length === 0) this.#pool.give(this.namespaces);
    return [...paths, ...await this.#deferred?.add(this.id, later) ?? []];
  }

  /** Returns the paths of objects that disturb no other execution if they are removed later. */
  #later(): string[] {
    if (this.#deferred === undefined || this.#asksPermissions || this.#held.size > 0) return [];
    return [...this.#made].filter((path) =>
      /\/clusterrole(binding)?s\/[^/]+$/.test(path) && !this.#finalized.has(path) &&
      !this.#gone.has(path)
    );
  }
}

/** True for a request whose answer depends on what a user may do. */
function asksPermissions({ path, headers = {}, identity }: HttpRequest): boolean {
  return identity !== undefined || path.includes("/authorization.") ||
    Object.keys(headers).some((name) => name.toLowerCase().startsWith("impersonate-"));
}

/** The path of an object or collection as others are made of it: a slash at the end says nothing. */
function withoutSlash(path: string): string {
  return path.replace(/(?<=[^/])\/+$/, "");
}

/** The path of the object a request may have made; undefined where it cannot have made any. */
function madeBy(request: HttpRequest, response: HttpResponse | undefined): string | undefined {
  // A request without a response, or with a 5xx, may have been executed; and some servers store an
  // object before they find that they cannot encode it as requested.
  const unsure = response === undefined || response.status >= 500 || response.status === 406;
  const path = request.path;
  if (request.method === "POST" && (unsure || response.status < 300)) {
    const sent = request.body;
    // The metadata of a body that is text, which need not be JSON, is before other names.
    const name = textOf(member(member(response?.json ?? sent, "metadata"), "name")) ??
      (typeof sent === "string"
        ? /"name": ?"([^"]+)"/.exec(sent)?.[1]
        : textOf(member(member(sent, "metadata"), "name")));
    return name === undefined ? undefined : `${path}/${encodeURIComponent(name)}`;
  }
  const writes = request.method === "PUT" || request.method === "PATCH";
  return writes && !isSubresource(path) && (unsure || response.status === 201) ? path : undefined;
}

/** True for the path of a subresource, to which no write makes an object. */
function isSubresource(path: string): boolean {
  const segments = path.split("/").slice(path.startsWith("/apis/") ? 4 : 3);
  const isInNamespace = segments[0] === "namespaces" && segments.length > 3;
  return segments.length === (isInNamespace ? 5 : 3);
}

/** Returns true for a deletion that was completed, without waiting for finalizers. */
function removed(
  { method, query, body }: HttpRequest,
  response: HttpResponse | undefined,
): boolean {
  return method === "DELETE" && response?.status === 200 &&
    query?.dryRun === undefined && member(body, "dryRun") === undefined &&
    member(response.json, "kind") === "Status" && member(response.json, "status") === "Success";
}

/** True for a request that may give an object finalizers. */
function mayFinalize({ method, query, body }: HttpRequest): boolean {
  // The propagation policy may add a finalizer.
  if (method === "DELETE") {
    const options: { readonly [name: string]: unknown } = {
      ...query,
      ...typeof body === "object" && body,
    };
    const { propagationPolicy = "Background" } = options;
    return propagationPolicy !== "Background" || "orphanDependents" in options;
  }
  if (typeof body === "string") return body.includes("finalizers");
  // A JSON patch names them in a path.
  if (Array.isArray(body)) return JSON.stringify(body).includes("finalizers");
  return member(member(body, "metadata"), "finalizers") !== undefined;
}

/** A member of a JSON object, undefined where there is none. */
function member(json: Json | undefined, key: string): Json | undefined {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? json[key] : undefined;
}

/** The text, undefined where it is none or empty. */
function textOf(json: Json | undefined): string | undefined {
  return typeof json === "string" && json !== "" ? json : undefined;
}
