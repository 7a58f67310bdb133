/**
 * The requirements of the area `watch`.
 *
 * @module
 */
import type { Requirement } from "./requirement.ts";

/** Statements by id. */
export const watch = {} as const satisfies Record<string, Requirement>;
