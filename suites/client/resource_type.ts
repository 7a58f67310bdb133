/**
 * Resource types.
 *
 * @module
 */
import type { Dialect } from "./dialect.ts";
import type { Json } from "./http_client.ts";

/** A resource type: its names, and how to create and change its objects. */
export interface ResourceType {
  /** The name in the URL. */
  readonly resource: string;
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
