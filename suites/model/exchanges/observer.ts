/**
 * Checks every exchange and every watch event of one execution, independent of its check.
 *
 * @module
 */
import type {
  HttpRequest,
  HttpResponse,
  Json,
  JsonObject,
  WatchDocument,
} from "../../client/http_client.ts";
import { asObject, describe } from "../object.ts";
import { CurrentStates } from "./current_state.ts";
import { KeptStates } from "./kept_states.ts";
import { ObjectStates } from "./object_states.ts";
import { verifyFieldTypes } from "./field_types.ts";
import { isWhole, type ReadResponse, readResponse, sentIn } from "./forms.ts";
import { acceptOf, acceptsTablesOnly } from "./media_types.ts";
import { type ResourceRequest, resourceRequestOf } from "./resource_request.ts";
import { KINDS } from "./kinds.ts";
import { isReview, verifyResponse } from "./response_invariants.ts";
import { selectorTest } from "./selectors.ts";
import { tableViolations } from "./tables.ts";
import { type ExchangeViolation, violation } from "./violation.ts";

/** Event types; the specification leaves those of deletions and errors open. */
const EVENT_TYPES = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"];

/** Collects the violations of one execution. */
export class ExchangeObserver {
  readonly #states = new ObjectStates();
  readonly #current = new CurrentStates();
  readonly #kept = new KeptStates();
  readonly #violations: ExchangeViolation[] = [];
  /** The numbers of the last exchanges that wrote, by the path of the object. */
  readonly #writes = new Map<string, number>();

  /** The violations so far, in the order they were observed. */
  get violations(): readonly ExchangeViolation[] {
    return this.#violations;
  }

  /**
   * Observes a request and its response.
   *
   * @param response undefined if none arrived
   * @param alone true if no other request of this execution was in flight at the same time
   */
  exchanged(request: HttpRequest, response: HttpResponse | undefined, alone: boolean): void {
    const path = pathOf(request, response);
    const earlier = request.method === "GET" ? this.#writes.get(path) : undefined;
    const exchange = response?.exchange;
    this.#about([earlier, exchange], () => this.#exchanged(request, response, alone));
    const written = request.method !== "GET" && exchange !== undefined && response!.status < 300;
    if (written) this.#writes.set(path, exchange);
  }

  /** Adds the numbers of exchanges to the violations that an observation adds. */
  #about(numbers: readonly (number | undefined)[], observe: () => void): void {
    const before = this.#violations.length;
    observe();
    if (this.#violations.length === before) return;
    const exchanges = numbers.filter((each) => each !== undefined);
    const added = this.#violations.splice(before);
    this.#violations.push(...added.map((each) => ({ ...each, exchanges })));
  }

  #exchanged(request: HttpRequest, response: HttpResponse | undefined, alone: boolean): void {
    const resource = resourceRequestOf(request);
    if (resource === undefined) return;
    const sent = sentIn(request);
    // What was read in another form was sent back with what the target adds.
    if (sent !== request.body) response?.leaveOut?.(sent);
    if (response !== undefined) {
      const read = readResponse(response);
      const asJson = sent === undefined ? request : { ...request, body: sent };
      this.#violations.push(...verifyResponse(asJson, resource, read));
      if (response.status < 300) this.#observeObjects(resource, read);
      response = read;
    }
    const read = response as ReadResponse | undefined;
    this.#violations.push(...this.#current.add(request, resource, read, alone));
    const found = this.#kept.add(request, resource, read, { sent, alone });
    this.#violations.push(...found);
  }

  /**
   * Observes an event of a watch.
   *
   * @param exchange the number of the request that opened the watch
   */
  received(
    request: Omit<HttpRequest, "method" | "body">,
    document: WatchDocument,
    exchange?: number,
  ): void {
    this.#about([exchange], () => this.#received(request, document));
  }

  #received(request: Omit<HttpRequest, "method" | "body">, document: WatchDocument): void {
    const requested = resourceRequestOf({ ...request, method: "GET" });
    if (requested === undefined) return;
    const resource: ResourceRequest = { ...requested, verb: "watch" };
    const { type, object } = document;
    const accept = acceptOf(request);
    const isJson = accept === undefined || accept === "application/json";
    const isState = type !== "ERROR" && type !== "BOOKMARK";
    const wrong = EVENT_TYPES.includes(type)
      ? isJson && type !== "ERROR" ? this.#wrongEvent(resource, document) : undefined
      : `an event of type ${EVENT_TYPES.join(", ")}`;
    if (wrong !== undefined) {
      const { apiVersion = "no apiVersion", kind = "no kind" } = object;
      this.#violations.push(violation("exchanges.event-shape", {
        expected: wrong,
        actual: `${type} of ${apiVersion} ${kind} ${describe(object)}`,
      }));
    }
    const { allowWatchBookmarks = "" } = request.query ?? {};
    if (type === "BOOKMARK" && ["", "false", "0"].includes(allowWatchBookmarks)) {
      this.#violations.push(violation("watch.bookmark-only-on-request", {
        expected: "no bookmark without allowWatchBookmarks=true",
        actual: `BOOKMARK at ${JSON.stringify(asObject(object.metadata)?.resourceVersion)}`,
      }));
    }
    if (!isState) return;
    if (accept !== undefined && acceptsTablesOnly(accept)) {
      if (object.kind === "Table") {
        this.#violations.push(...tableViolations(request, resource, object));
      }
    }
    // A DELETED event may show the state before, or that of the removal.
    if (type !== "DELETED") this.#observeMetadata(object);
    if (!isJson || type === "DELETED") return;
    // A DELETED event may show the last state that matched, or the one that did not any more.
    const test = selectorTest(request);
    if (test !== undefined && !test(object)) {
      this.#violations.push(violation("exchanges.matches-selector", {
        expected: `events of objects that match ${JSON.stringify(request.query)}`,
        actual: `${type} of ${JSON.stringify(object.metadata ?? object).slice(0, 300)}`,
      }));
    }
    this.#violations.push(...verifyFieldTypes(String(object.kind), object));
    this.#observe(object, resource.apiVersion);
  }

  /** Observes a part of a watch stream that is no event. */
  malformed(request: Omit<HttpRequest, "method" | "body">, text: string): void {
    const isJson = (acceptOf(request) ?? "application/json") === "application/json";
    if (!isJson || resourceRequestOf({ ...request, method: "GET" }) === undefined) return;
    this.#violations.push(violation("exchanges.event-shape", {
      expected: "a JSON document with the type of an event and an object",
      actual: malformedText(text),
    }));
  }

  /** Returns what is expected of an event that is not as it should be. */
  #wrongEvent(
    { namespace, apiVersion, resource }: ResourceRequest,
    { type, object }: WatchDocument,
  ): string | undefined {
    const kind = KINDS[resource] ?? object.kind;
    if (object.kind !== kind || object.apiVersion !== apiVersion) {
      return `an object with apiVersion ${apiVersion} and kind ${kind}`;
    }
    const metadata = asObject(object.metadata) ?? {};
    if (type === "BOOKMARK") return undefined;
    if (namespace !== "" && metadata.namespace !== namespace) return `an object in ${namespace}`;
    const isCreated = this.#states.isCreated(metadata);
    return type === "MODIFIED" && isCreated ? "ADDED for the version of the creation" : undefined;
  }

  #observeObjects(resource: ResourceRequest, response: ReadResponse): void {
    const { verb, apiVersion, subresource } = resource;
    const body = asObject(response.json);
    // A dry run shows what was not stored under any version.
    const isPartial = !isWhole(response) && subresource === "" && !resource.dryRun;
    if (isPartial && body !== undefined) this.#observeMetadata(body);
    const skips = !isWhole(response) || body === undefined || resource.dryRun ||
      isReview(resource) ||
      verb === "watch" || verb === "delete" || verb === "deletecollection" ||
      (subresource !== "" && subresource !== "status");
    if (skips) return;
    if (verb === "create") this.#states.addCreated(body);
    if (Array.isArray(body.items)) {
      const kind = String(body.kind).replace(/List$/, "");
      for (const item of body.items) this.#observe(item, apiVersion, kind);
    } else if (verb !== "list") {
      this.#observe(body, apiVersion);
    }
  }

  /** Compares the metadata in a Table, or without objects, with what is known of their objects. */
  #observeMetadata(body: JsonObject): void {
    for (const metadata of metadataIn(body)) {
      this.#violations.push(...this.#states.addMetadata(metadata));
    }
  }

  #observe(value: Json, apiVersion: string, kind?: string): void {
    const object: JsonObject | undefined = asObject(value);
    if (object === undefined || object.kind === "Status") return;
    this.#violations.push(
      ...this.#states.add(object, apiVersion, kind ?? String(object.kind)),
    );
  }
}

/** Returns the metadata in the rows of a Table, and in what carries nothing else. */
function metadataIn(body: JsonObject): readonly JsonObject[] {
  const { kind, rows, items } = body;
  const shown = (values: Json | undefined) => Array.isArray(values) ? values.map(asObject) : [];
  const objects = kind === "Table"
    ? shown(rows).map((row) => asObject(row?.object))
    : kind === "PartialObjectMetadataList"
    ? shown(items)
    : kind === "PartialObjectMetadata"
    ? [body]
    : [];
  return objects.map((object) => asObject(object?.metadata)).filter((each) => each !== undefined);
}

/** Returns the path of the object that a request is about. */
function pathOf({ method, path }: HttpRequest, response: HttpResponse | undefined): string {
  if (method !== "POST") return path;
  const name = asObject(asObject(response?.json)?.metadata)?.name;
  return `${path}/${typeof name === "string" ? encodeURIComponent(name) : ""}`;
}

/** What bytes are decoded to that are no UTF-8. */
const REPLACEMENT = "\ufffd";

/** Returns a text that is no event; of one in which a character is wrong, the part with it. */
function malformedText(text: string): string {
  const at = text.indexOf(REPLACEMENT);
  if (at >= 0) return `bytes that are no UTF-8: …${text.slice(Math.max(0, at - 40), at + 260)}`;
  // deno-lint-ignore no-control-regex -- they are meant
  const control = text.search(/[\0-\x08\x0b\x0c\x0e-\x1f]/);
  if (control < 0) return text.slice(0, 300);
  const part = text.slice(Math.max(0, control - 40), control + 260);
  return `a control character, U+${
    text.charCodeAt(control).toString(16).padStart(4, "0")
  }: …${part}`;
}
