/**
 * The checks of the area `errors`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { CAUSES } from "./causes.ts";
import { CREDENTIAL_VARIANTS } from "./credential_variants.ts";
import { CREDENTIALS } from "./credentials.ts";
import { ERROR_RESPONSES } from "./error_responses.ts";
import { SINGLE_RESOURCES } from "./single_resources.ts";
import { requirements } from "./requirements.ts";

/** The area `errors`. */
export const errors: Area = defineArea({
  id: "errors",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces([
    ...forAnyType(CREDENTIALS),
    ...forAnyType(CREDENTIAL_VARIANTS),
    ...forAnyType(ERROR_RESPONSES),
    ...CAUSES,
    ...forAnyType(SINGLE_RESOURCES),
  ]),
});
