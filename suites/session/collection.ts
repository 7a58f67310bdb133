/**
 * One resource type in one scope: where it is, and what its lists look like.
 *
 * @module
 */
import { asObject, labelsOf } from "../model/object.ts";
import { fieldSelector, isFiltered, labelSelector, type Selection } from "../model/selection.ts";
import { apiVersion, collectionPath, objectPath, type ResourceType } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import type { HttpRequest, Json, JsonObject } from "../client/http_client.ts";

/** The fields of a list that the oracles verify. */
export interface Collection {
  /** The resourceVersion of the list. */
  readonly version: string | undefined;
  /** The items. */
  readonly items: readonly JsonObject[];
  /** The `continue` token. */
  readonly token: string | undefined;
  /** The `remainingItemCount`. */
  readonly remaining: number | undefined;
}

/** The maximum number of objects that a session writes to. */
export const SLOTS = 6;

/** A resource type in a scope. */
export class TypeInScope {
  /** The scope. */
  readonly scope: Scope;
  /** The resource type. */
  readonly type: ResourceType;
  /** The `apiVersion` of its objects. */
  readonly apiVersion: string;

  /** Nothing is asked. */
  constructor(scope: Scope, type: ResourceType) {
    this.scope = scope;
    this.type = type;
    this.apiVersion = apiVersion(type, scope.target.dialect);
  }

  /** The namespaces the slots are spread over; none for what is cluster-scoped. */
  get namespaces(): readonly string[] {
    return this.type.namespaced ? this.scope.namespaces.slice(0, 2) : [];
  }

  /** The namespace of a slot; undefined for what is cluster-scoped. */
  namespaceOf(slot: number): string | undefined {
    const { namespaces } = this;
    return namespaces[slot % Math.max(1, namespaces.length)];
  }

  /** Name and namespace of a slot's object. */
  placeOf(slot: number): { name: string; namespace?: string } {
    const namespace = this.namespaceOf(slot);
    return { name: this.scope.name(`s${slot}`), ...(namespace !== undefined && { namespace }) };
  }

  /** The key, as the oracles spell it, of a slot's object. */
  keyOf(slot: number): string {
    const { name, namespace } = this.placeOf(slot);
    return `${namespace ?? ""}/${name}`;
  }

  /** The path of a slot's object. */
  pathOf(slot: number): string {
    return objectPath(this.type, this.scope.target.dialect, this.placeOf(slot));
  }

  /**
   * The view as far as the scope reaches: all namespaces where they are the scope's own, else the
   * one that was given.
   */
  widest(): Selection {
    const single = this.type.namespaced && !this.scope.exclusive;
    return single ? { namespace: this.scope.namespaces[0] } : {};
  }

  /** Returns true if a selection can contain no objects but the scope's own. */
  isExclusive(selection: Selection): boolean {
    return this.scope.exclusive && selection.namespace !== undefined;
  }

  /** Path and query that ask for a view; the scope's own selector is added where others may be. */
  listRequest(selection: Selection): { path: string; query: NonNullable<HttpRequest["query"]> } {
    const labels = [labelSelector(selection)];
    if (!this.isExclusive(selection)) labels.push(this.scope.selector);
    const labelQuery = labels.filter((each) => each !== undefined).join() || undefined;
    return {
      path: collectionPath(this.type, this.scope.target.dialect, selection.namespace),
      query: { labelSelector: labelQuery, fieldSelector: fieldSelector(selection) },
    };
  }

  /**
   * The view as the oracles must see it: with the scope's own selector where that was sent, as
   * what a selector changes depends on whether there was one.
   */
  sent(selection: Selection): Selection {
    if (this.isExclusive(selection) || isFiltered(selection)) return selection;
    const [key, value] = this.scope.selector.split("=") as [string, string];
    return { ...selection, labels: [{ key, operator: "=", value }] };
  }

  /** A list answered with 200; undefined where its body is none. */
  read(body: Json | undefined): Collection | undefined {
    const list = asObject(body);
    if (list === undefined || !Array.isArray(list.items)) return undefined;
    const metadata = asObject(list.metadata) ?? {};
    const { resourceVersion, remainingItemCount } = metadata;
    const token = metadata.continue;
    return {
      version: typeof resourceVersion === "string" && resourceVersion !== ""
        ? resourceVersion
        : undefined,
      items: list.items.map((item) => asObject(item) ?? {}).filter((item) => this.#isOwn(item)),
      token: typeof token === "string" && token !== "" ? token : undefined,
      remaining: typeof remainingItemCount === "number" ? remainingItemCount : undefined,
    };
  }

  /** A stale list of a namespace may show what an earlier execution had in it. */
  #isOwn(item: JsonObject): boolean {
    const labels = labelsOf(item);
    return Object.entries(this.scope.labels).every(([key, value]) => labels[key] === value);
  }
}
