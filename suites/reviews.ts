/**
 * The checks of the area `reviews`.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { DECISIONS } from "./reviews/decisions.ts";
import { DETAILS } from "./reviews/details.ts";
import { SHAPES } from "./reviews/shape.ts";

/** All checks of the area. */
export const reviewsChecks: readonly Check[] = [...SHAPES, ...DECISIONS, ...DETAILS];
