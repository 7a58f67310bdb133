/**
 * The area `lifecycle`: deletion of objects, collections and namespaces, and finalizers.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { DELETE_COLLECTION } from "./delete_collection.ts";
import { DELETIONS } from "./deletions.ts";
import { FINALIZERS } from "./finalizers.ts";
import { NAMESPACE_DELETION } from "./namespace_deletion.ts";

/** The checks of the area. */
export const lifecycleChecks: readonly Check[] = [
  ...FINALIZERS,
  ...DELETIONS,
  ...DELETE_COLLECTION,
  ...NAMESPACE_DELETION,
];
