/**
 * The area `metadata`: names, fields that the server sets, labels and annotations.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, forTypes, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { GENERATION } from "./generation.ts";
import { LABELS } from "./labels.ts";
import { NAMES } from "./names.ts";
import { PATH_AND_BODY } from "./path_and_body.ts";
import { SERVER_FIELDS } from "./server_fields.ts";
import { SPECIAL_VALUES } from "./special_values.ts";
import { requirements } from "./requirements.ts";

/** The area `metadata`. */
export const metadata: Area = defineArea({
  id: "metadata",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces([
    ...forAnyType([...NAMES, ...SERVER_FIELDS, ...LABELS, ...PATH_AND_BODY]),
    ...forTypes(["deployments"], GENERATION),
    ...forAnyType(SPECIAL_VALUES),
  ]),
});
