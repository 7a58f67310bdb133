/**
 * Values in JSON, as they stand in the requests and responses of failures.
 *
 * @module
 */

/** A value. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Returns the members of an object; undefined for any other value. */
export function membersOf(value: unknown): { readonly [key: string]: Json } | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as { readonly [key: string]: Json }
    : undefined;
}
