/**
 * The checks of the area `negotiation`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { ACCEPT } from "./accept.ts";
import { FORMS } from "./forms.ts";
import { TABLES } from "./tables.ts";
import { requirements } from "./requirements.ts";

/** The area `negotiation`. */
export const negotiation: Area = defineArea({
  id: "negotiation",
  requirements,
  checks: [...ACCEPT, ...TABLES, ...FORMS],
});
