/**
 * The area `lifecycle`: deletion of objects, collections and namespaces, and finalizers.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { COLLECTION_DELETIONS } from "./delete_collection.ts";
import { DELETION_TIME } from "./deletion_time.ts";
import { DELETIONS } from "./deletions.ts";
import { FINALIZERS } from "./finalizers.ts";
import { LARGE_NAMESPACES } from "./large_namespaces.ts";
import { NAMESPACE_DELETION } from "./namespace_deletion.ts";
import { PAST_OF_NAMESPACES } from "./past_of_namespaces.ts";
import { DELETE_PRECONDITIONS } from "./preconditions.ts";
import { requirements } from "./requirements.ts";

/** The area `lifecycle`. */
export const lifecycle: Area = defineArea({
  id: "lifecycle",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces(forAnyType([
    ...FINALIZERS,
    ...DELETIONS,
    ...DELETE_PRECONDITIONS,
    ...DELETION_TIME,
    ...COLLECTION_DELETIONS,
    ...NAMESPACE_DELETION,
    ...LARGE_NAMESPACES,
    ...PAST_OF_NAMESPACES,
  ])),
});
