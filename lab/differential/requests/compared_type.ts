/**
 * A resource type that is compared.
 *
 * @module
 */
import type fc from "fast-check";
import type { Json, JsonObject } from "../../../server/object.ts";

/** A change of a body: a value set at a path. */
export interface Mutation {
  readonly place: string;
  readonly value: Json;
}

/** A resource type that both servers serve. */
export interface ComparedType {
  readonly kind: string;
  readonly apiVersion: string;
  readonly resource: string;
  readonly namespaced: boolean;
  /** A valid body without metadata. */
  readonly body: JsonObject;
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
