/**
 * The checks of the area `paging`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { DELETIONS } from "./deletions.ts";
import { TOKEN_EXPIRY } from "./expiry.ts";
import { TOKENS } from "./tokens.ts";
import { WALKS } from "./walks.ts";

/** All checks of the area. */
export const pagingChecks: readonly Check[] = [...WALKS, ...TOKENS, ...DELETIONS, ...TOKEN_EXPIRY];
