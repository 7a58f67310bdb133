/**
 * The area `concurrency`: several clients write one object at the same time.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { HISTORIES } from "./histories.ts";
import { RACES } from "./races.ts";

/** The checks of the area. */
export const concurrencyChecks: readonly Check[] = [...HISTORIES, ...RACES];
