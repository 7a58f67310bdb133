/**
 * The checks of the area `reviews`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { DECISIONS } from "./decisions.ts";
import { DETAILS } from "./details.ts";
import { SHAPES } from "./shape.ts";

/** All checks of the area. */
export const reviewsChecks: readonly Check[] = [...SHAPES, ...DECISIONS, ...DETAILS];
