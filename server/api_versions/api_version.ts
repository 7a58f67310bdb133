/**
 * Groups and versions as the wire has them (interface, "Versioning").
 *
 * @module
 */
import type { Lifecycle } from "./lifecycle.ts";

/** A resource in one of its versions. */
export interface VersionedResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The name in the URL, plural. */
  readonly resource: string;
  readonly kind: string;
  readonly lifecycle?: Lifecycle;
}

/** The `apiVersion` of a resource's objects: without a group where that is the core group. */
export const apiVersionOf = ({ group, version }: { group: string; version: string }): string =>
  group ? `${group}/${version}` : version;
