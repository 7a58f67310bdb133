/**
 * The area `lifecycle`: how objects are deleted.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { COLLECTIONS } from "./collections.ts";
import { DELETIONS } from "./deletions.ts";
import { FINALIZERS } from "./finalizers.ts";
import { NAMESPACES } from "./namespaces.ts";
import { PARAMETERS } from "./parameters.ts";

/** The checks of the area. */
export const lifecycleChecks: readonly Check[] = [
  ...FINALIZERS,
  ...DELETIONS,
  ...COLLECTIONS,
  ...NAMESPACES,
  ...PARAMETERS,
];
