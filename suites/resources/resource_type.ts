/**
 * Resource types.
 *
 * @module
 */
import type { Dialect } from "../client/dialect.ts";
import type { Json } from "../client/http_client.ts";

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
  /** The fields of a valid object beside metadata; content differs for each number. */
  body(dialect: Dialect, content: number, name: string): { [field: string]: Json };
  /** A merge patch that makes the body's content that of another number. */
  change(content: number): { [field: string]: Json };
}
