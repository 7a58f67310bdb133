/**
 * Requests for single objects of one type in a scope: for checks that need no history.
 *
 * @module
 */
import { Discard } from "../check.ts";
import { asObject, metadataOf, nameOf, namespaceOf, resourceVersionOf } from "../model/object.ts";
import { collectionPath, objectPath, type ResourceType } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../client/http_client.ts";
import { describeResponse } from "./violation.ts";

/** The patch types that the specification shows. */
export type PatchForm = "merge-patch" | "json-patch";

/** Sends requests for objects of one type. */
export class Objects {
  readonly scope: Scope;
  readonly type: ResourceType;

  /** Creates it without a request. */
  constructor(scope: Scope, type: ResourceType) {
    this.scope = scope;
    this.type = type;
    scope.note(type.resource);
  }

  /** Returns a valid object with additional metadata. Nothing is sent. */
  newObject(words: string, metadata: JsonObject = {}, options: {
    readonly namespace?: string;
    readonly content?: number;
  } = {}): JsonObject {
    const object = this.scope.newObject(this.type, { name: words, ...options });
    const { labels, ...others } = metadata;
    const own = metadataOf(object);
    return {
      ...object,
      metadata: { ...own, ...others, labels: { ...asObject(labels), ...asObject(own.labels) } },
    };
  }

  /** Sends a POST. */
  post(object: JsonObject): Promise<HttpResponse> {
    return this.scope.create(this.type, object);
  }

  /**
   * Creates an object and returns the response's.
   *
   * @throws {Discard} if it is rejected, as the check is about what follows
   */
  async create(object: JsonObject): Promise<JsonObject> {
    return accepted(await this.post(object), "the object could not be created");
  }

  /** Returns the path of an object; only its name and namespace matter. */
  pathOf(object: JsonObject): string {
    const namespace = namespaceOf(object) || undefined;
    return objectPath(this.type, this.scope.target.dialect, { namespace, name: nameOf(object) });
  }

  /** Returns the path of the collection of an object. */
  collectionOf(object: JsonObject): string {
    return collectionPath(this.type, this.scope.target.dialect, namespaceOf(object) || undefined);
  }

  /** Gets the current object; undefined for 404. */
  async read(object: JsonObject): Promise<JsonObject | undefined> {
    const response = await this.scope.send({ method: "GET", path: this.pathOf(object) });
    return response.status === 404 ? undefined : accepted(response, "a read was rejected");
  }

  /** Lists the scope's objects in the collection of an object. */
  list(object: JsonObject, query: HttpRequest["query"] = {}): Promise<readonly JsonObject[]> {
    return this.#list(this.collectionOf(object), query);
  }

  /** Lists the scope's objects in all namespaces. */
  listEverywhere(query: HttpRequest["query"] = {}): Promise<readonly JsonObject[]> {
    return this.#list(collectionPath(this.type, this.scope.target.dialect), query);
  }

  async #list(
    path: string,
    query: NonNullable<HttpRequest["query"]>,
  ): Promise<readonly JsonObject[]> {
    const labelSelector = [query.labelSelector, this.scope.selector]
      .filter((each) => each !== undefined && each !== "").join();
    const response = await this.scope.send({
      method: "GET",
      path,
      query: { ...query, labelSelector },
    });
    const { items } = accepted(response, "a list was rejected");
    return Array.isArray(items) ? items.map((item) => asObject(item) ?? {}) : [];
  }

  /** PUTs an object, with the current resourceVersion if the type accepts no update without. */
  async put(object: JsonObject): Promise<HttpResponse> {
    const version = this.type.conditionalUpdates && resourceVersionOf(object) === undefined
      ? resourceVersionOf(await this.read(object) ?? {})
      : undefined;
    const body = version === undefined
      ? object
      : { ...object, metadata: { ...metadataOf(object), resourceVersion: version } };
    return await this.scope.send({ method: "PUT", path: this.pathOf(object), body });
  }

  /** PATCHes an object. */
  patch(object: JsonObject, body: Json, form: PatchForm = "merge-patch"): Promise<HttpResponse> {
    return this.scope.send({
      method: "PATCH",
      path: this.pathOf(object),
      headers: { "content-type": `application/${form}+json` },
      body,
    });
  }

  /** Sends a server-side apply of an object, by default as JSON, which is valid YAML. */
  apply(
    object: JsonObject,
    query: NonNullable<HttpRequest["query"]>,
    body: JsonObject | string = object,
  ): Promise<HttpResponse> {
    const headers = { "content-type": "application/apply-patch+yaml" };
    return this.scope.send({ method: "PATCH", path: this.pathOf(object), query, headers, body });
  }

  /** DELETEs an object. */
  remove(
    object: JsonObject,
    options: Pick<HttpRequest, "query" | "body"> = {},
  ): Promise<HttpResponse> {
    return this.scope.send({ method: "DELETE", path: this.pathOf(object), ...options });
  }

  /** DELETEs the selected objects of the scope in the collection of an object. */
  removeAll(object: JsonObject, query: HttpRequest["query"] = {}): Promise<HttpResponse> {
    const labelSelector = [query.labelSelector, this.scope.selector]
      .filter((each) => each !== undefined && each !== "").join();
    return this.scope.send({
      method: "DELETE",
      path: this.collectionOf(object),
      query: { ...query, labelSelector },
    });
  }
}

/**
 * Returns the object of a success.
 *
 * @throws {Discard} with this reason for other responses
 */
export function accepted(response: HttpResponse, reason: string): JsonObject {
  const object = asObject(response.json);
  if (response.status >= 300 || object === undefined) throw rejected(response, reason);
  return object;
}

/** Returns what to throw where a valid request was rejected, or could not be answered. */
export function rejected(response: HttpResponse, reason: string): Discard {
  const description = describeResponse(response);
  // Conflicts, missing namespaces, quotas and limits depend on other requests.
  const callsInvalid = response.status === 400 || response.status === 422;
  return new Discard(`${reason}: ${description}`, callsInvalid ? { refusal: description } : {});
}

/** Returns true for a 2xx status. */
export function succeeded({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}
