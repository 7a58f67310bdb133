/**
 * The checks of the area `resource-versions`: what a resourceVersion says, and what a read that names one
 * returns.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { AMONG_WRITES } from "./among_writes.ts";
import { CONCURRENCY } from "./concurrency.ts";
import { VERSION_EXPIRY } from "./expiry.ts";
import { GET_CELLS } from "./get_cells.ts";
import { READ_HISTORIES } from "./histories.ts";
import { LIST_CELLS } from "./list_cells.ts";
import { OBJECT_LIFE } from "./object_life.ts";
import { OWN_LABELS } from "./own_labels.ts";
import { PAST_SELECTORS } from "./past_selectors.ts";
import { READ_REFUSALS } from "./refusals.ts";

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
