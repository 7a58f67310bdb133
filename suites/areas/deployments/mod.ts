/**
 * The checks of the area `deployments`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forTypes, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { INVALID_SPECS } from "./invalid_specs.ts";
import { DEFAULTS_AND_VALUES } from "./specs.ts";
import { STATUS } from "./status.ts";
import { STATUS_WRITES } from "./status_writes.ts";
import { TEMPLATE_DEFAULTS } from "./template_defaults.ts";
import { requirements } from "./requirements.ts";

/** The area `deployments`. */
export const deployments: Area = defineArea({
  id: "deployments",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces(forTypes(["deployments"], [
    ...DEFAULTS_AND_VALUES,
    ...TEMPLATE_DEFAULTS,
    ...INVALID_SPECS,
    ...STATUS,
    ...STATUS_WRITES,
  ])),
});
