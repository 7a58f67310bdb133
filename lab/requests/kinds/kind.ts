/**
 * A kind of resources: its path, valid objects of it, and what may be changed in them.
 *
 * @module
 */
import type fc from "fast-check";
import type { Json, JsonObject } from "@plumbline/server/api";

/** A change of a body: a value set at a path. */
export interface Mutation {
  readonly place: string;
  readonly value: Json;
}

/** A kind in one API version, in the dialect `kubernetes`. */
export interface ResourceKind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly resource: string;
  readonly namespaced: boolean;
  /** The least valid body, without metadata. */
  readonly body: JsonObject;
  /** Valid objects with most fields; without a name. @default {the least body} */
  readonly full?: readonly JsonObject[];
  /**
   * Paths in the body that a mutation may set, as dotted paths where numbers are indices, with
   * the values that are of interest there.
   */
  readonly places: Readonly<Record<string, readonly Json[]>>;
  /** Paths that only a strategic merge patch has, with values. */
  readonly strategicPlaces?: Readonly<Record<string, readonly Json[]>>;
  /** Changes beside those of `places`. */
  readonly mutation?: fc.Arbitrary<Mutation>;
  /** Field selectors of the kind, beside the common ones. */
  readonly fieldSelectors?: readonly string[];
  readonly hasStatus?: boolean;
  readonly hasScale?: boolean;
  /**
   * True for what is compared by dry runs only: controllers within real servers act on it, and it
   * steers the server itself.
   */
  readonly dryRunOnly?: boolean;
  /** True if the only verb is create. */
  readonly isReview?: boolean;
}

/** Returns the path of a collection. */
export function pathOf(
  { apiVersion, namespaced, resource }: ResourceKind,
  namespace = "default",
): string {
  const group = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${group}/${namespaced ? `namespaces/${namespace}/` : ""}${resource}`;
}

/** Returns the name by which the server's schemas know a kind, such as `apps.v1.Deployment`. */
export function definitionOf({ apiVersion, kind }: ResourceKind): string {
  const [version, group = "core"] = apiVersion.split("/").reverse();
  return `${group.split(".")[0]}.${version}.${kind}`;
}
