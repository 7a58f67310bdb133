/**
 * One resource type in one scope: its paths, list requests and lists.
 *
 * @module
 */
import { asObject, labelsOf, metadataOf } from "../model/object.ts";
import { fieldSelector, isFiltered, labelSelector, type Selection } from "../model/selection.ts";
import { apiVersion, collectionPath, objectPath, type ResourceType } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import type { HttpRequest, Json, JsonObject } from "../client/http_client.ts";
import { itemsOf } from "./list_forms.ts";

/** The fields of a list that the oracles verify. */
export interface Collection {
  /** The resourceVersion of the list. */
  readonly version: string | undefined;
  /** The items of this execution. */
  readonly items: readonly JsonObject[];
  /** True if the items have nothing but their metadata, as in a Table. */
  readonly partial: boolean;
  /** The number of all items. */
  readonly size: number;
  /** The `continue` token. */
  readonly token: string | undefined;
  /** The `remainingItemCount`. */
  readonly remaining: number | undefined;
}

/** The number of objects that most sessions write to; a session can have more. */
export const SLOTS = 6;

/**
 * Returns the words of the name of a slot's object. The name of a slot from 4 on continues that of a
 * slot in the same namespace, as servers may confuse a name with its prefixes.
 */
export function slotWords(slot: number): string {
  return slot < 4 ? `s${slot}` : `s${slot % 2} ${slot}`;
}

/** A resource type in a scope. */
export class TypeInScope {
  /** The scope. */
  readonly scope: Scope;
  /** The resource type. */
  readonly type: ResourceType;
  /** The `apiVersion` of its objects. */
  readonly apiVersion: string;
  readonly #created = performance.now();

  /** Creates it without a request. */
  constructor(scope: Scope, type: ResourceType) {
    this.scope = scope;
    this.type = type;
    this.apiVersion = apiVersion(type, scope.target.dialect);
  }

  /** The age in milliseconds: nothing that was read through it is older. */
  get age(): number {
    return performance.now() - this.#created;
  }

  /** The namespaces of the slots; none for a cluster-scoped type. */
  get namespaces(): readonly string[] {
    return this.type.namespaced ? this.scope.namespaces.slice(0, 2) : [];
  }

  /** Returns the namespace of a slot; undefined for a cluster-scoped type. */
  namespaceOf(slot: number): string | undefined {
    const { namespaces } = this;
    return namespaces[slot % Math.max(1, namespaces.length)];
  }

  /** Returns the name and namespace of a slot's object. */
  placeOf(slot: number): { name: string; namespace?: string } {
    const namespace = this.namespaceOf(slot);
    return {
      name: this.scope.name(slotWords(slot), this.type),
      ...(namespace !== undefined && { namespace }),
    };
  }

  /** Returns the key of a slot's object: namespace and name. */
  keyOf(slot: number): string {
    const { name, namespace } = this.placeOf(slot);
    return `${namespace ?? ""}/${name}`;
  }

  /** Returns the path of a slot's object. */
  pathOf(slot: number): string {
    return objectPath(this.type, this.scope.target.dialect, this.placeOf(slot));
  }

  /**
   * Returns the widest selection of the scope: all namespaces if it has its own, else the given
   * one.
   */
  widest(): Selection {
    const single = this.type.namespaced && !this.scope.exclusive;
    return single ? { namespace: this.scope.namespaces[0] } : {};
  }

  /** Returns true if a selection can contain no objects but the scope's own. */
  isExclusive(selection: Selection): boolean {
    return this.scope.exclusive && selection.namespace !== undefined;
  }

  /**
   * Returns the path and query of a list. Others' objects are excluded by the scope's selector,
   * unless the selection is of everyone's: then `read` drops them.
   */
  listRequest(selection: Selection): { path: string; query: NonNullable<HttpRequest["query"]> } {
    const labels = [labelSelector(selection)];
    if (!this.isExclusive(selection) && !selection.everyone) labels.push(this.scope.selector);
    const labelQuery = labels.filter((each) => each !== undefined).join() || undefined;
    return {
      path: collectionPath(this.type, this.scope.target.dialect, selection.namespace),
      query: { labelSelector: labelQuery, fieldSelector: fieldSelector(selection) },
    };
  }

  /**
   * Returns the selection as it was sent, with the scope's selector if that was added.
   */
  sent(selection: Selection): Selection {
    if (this.isExclusive(selection) || isFiltered(selection) || selection.everyone) {
      return selection;
    }
    const [key, value] = this.scope.selector.split("=") as [string, string];
    return { ...selection, labels: [{ key, operator: "=", value }] };
  }

  /** Parses the body of a list or a Table; undefined if it is neither. */
  read(body: Json | undefined): Collection | undefined {
    const list = asObject(body);
    const found = list && itemsOf(list);
    if (list === undefined || found === undefined || found === "rows without objects") {
      return undefined;
    }
    const metadata = asObject(list.metadata) ?? {};
    const { resourceVersion, remainingItemCount } = metadata;
    const token = metadata.continue;
    return {
      version: typeof resourceVersion === "string" && resourceVersion !== ""
        ? resourceVersion
        : undefined,
      items: found.items.map((item) => asObject(item) ?? {}).filter((item) => this.isOwn(item)),
      partial: found.partial,
      size: found.items.length,
      token: typeof token === "string" && token !== "" ? token : undefined,
      remaining: typeof remainingItemCount === "number" ? remainingItemCount : undefined,
    };
  }

  /** Returns true for an object of this execution: a stale list may have those of earlier ones. */
  isOwn(item: JsonObject): boolean {
    const labels = labelsOf(item);
    return Object.entries(this.scope.labels).every(([key, value]) => labels[key] === value);
  }

  /**
   * Returns true for an object that another case of the run had in one of this case's namespaces: a
   * list may have an old version, from which a watch sends what happened to it.
   */
  isOfEarlierCase(object: JsonObject): boolean {
    const { "plumbline/run": run, "plumbline/scope": id } = labelsOf(object);
    const { scope } = this;
    return run === scope.labels["plumbline/run"] && id !== undefined && id !== scope.id &&
      scope.namespaces.includes(String(metadataOf(object).namespace));
  }
}
