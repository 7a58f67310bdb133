/**
 * The area `scale`: collections of thousands of objects. Its checks verify requirements of other
 * areas, and run only if a number of objects is given.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType } from "../../check.ts";
import { DELETION } from "./deletion.ts";
import { LISTS } from "./lists.ts";
import { LONG_HISTORIES } from "./long_histories.ts";
import { WATCHES_OF_ONE } from "./watches.ts";

/** The area `scale`. */
export const scale: Area = defineArea({
  id: "scale",
  requirements: {},
  checks: forAnyType([...LISTS, ...WATCHES_OF_ONE, ...LONG_HISTORIES, ...DELETION]),
});
