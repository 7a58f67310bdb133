/**
 * The checks of the area `dry-run`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { PARAMETERS } from "./parameters.ts";
import { TWINS } from "./twins.ts";
import { requirements } from "./requirements.ts";

/** The area `dry-run`. */
export const dryRun: Area = defineArea({
  id: "dry-run",
  feature: "dry-run",
  requirements,
  checks: [...TWINS, ...PARAMETERS],
});
