/**
 * Resource types.
 *
 * @module
 */
import type { Dialect } from "./dialect.ts";
import type { Json } from "./http_client.ts";

/** A verb of the API, as discovery lists it. */
export type Verb =
  | "create"
  | "delete"
  | "deletecollection"
  | "get"
  | "list"
  | "patch"
  | "update"
  | "watch";

/** What other clients write to a new object. */
export interface SettledState {
  /** The field managers that the create has not left. */
  readonly managers: readonly string[];
  /** The conditions in its status, each as `type=status`. */
  readonly conditions: readonly string[];
}

/** What a run does beside the requests of checks, so that objects behave as those of other types. */
export interface Adaptation {
  /** The finalizers that the server adds to a new object: the run removes them from it. */
  readonly finalizers?: readonly string[];
  /** The state of a new object that other clients leave: the run awaits it after a create. */
  readonly settled?: SettledState;
  /**
   * The finalizers with which the server keeps a deleted object for a moment: the run awaits its
   * removal. Absent if a deletion removes the object at once.
   */
  readonly removedLater?: readonly string[];
  /**
   * The ending of the names of objects of which the run removes `spec.finalizers` by the subresource
   * `finalize`: those that the checks create as objects of the type.
   */
  readonly finalizedAs?: string;
  /** True if a deletion orphans dependents by default: the run sends another policy. */
  readonly deletesInBackground?: boolean;
}

/** What a server's OpenAPI document says of a value. */
export interface DescribedValue {
  /** The type: `object`, `map`, `list`, `string` and others. */
  readonly type: string;
  /** The last part of the name of the definition, such as `Quantity`; empty without one. */
  readonly name: string;
  /** True if an object may have fields that are not described. */
  readonly open: boolean;
  /** The names of the fields of an object. */
  readonly fields: readonly string[];
  /** Returns the description of a field, or of the values of a map. */
  field(name: string): DescribedValue | undefined;
  /** The description of the items of a list. */
  readonly items: DescribedValue | undefined;
  /** The field by which a strategic merge patch merges the items of a list. */
  readonly mergeKey: string | undefined;
}

/** A resource type: its names, and how to create and change its objects. */
export interface ResourceType {
  /** The name in the URL, unless `plural` is. It is unique among the types of a run. */
  readonly resource: string;
  /** The name in the URL, if another type has the same one. @default {resource} */
  readonly plural?: string;
  /** The kind of its objects. */
  readonly kind: string;
  /** Its API group without the dialect's suffix handled: called with the suffix, e.g. `k8s.io`. */
  group(dialect: Dialect): string;
  /** The version of the group. */
  readonly version: string;
  /** True if its objects are in namespaces. */
  readonly namespaced: boolean;
  /** True if the server accepts no update without a resourceVersion. @default {false} */
  readonly conditionalUpdates?: boolean;
  /** The names of its subresources, such as `status`. @default {[]} */
  readonly subresources?: readonly string[];
  /** The verbs that the server does not serve for it: no check sends such requests. @default {[]} */
  readonly unserved?: readonly Verb[];
  /** What the server says of the fields of its objects, for a type that was discovered. */
  readonly described?: DescribedValue;
  /** What the server and its controllers do with objects, and how a run goes along with it. */
  readonly adaptation?: Adaptation;
  /**
   * Returns the name of an object of which the server demands a form of names.
   *
   * @param name a name that is unique on the target
   *
   * @default {(name) => name}
   */
  objectName?(name: string): string;
  /**
   * The fields of a valid object beside metadata. Content 0 has few fields; the other numbers differ
   * in values, in the fields that are present and in their types.
   *
   * @param options.merges true for fields that are valid also where they are merged into those of
   * another content: by an apply, or by a patch that removes nothing
   * @param options.namespace the namespace of the object, which some types repeat in a field
   */
  body(
    dialect: Dialect,
    content: number,
    name: string,
    options?: { merges?: boolean; namespace?: string },
  ): { [field: string]: Json };
  /**
   * A merge patch that makes the body's content that of another number, whichever it was: fields that
   * the other content does not have are null. A strategic merge patch of the same fields is valid,
   * but keeps items of lists that it merges.
   */
  change(content: number): { [field: string]: Json };
}
