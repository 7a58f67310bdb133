/**
 * The requirements of the area `versions`.
 *
 * @module
 */
import type { Requirement } from "./requirement.ts";

/** Statements by id. */
export const versions = {} as const satisfies Record<string, Requirement>;
