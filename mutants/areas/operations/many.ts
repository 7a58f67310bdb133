/**
 * Mutants of objects with many members, and of collections of many objects.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { listOf, metadataOf, withMetadata } from "../../vocabulary/json.ts";
import { on } from "../../vocabulary/on.ts";

const BOUND = 10;

export const manyMutants = bugs({
  "operations/eleventh-finalizer-lost": {
    description: "Of more than ten finalizers in an update or merge patch ten are kept.",
    reason: "Finalizers were stored in an array of fixed length.",
    breaks: "operations.many-members-kept",
    install: on("update,merge-patch").changeBody((body) => {
      const finalizers = listOf(metadataOf(body).finalizers);
      return finalizers.length > BOUND
        ? withMetadata(body, { finalizers: finalizers.slice(0, BOUND) })
        : body;
    }),
  },
  "operations/eleventh-rule-lost": {
    description: "Of more than ten rules in a create ten are stored.",
    reason: "A bound of the cache of rules was applied to the object.",
    breaks: "operations.many-members-kept",
    install: on("create clusterroles,roles").changeBody((body) =>
      listOf(body.rules).length > BOUND
        ? { ...body, rules: listOf(body.rules).slice(0, BOUND) }
        : body
    ),
  },
  "operations/eleventh-subject-lost": {
    description: "Of more than ten subjects in an apply ten are stored.",
    reason: "A bound of the cache of subjects was applied to the object.",
    breaks: "operations.many-members-kept",
    install: on("apply clusterrolebindings,rolebindings").changeBody((body) =>
      listOf(body.subjects).length > BOUND
        ? { ...body, subjects: listOf(body.subjects).slice(0, BOUND) }
        : body
    ),
  },
  "operations/eleventh-object-stays": {
    description: "A deletion of a collection without `limit` deletes ten objects.",
    reason: "The collection is read in pages, of which only the first is deleted.",
    breaks: "operations.many-objects",
    install: on("deletecollection", { limit: false }).changeQuery({ limit: `${BOUND}` }),
  },
});
