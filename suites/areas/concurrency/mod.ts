/**
 * The area `concurrency`: several clients, one object.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { HISTORIES } from "./histories.ts";
import { RACES } from "./races.ts";

/** The checks of the area. */
export const concurrencyChecks: readonly Check[] = [...HISTORIES, ...RACES];
