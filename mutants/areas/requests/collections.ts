/**
 * Mutants of deletes of a collection.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { changingQuery } from "./helpers.ts";

/** The mutants. */
export const collectionMutants = bugs({
  "requests/collection-past-limit": {
    description: "A deletecollection of Roles with a label selector ignores `limit`.",
    reason: "Selected objects are read without pages.",
    breaks: "requests.collection-limit",
    install(parts) {
      changingQuery(
        parts,
        {
          method: "DELETE",
          resources: ["roles"],
          query: (query) => query.has("labelSelector") && query.has("limit"),
        },
        { limit: undefined },
      );
    },
  },
  "requests/collection-dry-run-selected": {
    description: "A dry-run deletecollection of ClusterRoles with a field selector deletes.",
    reason: "Selected objects are deleted one by one, without the options of the request.",
    breaks: "requests.dry-run-changes-nothing",
    install(parts) {
      changingQuery(
        parts,
        {
          method: "DELETE",
          resources: ["clusterroles"],
          query: (query) => query.has("fieldSelector") && query.get("dryRun") === "All",
        },
        { dryRun: undefined },
      );
    },
  },
  "requests/collection-ignores-fields": {
    description: "A deletecollection of Secrets with `gracePeriodSeconds` ignores `fieldSelector`.",
    reason: "Graceful deletions select by label only.",
    breaks: "requests.collection-spares-others",
    install(parts) {
      changingQuery(
        parts,
        {
          method: "DELETE",
          resources: ["secrets"],
          query: (query) => query.has("gracePeriodSeconds"),
        },
        { fieldSelector: undefined },
      );
    },
  },
  "requests/collection-stops-early": {
    description:
      "A deletecollection of roles or bindings with `pretty` and without `limit` deletes one object.",
    reason: "Readable responses were limited to what a person reads.",
    breaks: "requests.collection-deletes-selected",
    install(parts) {
      changingQuery(
        parts,
        {
          method: "DELETE",
          resources: ["roles", "rolebindings", "clusterroles", "clusterrolebindings"],
          query: (query) => query.has("pretty") && !query.has("limit"),
        },
        { limit: "1" },
      );
    },
  },
});
