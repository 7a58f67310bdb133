/**
 * The checks of the area `reviews`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { DECISIONS } from "./decisions.ts";
import { DETAILS } from "./details.ts";
import { SHAPES } from "./shape.ts";
import { requirements } from "./requirements.ts";

/** The area `reviews`. */
export const reviews: Area = defineArea({
  id: "reviews",
  feature: "reviews",
  requirements,
  checks: [...SHAPES, ...DECISIONS, ...DETAILS],
});
