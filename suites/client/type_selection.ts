/**
 * The resource types that a user chooses to check in place of those of the specification.
 *
 * @module
 */
import type { JsonObject } from "./http_client.ts";

/** An object that a user gives as an example of its type. */
export interface Example {
  /** The API version, with the group. */
  readonly apiVersion: string;
  /** The kind. */
  readonly kind: string;
  /** The fields beside its type, metadata and status; texts with its name have `{name}` instead. */
  readonly fields: JsonObject;
  /** The name, whose form the names of other objects of the type have. */
  readonly name?: string;
}

/** The types that a run is about. */
export interface TypeSelection {
  /** `all`, or names such as `widgets.example.com`. */
  readonly names: "all" | readonly string[];
  /** Objects to take instead of generated ones. */
  readonly examples?: readonly Example[];
  /** The files that the examples are from, for commands to repeat. */
  readonly files?: readonly string[];
  /** True if the user chose none: the target does not serve all types of the specification. */
  readonly isDefault?: boolean;
}
