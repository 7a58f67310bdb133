/**
 * The area `lifecycle`: how objects are deleted.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { COLLECTIONS } from "./lifecycle/collections.ts";
import { DELETIONS } from "./lifecycle/deletions.ts";
import { FINALIZERS } from "./lifecycle/finalizers.ts";
import { NAMESPACES } from "./lifecycle/namespaces.ts";
import { PARAMETERS } from "./lifecycle/parameters.ts";

/** The checks of the area. */
export const lifecycleChecks: readonly Check[] = [
  ...FINALIZERS,
  ...DELETIONS,
  ...COLLECTIONS,
  ...NAMESPACES,
  ...PARAMETERS,
];
