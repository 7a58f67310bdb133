/**
 * The area `paging`: lists and deletecollection requests with `limit` and `continue`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { DELETE_COLLECTION } from "./delete_collection.ts";
import { TOKEN_EXPIRY } from "./token_expiry.ts";
import { CONTINUE_TOKENS } from "./continue_tokens.ts";
import { PAGINATION } from "./pagination.ts";

/** The checks of the area. */
export const pagingChecks: readonly Check[] = [
  ...PAGINATION,
  ...CONTINUE_TOKENS,
  ...DELETE_COLLECTION,
  ...TOKEN_EXPIRY,
];
