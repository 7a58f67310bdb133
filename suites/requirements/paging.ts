/**
 * The requirements of the area `paging`.
 *
 * @module
 */
import type { Requirement } from "./requirement.ts";

/** Statements by id. */
export const paging = {} as const satisfies Record<string, Requirement>;
