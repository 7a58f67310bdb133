/**
 * Checks that reads show the preceding writes of the same client. Only requests without concurrent
 * ones are compared, as the order of others is unknown.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { ResourceRequest } from "./resource_request.ts";
import { asObject } from "../object.ts";
import { type ExchangeViolation, violation } from "./response_invariants.ts";

/** The state that the client knows of the object at a path. */
interface Known {
  readonly uid: string;
  /** The version of the last known state. */
  current: string;
  /** Versions that were replaced. */
  readonly replaced: Set<string>;
  /** True if something else than this client's requests may change or delete the object. */
  uncertain: boolean;
}

/** Follows the states of objects that one client writes. */
export class CurrentStates {
  readonly #objects = new Map<string, Known>();

  /**
   * Adds an exchange.
   *
   * @param alone true if no other request of this client was in flight at the same time
   */
  add(
    request: HttpRequest,
    resource: ResourceRequest,
    response: HttpResponse | undefined,
    alone: boolean,
  ): ExchangeViolation[] {
    const path = objectPathOf(request, resource, response);
    if (resource.verb === "get" && resource.subresource === "") {
      return alone && response !== undefined && path !== undefined
        ? this.#read(path, request, response)
        : [];
    }
    if (resource.verb === "list" || resource.verb === "watch" || resource.dryRun) return [];
    if (resource.verb === "deletecollection" || path === undefined) {
      this.#forget((other) => path === undefined || other.startsWith(request.path));
      return [];
    }
    // The deletion of a namespace deletes its objects.
    if (resource.resource === "namespaces") this.#forget(() => true);
    if (!alone || response === undefined || response.status >= 500) {
      this.#objects.delete(path);
    } else if (resource.verb === "delete") {
      if (response.status < 300) this.#objects.delete(path);
    } else if (response.status < 300) {
      this.#written(path, asObject(response.json));
    }
    return [];
  }

  #read(path: string, { query = {} }: HttpRequest, response: HttpResponse): ExchangeViolation[] {
    const known = this.#objects.get(path);
    if (known === undefined || known.uncertain || query.resourceVersion !== undefined) return [];
    if (response.status === 404) {
      return [violation("exchanges.write-is-persisted", {
        expected: `the object at ${path}, last written as version ${known.current}`,
        actual: "404",
      })];
    }
    const { uid, resourceVersion } = asObject(asObject(response.json)?.metadata) ?? {};
    if (response.status !== 200 || uid !== known.uid || typeof resourceVersion !== "string") {
      return [];
    }
    if (known.replaced.has(resourceVersion)) {
      return [violation("exchanges.get-is-current", {
        expected: `version ${known.current} of ${path}, or a later one`,
        actual: `version ${resourceVersion}, which was replaced before`,
      })];
    }
    replaceBy(known, resourceVersion);
    return [];
  }

  #written(path: string, object: JsonObject | undefined): void {
    const metadata = asObject(object?.metadata) ?? {};
    const { uid, resourceVersion, deletionTimestamp, ownerReferences } = metadata;
    if (typeof uid !== "string" || typeof resourceVersion !== "string" || deletionTimestamp) {
      this.#objects.delete(path);
      return;
    }
    const known = this.#objects.get(path);
    if (known?.uid === uid) {
      replaceBy(known, resourceVersion);
      // The garbage collector may delete an object with owners.
      known.uncertain ||= ownerReferences !== undefined;
    } else {
      const uncertain = ownerReferences !== undefined;
      this.#objects.set(path, { uid, current: resourceVersion, replaced: new Set(), uncertain });
    }
  }

  #forget(matches: (path: string) => boolean): void {
    for (const path of this.#objects.keys()) if (matches(path)) this.#objects.delete(path);
  }
}

function replaceBy(known: Known, version: string): void {
  if (known.current === version) return;
  known.replaced.add(known.current);
  known.replaced.delete(version);
  known.current = version;
}

/** Returns the path of the object of a request; for a create that of the created object. */
function objectPathOf(
  { path }: HttpRequest,
  { verb, name, subresource }: ResourceRequest,
  response: HttpResponse | undefined,
): string | undefined {
  if (subresource !== "") return path.slice(0, path.lastIndexOf(`/${subresource}`));
  if (name !== "") return path;
  if (verb === "deletecollection") return path;
  const created = asObject(asObject(response?.json)?.metadata)?.name;
  return verb === "create" && typeof created === "string"
    ? `${path}/${encodeURIComponent(created)}`
    : undefined;
}
