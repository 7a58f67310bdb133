/**
 * Variants whose violations are stated as known deviations: what a check judges behind one must hold, as
 * it does on a real server that deviates so.
 *
 * @module
 */
import { mutants } from "../catalogue.ts";
import { type Mutant, variants } from "../mutant.ts";

/** Why all else of such a server must pass. */
const STATED =
  "What is stated as known is judged no more, and what lies behind it is as it should be.";

/** The variants. */
export const knownDeviationVariants = variants({
  "requests/known-preconditions": {
    description: "A delete of a ClusterRoleBinding and a patch of a status ignore preconditions.",
    reason: "Controllers were meant to overwrite and delete, whatever else changed.",
    allowedBy: STATED,
    known: [
      "requests.precondition-refused",
      "resource-versions.stale-write-conflicts",
      "resource-versions.rejected-write-leaves-no-trace",
      "lifecycle.malformed-options-rejected",
      "lifecycle.uid-precondition-missed",
      "lifecycle.collection-preconditions",
      // Its body is written anew, without what it has twice.
      "requests.dropped-with-warning",
    ],
    install: together("requests/delete-any-uid", "requests/status-accepts-stale-version"),
  },
  "requests/known-refusals": {
    description:
      "A JSON patch of an old version of a RoleBinding gets 410, and a delete of no Role succeeds.",
    reason: "The code of an expired watch was taken for old versions in general.",
    allowedBy: STATED,
    known: [
      "requests.refusal-code",
      "requests.refusal-status",
      "exchanges.deletion-status",
      "resource-versions.one-writer-wins",
      "errors.missing-object-not-found",
      "resource-versions.stale-write-conflicts",
      "concurrency.one-deleter-wins",
      "concurrency.creates-and-deletes-alternate",
      "lifecycle.missing-is-rejected",
      "operations.namespace-required",
      "requests.absent-refused",
    ],
    install: together("requests/stale-patch-gone", "requests/delete-absent-succeeds"),
  },
  "patch/known-lenient-patches": {
    description:
      "JSON patches replace what is missing, and read indexes with signs and missing values.",
    reason: "The library reads a missing member as its zero value, and an index as a number.",
    allowedBy: STATED,
    known: [
      "patch.json-replace-missing-rejected",
      "patch.json-index-spelling-rejected",
      "patch.json-value-required",
    ],
    install: together(
      "patch/replace-adds",
      "patch/indexes-parsed-leniently",
      "patch/missing-values-are-null",
    ),
  },
});

/** Installs several seeded bugs in one server. */
function together(...ids: readonly string[]): Mutant["install"] {
  return (parts) => {
    for (const id of ids) {
      const bug = mutants.find((each) => each.id === id);
      if (bug === undefined) throw new Error(`Cannot install the bug ${id} as it does not exist`);
      bug.install(parts);
    }
  };
}
