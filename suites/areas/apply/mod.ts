/**
 * The checks of the area `apply`: server-side apply and field ownership.
 *
 * @module
 */
import { EMPTY_APPLIES } from "./empty_applies.ts";
import { OWNERSHIP } from "./ownership.ts";
import { MANAGED_FIELDS } from "./managed_fields.ts";
import { FIELD_RECORDS } from "./field_records.ts";
import { STATUS_MANAGERS } from "./status_managers.ts";
import { INVALID_APPLIES } from "./invalid_requests.ts";
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { requirements } from "./requirements.ts";

/** The area `apply`. */
export const apply: Area = defineArea({
  id: "apply",
  feature: "server-side-apply",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces([
    ...forAnyType([...OWNERSHIP, ...MANAGED_FIELDS, ...INVALID_APPLIES, ...EMPTY_APPLIES]),
    ...FIELD_RECORDS,
    ...STATUS_MANAGERS,
  ]),
});
