/**
 * What a target was found to serve when it was connected.
 *
 * @module
 */

/** A resource type as the target lists it. */
export interface ServedType {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The version of the group. */
  readonly version: string;
  /** The plural name, which paths contain. */
  readonly resource: string;
  /** The kind of its objects. */
  readonly kind: string;
  /** True if its objects are in namespaces. */
  readonly namespaced: boolean;
  /** The verbs. */
  readonly verbs: readonly string[];
  /** The names of its subresources, such as `status`. */
  readonly subresources: readonly string[];
  /** True for the version that its group prefers. */
  readonly preferred: boolean;
}

/** A resource or subresource that a target serves. */
export interface DiscoveredResource {
  /** `v1`, or `<group>/<version>`. */
  readonly apiVersion: string;
  /** The name in the URL, with the subresource after a slash. */
  readonly name: string;
  /** The kind of its objects. */
  readonly kind: string;
  /** True if its objects are in namespaces. */
  readonly namespaced: boolean;
  /** The verbs that it supports. */
  readonly verbs: readonly string[];
}

/** What a target serves, by its answers. */
export interface Contact {
  /** All types that it lists, and those of the specification that it serves without listing them. */
  readonly types: readonly ServedType[];
  /** The resources and subresources that discovery lists; empty if it lists none. */
  readonly resources: readonly DiscoveredResource[];
  /** The documents that list the types. */
  readonly source: string;
  /** What showed the dialect; absent if it was given. */
  readonly dialectSeen?: string;
}
