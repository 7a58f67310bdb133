/**
 * Mutants of deletes of a collection.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";

/** The mutants. */
export const collectionMutants = bugs({
  "requests/collection-past-limit": {
    description: "A deletecollection of Roles with a label selector ignores `limit`.",
    reason: "Selected objects are read without pages.",
    breaks: "requests.collection-limit",
    install: on("deletecollection roles", { labelSelector: true, limit: true }).changeQuery({
      limit: undefined,
    }),
  },
  "requests/collection-dry-run-selected": {
    description: "A dry-run deletecollection of ClusterRoles with a field selector deletes.",
    reason: "Selected objects are deleted one by one, without the options of the request.",
    breaks: "requests.dry-run-changes-nothing",
    install: on("deletecollection clusterroles", { fieldSelector: true, dryRun: "All" })
      .changeQuery({ dryRun: undefined }),
  },
  "requests/collection-ignores-fields": {
    description: "A deletecollection of Secrets with `gracePeriodSeconds` ignores `fieldSelector`.",
    reason: "Graceful deletions select by label only.",
    breaks: "requests.collection-spares-others",
    install: on("deletecollection secrets", { gracePeriodSeconds: true })
      .changeQuery({ fieldSelector: undefined }),
  },
  "requests/collection-stops-early": {
    description:
      "A deletecollection of roles or bindings with `pretty` and without `limit` deletes one object.",
    reason: "Readable responses were limited to what a person reads.",
    breaks: "requests.collection-deletes-selected",
    install: on("deletecollection roles,rolebindings,clusterroles,clusterrolebindings", {
      pretty: true,
      limit: false,
    }).changeQuery({ limit: "1" }),
  },
});
