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
import { asObject } from "../object.ts";
import { CurrentStates } from "./current_state.ts";
import { ObjectStates } from "./object_states.ts";
import { type ResourceRequest, resourceRequestOf } from "./resource_request.ts";
import {
  type ExchangeViolation,
  isReview,
  verifyResponse,
  violation,
} from "./response_invariants.ts";

/** Event types; the specification leaves those of deletions and errors open. */
const EVENT_TYPES = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"];

/** Collects the violations of one execution. */
export class ExchangeObserver {
  readonly #states = new ObjectStates();
  readonly #current = new CurrentStates();
  readonly #violations: ExchangeViolation[] = [];

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
    const resource = resourceRequestOf(request);
    if (resource === undefined) return;
    if (response !== undefined) {
      this.#violations.push(...verifyResponse(request, resource, response));
      if (response.status < 300) this.#observeObjects(request, resource, response);
    }
    this.#violations.push(...this.#current.add(request, resource, response, alone));
  }

  /** Observes an event of a watch. */
  received(request: Omit<HttpRequest, "method" | "body">, document: WatchDocument): void {
    const resource = resourceRequestOf({ ...request, method: "GET" });
    if (resource === undefined) return;
    const { type, object } = document;
    const accept = Object.entries(request.headers ?? {})
      .find(([name]) => name.toLowerCase() === "accept");
    const metadata = asObject(object.metadata) ?? {};
    const isStray = type !== "ERROR" && type !== "BOOKMARK" && accept === undefined &&
      resource.namespace !== "" && metadata.namespace !== resource.namespace;
    if (!EVENT_TYPES.includes(type) || isStray) {
      this.#violations.push(violation("exchanges.event-shape", {
        expected: `an event of type ${EVENT_TYPES.join(", ")} in ${resource.namespace || "any"}`,
        actual: `${type} of ${JSON.stringify(metadata).slice(0, 300)}`,
      }));
    }
    if (accept !== undefined || type === "BOOKMARK" || type === "ERROR") return;
    // A DELETED event carries the version of the deletion, or the one of the last state.
    if (type !== "DELETED") this.#observe(object, resource.apiVersion);
  }

  #observeObjects(request: HttpRequest, resource: ResourceRequest, response: HttpResponse): void {
    const { verb, apiVersion, subresource } = resource;
    const isWhole = Object.keys(request.headers ?? {})
      .every((name) => name.toLowerCase() !== "accept");
    const body = asObject(response.json);
    const skips = !isWhole || body === undefined || resource.dryRun || isReview(resource) ||
      verb === "watch" || verb === "delete" || verb === "deletecollection" ||
      (subresource !== "" && subresource !== "status");
    if (skips) return;
    if (Array.isArray(body.items)) {
      const kind = String(body.kind).replace(/List$/, "");
      for (const item of body.items) this.#observe(item, apiVersion, kind);
    } else {
      this.#observe(body, apiVersion);
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
