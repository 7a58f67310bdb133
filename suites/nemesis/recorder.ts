/**
 * Sends requests for the objects of a round and records what was sent and seen.
 *
 * @module
 */
import { asClient } from "../client/current_client.ts";
import {
  type HttpRequest,
  type HttpResponse,
  type JsonObject,
  TargetUnreachable,
} from "../client/http_client.ts";
import { contentOf } from "../model/content.ts";
import type {
  Expiry,
  ListRead,
  RecordedOperation,
  Round,
  Shown,
  WatchRun,
} from "../model/failures/operation.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../model/object.ts";
import { MARK, markOf } from "../model/write.ts";
import { collectionPath, objectPath, type ResourceType } from "../resources/mod.ts";
import type { ExecutionScope } from "../engine/execution_scope.ts";

/** A response, or undefined if none arrived, with the request's number and times. */
export interface Exchanged {
  readonly number: number;
  readonly began: number;
  readonly ended: number;
  readonly response: HttpResponse | undefined;
  /** True if there was no connection, so that the request was not sent. */
  readonly isUnsent: boolean;
}

/** A write, and the object in its response if it was accepted. */
export interface Written extends RecordedOperation {
  readonly object?: JsonObject;
}

/** The prefix of the annotations that later writes keep. */
const KEPT = "plumbline/kept-";

/** Statuses after which it is not known whether a write was executed. */
const isUnsure = (status: number) => status >= 500 || status === 429 || status === 202;

/** Records one round. */
export class Recorder {
  readonly scope: ExecutionScope;
  readonly operations: RecordedOperation[] = [];
  readonly lists: ListRead[] = [];
  readonly watches: WatchRun[] = [];
  readonly expiries: Expiry[] = [];
  readonly #types: readonly ResourceType[];
  readonly #slots: number;
  readonly #fences: string[] = [];
  #marks = 0;

  /** Creates a recorder for objects of these types, so many of each. */
  constructor(scope: ExecutionScope, types: readonly ResourceType[], slots: number) {
    this.scope = scope;
    this.#types = types;
    this.#slots = slots;
  }

  /** The record so far. */
  get round(): Round {
    const names = (type: ResourceType) => [
      ...Array.from({ length: this.#slots }, (_, slot) => this.keyOf(type, slot)),
      ...this.#fences.filter((key) => key.startsWith(`${type.resource}/`)),
    ];
    return {
      operations: this.operations,
      lists: this.lists,
      watches: this.watches,
      expiries: this.expiries,
      keys: new Map(this.#types.map((type) => [type.resource, names(type)])),
    };
  }

  /** Returns the key of an object by its slot: the resource and the name. */
  keyOf(type: ResourceType, slot: number): string {
    return `${type.resource}/${this.scope.name(nameOfSlot(slot))}`;
  }

  /** Creates the object of a slot. */
  async create(client: string, type: ResourceType, slot: number): Promise<Written> {
    const mark = this.#nextMark();
    const object = this.scope.newObject(type, { name: nameOfSlot(slot), content: this.#marks });
    const metadata = { ...metadataOf(object), annotations: annotationsOf(mark) };
    const path = collectionPath(type, this.scope.target.dialect, this.#namespaceOf(type));
    const request = { method: "POST", path, body: { ...object, metadata } } as const;
    return await this.#write(
      client,
      { key: this.keyOf(type, slot), verb: "create", mark },
      request,
    );
  }

  /** Creates an object after all others, and returns its key if that was acknowledged. */
  async fence(client: string, type: ResourceType): Promise<string | undefined> {
    const slot = this.#slots + this.#fences.length;
    this.#fences.push(this.keyOf(type, slot));
    const { outcome, key } = await this.create(client, type, slot);
    return outcome === "accepted" ? key : undefined;
  }

  /** Replaces an object that was read before. */
  async update(
    client: string,
    type: ResourceType,
    slot: number,
    known: JsonObject,
  ): Promise<Written> {
    const mark = this.#nextMark();
    const metadata = metadataOf(known);
    const annotations = { ...asObject(metadata.annotations), ...annotationsOf(mark) };
    const base = markOf(known);
    const facts = { key: this.keyOf(type, slot), verb: "update", mark } as const;
    return await this.#write(client, { ...facts, ...(base !== undefined && { base }) }, {
      method: "PUT",
      path: this.#pathOf(type, slot),
      body: { ...known, metadata: { ...metadata, annotations } },
    });
  }

  /** Changes an object with a merge patch. */
  async patch(client: string, type: ResourceType, slot: number): Promise<Written> {
    const mark = this.#nextMark();
    return await this.#write(client, { key: this.keyOf(type, slot), verb: "patch", mark }, {
      method: "PATCH",
      path: this.#pathOf(type, slot),
      headers: { "content-type": "application/merge-patch+json" },
      body: { metadata: { annotations: annotationsOf(mark) }, ...type.change(this.#marks) },
    });
  }

  /** Deletes an object. */
  async remove(client: string, type: ResourceType, slot: number): Promise<Written> {
    const path = this.#pathOf(type, slot);
    const facts = { key: this.keyOf(type, slot), verb: "delete" } as const;
    return await this.#write(client, facts, { method: "DELETE", path });
  }

  /** Reads an object; returns undefined if it is absent or there was no answer. */
  async get(client: string, type: ResourceType, slot: number): Promise<JsonObject | undefined> {
    const path = this.#pathOf(type, slot);
    const { number, began, ended, response } = await this.send(client, { method: "GET", path });
    const object = response?.status === 200 ? asObject(response.json) : undefined;
    const shown = response?.status === 404 ? "absent" as const : shownOf(object);
    if (shown !== undefined) {
      const key = this.keyOf(type, slot);
      const outcome = "accepted" as const;
      this.operations.push({ number, key, verb: "get", began, ended, outcome, shown });
    }
    return object;
  }

  /** Lists the objects of the round of a type; returns undefined if there was no answer. */
  async list(client: string, type: ResourceType): Promise<ListRead | undefined> {
    const { number, began, ended, response } = await this.send(client, {
      method: "GET",
      ...this.collectionOf(type),
    });
    const list = response?.status === 200 ? asObject(response.json) : undefined;
    const version = list === undefined ? undefined : resourceVersionOf(list);
    if (version === undefined || !Array.isArray(list?.items)) return undefined;
    const items = new Map<string, Shown>();
    for (const item of list.items) {
      const object = asObject(item) ?? {};
      const shown = shownOf(object);
      if (shown !== undefined) items.set(`${type.resource}/${nameOf(object)}`, shown);
    }
    const read = { number, type: type.resource, began, ended, version, items };
    this.lists.push(read);
    return read;
  }

  /** The path and the selector of the round's objects of a type. */
  collectionOf(type: ResourceType): Pick<HttpRequest, "path" | "query"> {
    const path = collectionPath(type, this.scope.target.dialect, this.#namespaceOf(type));
    return { path, query: { labelSelector: this.scope.selector } };
  }

  /** Sends a request; a lost connection is a response that is not known. */
  send(client: string, request: HttpRequest): Promise<Exchanged> {
    return asClient(client, async () => {
      const began = performance.now();
      let response: HttpResponse | undefined;
      let isUnsent = false;
      try {
        response = await this.scope.send(request);
      } catch (error) {
        if (!(error instanceof TargetUnreachable)) throw error;
        isUnsent = /\(Connect\)|connection refused/i.test(reasonsOf(error));
      }
      const ended = performance.now();
      // A client sends one request at a time.
      const last = this.scope.exchanges.findLastIndex((each) => each.client === client);
      return { number: response?.exchange ?? last + 1, began, ended, response, isUnsent };
    });
  }

  async #write(
    client: string,
    facts: Pick<RecordedOperation, "key" | "verb" | "mark" | "base">,
    request: HttpRequest,
  ): Promise<Written> {
    const { number, began, ended, response, isUnsent } = await this.send(client, request);
    if (isUnsent) return { ...facts, number, began, ended, outcome: "rejected" };
    const outcome = response === undefined || isUnsure(response.status)
      ? "unknown"
      : response.status < 300
      ? "accepted"
      : "rejected";
    const body = asObject(response?.json) ?? {};
    const shown = outcome === "accepted" && facts.verb !== "delete" ? shownOf(body) : undefined;
    const uid = uidOf(body) ?? asObject(body.details)?.uid;
    const operation: RecordedOperation = {
      ...facts,
      number,
      began,
      ended,
      outcome,
      ...(shown !== undefined && { shown }),
      ...(outcome === "accepted" && facts.verb === "delete" && typeof uid === "string" && { uid }),
    };
    this.operations.push(operation);
    return shown === undefined ? operation : { ...operation, object: body };
  }

  #pathOf(type: ResourceType, slot: number): string {
    const name = this.scope.name(nameOfSlot(slot));
    const namespace = this.#namespaceOf(type);
    return objectPath(type, this.scope.target.dialect, { namespace, name });
  }

  #namespaceOf(type: ResourceType): string | undefined {
    return type.namespaced ? this.scope.namespaces[0] : undefined;
  }

  #nextMark(): string {
    return `w${++this.#marks}`;
  }
}

/** Returns what an object shows; undefined if it has not what every object must have. */
export function shownOf(object: JsonObject | undefined): Shown | undefined {
  if (object === undefined) return undefined;
  const [version, uid] = [resourceVersionOf(object), uidOf(object)];
  if (version === undefined || uid === undefined) return undefined;
  const marks = Object.keys(asObject(metadataOf(object).annotations) ?? {})
    .filter((name) => name.startsWith(KEPT)).map((name) => name.slice(KEPT.length));
  const mark = markOf(object) ?? "no write";
  return { mark, marks: new Set(marks), version, uid, content: contentOf(object) };
}

/** Returns the annotations that a write sets: its mark, and one that later writes keep. */
function annotationsOf(mark: string): JsonObject {
  return { [MARK]: mark, [KEPT + mark]: "" };
}

function nameOfSlot(slot: number): string {
  return `object ${slot}`;
}

/** Returns the messages of an error and of its causes. */
function reasonsOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${reasonsOf(error.cause)}` : "";
}
