/**
 * What the contents of the resource types share: values that depend on a number, and merge patches
 * that remove what is absent.
 *
 * @module
 */
import type { Json, JsonObject } from "../client/http_client.ts";

/** Members of an object; undefined stands for an absent one. */
export interface Members {
  readonly [key: string]: Json | undefined;
}

/** A text beyond ASCII and beyond the basic plane. */
export const UNICODE = "Grüße, 世界 🌍";

/** A text of many characters. */
export const LONG = "plumbline ".repeat(20).trim();

/** Returns the value whose turn it is. Lists of coprime lengths give many combinations. */
export function turn<Value>(content: number, ...values: readonly Value[]): Value {
  return values[content % values.length]!;
}

/** Returns the members that are present. */
export function present(members: Members): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, value]) => value === undefined ? [] : [[key, value]]),
  );
}

/** Returns a merge patch that sets the present members and removes the others. */
export function replacing(members: Members): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, value ?? null]));
}
