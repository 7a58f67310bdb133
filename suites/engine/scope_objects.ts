/**
 * Remembers the objects that one execution creates, and removes them.
 *
 * @module
 */
import type { CollectionProofs } from "../cleanup/collection_proofs.ts";
import type { DeferredRemoval } from "../cleanup/deferred_removal.ts";
import { freeObjects, type Removal, removeObjects } from "../cleanup/removal.ts";
import type { HttpRequest, HttpResponse, Json, PlacedRequest } from "../client/http_client.ts";
import { placed } from "../client/request_place.ts";
import type { Target } from "../client/target.ts";
import { adaptedPlace, withPolicy } from "./adapted_requests.ts";

/** Types whose objects disturb no other execution, if they are removed later. */
const REMOVED_LATER: readonly string[] = ["clusterroles", "clusterrolebindings"];

/**
 * Types whose objects no controller acts on: in namespaces of the run they disturb no other execution
 * that sees only its own.
 */
const LEFT_IN_NAMESPACES: readonly string[] = ["secrets", "roles", "rolebindings"];

/** What the removal needs to know of the execution. */
export interface ScopeObjectsOptions {
  readonly target: Target;
  /** The execution's id. */
  readonly id: string;
  /** Takes objects outside of the namespaces, to remove them later with others. */
  readonly deferred: DeferredRemoval | undefined;
  /** What the run knows of the target's deletions of collections. */
  readonly proofs: CollectionProofs | undefined;
}

/** An object that an execution leaves in a namespace. */
export interface LeftObject {
  /** The id of the execution: the label of its objects. */
  readonly id: string;
  /** True if each write showed that label. */
  readonly isLabelled: boolean;
}

/** The objects of one execution. */
export class ScopeObjects {
  readonly #target: Target;
  readonly #id: string;
  readonly #deferred: DeferredRemoval | undefined;
  readonly #proofs: CollectionProofs | undefined;
  /** The objects to remove, by their paths, with a request for each. */
  readonly #made = new Map<string, Pick<PlacedRequest, "path" | "place">>();
  /** The paths of those of them that may have finalizers. */
  readonly #finalized = new Set<string>();
  /** The paths of objects that had the execution's label after each write. */
  readonly #labelled = new Set<string>();
  /** The paths of objects that a deletion was said to have removed. */
  readonly #gone = new Set<string>();
  /** True if permissions mattered: bindings, which grant some, must not outlive the execution. */
  #asksPermissions = false;

  /** Nothing is created yet. */
  constructor({ target, id, deferred, proofs }: ScopeObjectsOptions) {
    this.#target = target;
    this.#id = id;
    this.#deferred = deferred;
    this.#proofs = proofs;
  }

  /** Remembers what a request may have created or removed. */
  exchanged(sent: PlacedRequest, response: HttpResponse | undefined, alone: boolean): void {
    const path = withoutSlash(sent.path);
    const request = path === sent.path ? sent : { ...sent, path };
    this.#asksPermissions ||= asksPermissions(request);
    const made = madeBy(request, response);
    if (made !== undefined && !isOnlyCreated(this.#target, request)) {
      const object = path === made ? request : placed({ path: made });
      this.#made.set(made, object);
      this.#gone.delete(made);
      if (isLabelled(response, this.#id)) this.#labelled.add(made);
      if (adaptedPlace(this.#target, object)?.finalizers) this.#finalized.add(made);
    }
    // Once the label may be gone, no later response is taken as a proof that it is there.
    if (mayRelabel(request) && !isRejected(response) && !isLabelled(response, this.#id)) {
      this.#labelled.delete(path);
    }
    const shown = alone ? shownFinalizers(response) : undefined;
    if (mayFinalize(request) && shown !== 0) this.#finalized.add(made ?? path);
    // What was not stored shows nothing of the object, and some servers add finalizers later.
    const isShown = shown === 0 && !isDryRun(request) &&
      !adaptedPlace(this.#target, request)?.finalizers;
    if (isShown) this.#finalized.delete(path);
    if (mayFinalize(request) && request.method === "DELETE") {
      // A deletion of a collection may leave objects with finalizers.
      for (const each of this.#made.keys()) {
        if (each.startsWith(`${path}/`)) this.#finalized.add(each);
      }
    }
    // An object that may have finalizers may still be there.
    if (alone && !this.#finalized.has(path) && removed(request, response)) this.#gone.add(path);
  }

  /**
   * Removes the objects.
   *
   * @param isHeld True if the execution holds a state that others wait for.
   * @param mayBeLeft True if objects may be left in the namespaces, to be removed with others.
   * @returns The paths of those that could not be removed, of others that were to be removed later, and
   * those that are left, by their paths.
   */
  async remove(
    { isHeld, mayBeLeft, ...place }: Pick<Removal, "selector" | "namespaces"> & {
      readonly isHeld: boolean;
      readonly mayBeLeft: boolean;
    },
  ): Promise<{
    readonly left: string[];
    readonly others: string[];
    readonly leftForLater: ReadonlyMap<string, LeftObject>;
  }> {
    const namespaces = mayBeLeft ? place.namespaces : [];
    if (!isHeld && !this.#isUnpatched) {
      await this.#freeThose((path) => this.#isLater(path) || this.#isLeft(path, namespaces));
    }
    const free = isHeld ? [] : [...this.#made.keys()].filter((path) => this.#isFree(path));
    const later = free.filter((path) => this.#isLater(path));
    const leftForLater = free.filter((path) => this.#isLeft(path, namespaces));
    const left = await removeObjects(this.#target.client, {
      ...place,
      policyOf: (path) => {
        const adaptation = adaptedPlace(this.#target, this.#made.get(path) ?? { path });
        return adaptation && withPolicy({ method: "DELETE", path }, adaptation).query;
      },
      paths: new Set(this.#made.keys()).difference(new Set([...later, ...leftForLater])),
      finalized: this.#finalized,
      gone: this.#gone,
      isUnpatched: this.#isUnpatched,
      labelled: this.#labelled,
      proofs: this.#proofs,
      disposable: this.#deferred !== undefined,
    });
    const others = await this.#deferred?.add(this.#id, later, this.#labelled) ?? [];
    const leftObject = (path: string) => ({ id: this.#id, isLabelled: this.#labelled.has(path) });
    return {
      left,
      others,
      leftForLater: new Map(leftForLater.map((path) => [path, leftObject(path)])),
    };
  }

  get #isUnpatched(): boolean {
    return this.#target.lacks?.includes("merge-patch") === true;
  }

  /** Takes the finalizers of objects away that can be removed later once they have none. */
  async #freeThose(isMeant: (path: string) => boolean): Promise<void> {
    const held = [...this.#finalized].filter((path) =>
      this.#made.has(path) && !this.#gone.has(path) && isMeant(path)
    );
    for (const [path, freed] of await freeObjects(this.#target.client, held)) {
      if (freed === "gone") this.#gone.add(path);
      if (freed === "free") this.#finalized.delete(path);
    }
  }

  /** True for an object in these namespaces that disturbs no later execution. */
  #isLeft(path: string, namespaces: readonly string[]): boolean {
    const place = this.#made.get(path)?.place;
    const types = this.#deferred === undefined
      ? LEFT_IN_NAMESPACES
      : [...LEFT_IN_NAMESPACES, "deployments"];
    return place !== undefined && types.includes(place.resource) && place.subresource === "" &&
      namespaces.includes(place.namespace) && this.#grantsNothing(place.resource) &&
      adaptedPlace(this.#target, { path, place }) === undefined &&
      // A name that is not of the execution may be used again.
      path.slice(path.lastIndexOf("/")).includes(this.#id);
  }

  /** True for an object outside of the namespaces that disturbs no other execution. */
  #isLater(path: string): boolean {
    const place = this.#made.get(path)?.place;
    return this.#deferred !== undefined && place !== undefined &&
      REMOVED_LATER.includes(place.resource) && place.subresource === "" &&
      this.#grantsNothing(place.resource);
  }

  /** True for types whose objects grant nothing to whom a later execution asks about. */
  #grantsNothing(resource: string): boolean {
    return !(this.#asksPermissions && resource.endsWith("rolebindings"));
  }

  /** True for an object without finalizers that is still there. */
  #isFree(path: string): boolean {
    return !this.#finalized.has(path) && !this.#gone.has(path);
  }
}

/** True for types that serve nothing but creates, as reviews: there is nothing to remove. */
function isOnlyCreated({ served = [] }: Target, { place }: PlacedRequest): boolean {
  if (place === undefined) return false;
  const { resource, apiVersion } = place;
  const type = served.find((each) => each.name === resource && each.apiVersion === apiVersion);
  return type !== undefined && type.verbs.every((verb) => verb === "create");
}

/** True for a request whose answer depends on what a user may do. */
function asksPermissions({ place, headers = {}, identity }: PlacedRequest): boolean {
  return identity !== undefined || place?.group.startsWith("authorization.") === true ||
    Object.keys(headers).some((name) => name.toLowerCase().startsWith("impersonate-"));
}

/** The path of an object or collection as others are made of it: a slash at the end says nothing. */
function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.replace(/(?<=[^/])\/+$/, "") : path;
}

/** The path of the object a request may have made; undefined where it cannot have made any. */
function madeBy(
  { method, path, place, body: sent }: PlacedRequest,
  response: HttpResponse | undefined,
): string | undefined {
  // A request without a response, or with a 5xx, may have been executed; and some servers store an
  // object before they find that they cannot encode it as requested.
  const unsure = response === undefined || response.status >= 500 || response.status === 406;
  if (method === "POST" && (unsure || response.status < 300)) {
    // The metadata of a body that is text, which need not be JSON, is before other names.
    const name = textOf(member(member(response?.json ?? sent, "metadata"), "name")) ??
      (typeof sent === "string"
        ? /"name": ?"([^"]+)"/.exec(sent)?.[1]
        : textOf(member(member(sent, "metadata"), "name")));
    return name === undefined ? undefined : `${path}/${encodeURIComponent(name)}`;
  }
  const writes = method === "PUT" || method === "PATCH";
  // No write to a subresource makes an object.
  const isObject = place === undefined || (place.name !== "" && place.subresource === "");
  return writes && isObject && (unsure || response.status === 201) ? path : undefined;
}

/** True for a request that may change the labels of the object at its path. */
function mayRelabel({ method }: HttpRequest): boolean {
  return method === "PUT" || method === "PATCH";
}

/** True for the response to a write that changed nothing. */
function isRejected(response: HttpResponse | undefined): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500 &&
    response.status !== 406;
}

/** True for the response to a write that shows the label of an execution. */
function isLabelled(response: HttpResponse | undefined, id: string): boolean {
  if (response === undefined || response.status >= 300) return false;
  const labels = member(member(response.json, "metadata"), "labels");
  return member(labels, "plumbline/scope") === id;
}

/**
 * Returns how many finalizers the object in the response to a write has; undefined if it shows no object.
 */
function shownFinalizers(response: HttpResponse | undefined): number | undefined {
  if (response === undefined || response.status >= 300) return undefined;
  const metadata = member(response.json, "metadata");
  if (textOf(member(metadata, "uid")) === undefined) return undefined;
  const finalizers = member(metadata, "finalizers") ?? [];
  return Array.isArray(finalizers) ? finalizers.length : undefined;
}

/** True for a request that is to change nothing. */
function isDryRun({ query, body }: HttpRequest): boolean {
  return query?.dryRun !== undefined ||
    typeof body === "object" && member(body, "dryRun") !== undefined;
}

/** Returns true for a deletion that was completed, without waiting for finalizers. */
function removed(request: HttpRequest, response: HttpResponse | undefined): boolean {
  return request.method === "DELETE" && response?.status === 200 && !isDryRun(request) &&
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
