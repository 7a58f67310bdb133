/**
 * The checks of the area `versions`: what a resourceVersion says, and what a read that names one
 * returns.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { AMONG_WRITES } from "./versions/among_writes.ts";
import { CONCURRENCY } from "./versions/concurrency.ts";
import { VERSION_EXPIRY } from "./versions/expiry.ts";
import { GET_CELLS } from "./versions/get_cells.ts";
import { READ_HISTORIES } from "./versions/histories.ts";
import { LIST_CELLS } from "./versions/list_cells.ts";
import { OBJECT_LIFE } from "./versions/object_life.ts";
import { OWN_LABELS } from "./versions/own_labels.ts";
import { PAST_SELECTORS } from "./versions/past_selectors.ts";
import { READ_REFUSALS } from "./versions/refusals.ts";

/** All checks of the area. */
export const versionsChecks: readonly Check[] = [
  ...OBJECT_LIFE,
  ...GET_CELLS,
  ...LIST_CELLS,
  ...OWN_LABELS,
  ...READ_HISTORIES,
  ...PAST_SELECTORS,
  ...AMONG_WRITES,
  ...CONCURRENCY,
  ...READ_REFUSALS,
  ...VERSION_EXPIRY,
];
