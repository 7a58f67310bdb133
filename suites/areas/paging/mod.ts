/**
 * The area `paging`: lists and deletecollection requests with `limit` and `continue`.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, withAllCases } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { DELETE_COLLECTION } from "./delete_collection.ts";
import { SELECTED_COUNTS } from "./selected_counts.ts";
import { TOKEN_EXPIRY } from "./token_expiry.ts";
import { CONTINUE_TOKENS } from "./continue_tokens.ts";
import { PAGINATION } from "./pagination.ts";
import { requirements } from "./requirements.ts";

/** The area `paging`. */
export const paging: Area = defineArea({
  id: "paging",
  requirements: requirementsById(requirements),
  checks: withAllCases(forAnyType([
    ...PAGINATION,
    ...SELECTED_COUNTS,
    ...CONTINUE_TOKENS,
    ...DELETE_COLLECTION,
    ...TOKEN_EXPIRY,
  ])),
});
