/**
 * The checks of the area `secrets`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forTypes, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { CONSTRAINTS } from "./constraints.ts";
import { DATA_ENCODING } from "./data_encoding.ts";
import { DATA_WRITES } from "./data_writes.ts";
import { GROWTH } from "./growth.ts";
import { IMMUTABLE_WRITES } from "./immutable_writes.ts";
import { KEY_NAMES } from "./key_names.ts";
import { requirements } from "./requirements.ts";

/** The area `secrets`. */
export const secrets: Area = defineArea({
  id: "secrets",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces(forTypes(["secrets"], [
    ...DATA_WRITES,
    ...CONSTRAINTS,
    ...DATA_ENCODING,
    ...KEY_NAMES,
    ...IMMUTABLE_WRITES,
    ...GROWTH,
  ])),
});
