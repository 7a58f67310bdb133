/**
 * The checks of the area `paging`.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { DELETIONS } from "./paging/deletions.ts";
import { TOKEN_EXPIRY } from "./paging/expiry.ts";
import { TOKENS } from "./paging/tokens.ts";
import { WALKS } from "./paging/walks.ts";

/** All checks of the area. */
export const pagingChecks: readonly Check[] = [...WALKS, ...TOKENS, ...DELETIONS, ...TOKEN_EXPIRY];
