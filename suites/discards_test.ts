/**
 * What holds where a case decides nothing because of a status. `rejected` reports a valid request
 * that is called invalid; each other discard by a status names the requirements that hold it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { AREAS, CHECKS } from "./areas/mod.ts";
import { requirementsOf } from "./area.ts";
import { ranksOf } from "./catalogue.ts";
import { isFailure } from "@plumbline/reports/harm";

/** Why a discard hides no violation: the requirements that hold it, or why there is none. */
type Held = readonly string[] | { readonly because: string };

const PERMISSIONS = { because: "the permissions of the current identity decide" };
const OTHERS = { because: "another client may write at the same time" };
const DEFERRED = { because: "the specification lists 202" };
const MISSING = { because: "a server may refuse to read in a namespace that is gone" };
const MERGED = { because: "a patch may merge what is valid alone to what is not" };
/** The judge on the wire sees the reads of the same case. */
const READ = ["exchanges.write-is-persisted"];
const CREATED = ["operations.create-body"];
const WATCHED = ["watch.streams-events"];
const PROTOBUF = ["negotiation.protobuf-served"];

/** The discards by their reasons, in which `…` stands for what varies. */
const TABLE: Readonly<Record<string, Held>> = {
  "a binding could not be changed: …": ["access.changed-subjects-apply"],
  "a binding could not be removed: …": ["access.removed-binding-revokes"],
  "a read was rejected: …": READ,
  "a role could not be changed: …": ["access.changed-rules-apply"],
  "a role could not be removed: …": ["access.unresolvable-role-grants-nothing"],
  "a user without permissions is let in, or ignored": ["access.impersonation-replaces-permissions"],
  "a watch was rejected": WATCHED,
  "another client changed the deployment": OTHERS,
  "another client changed the object": OTHERS,
  "another client changed the secret": OTHERS,
  "another client changed the status": OTHERS,
  "another client wrote the status": OTHERS,
  "no Protobuf could be read": PROTOBUF,
  "no list of a missing namespace": MISSING,
  "not all objects could be created: …": CREATED,
  "the delete request was rejected": ["dry-run.delete-options"],
  "the deletion was only accepted": DEFERRED,
  "the last object could not be created": CREATED,
  "the method is forbidden to the current identity": PERMISSIONS,
  "the object could not be created": CREATED,
  "the object could not be created again: …": ["metadata.name-can-be-reused"],
  "the object could not be read": READ,
  "the object could not be read as Protobuf": PROTOBUF,
  "the object was deleted": READ,
  "the object was not rejected": [
    "secrets.immutable-rejects-patch",
    "rbac-objects.rule-needs-verbs",
    "deployments.selector-matches-template",
  ],
  "the real write was not rejected": [
    "metadata.name-is-unique",
    "metadata.other-name-rejected",
  ],
  "the request was not rejected: …": [
    "errors.missing-object-not-found",
    "errors.wrong-method-not-allowed",
    "errors.taken-name-conflicts",
    "errors.malformed-body-bad-request",
    "errors.stale-resource-version-conflicts",
  ],
  "the response is not a Table": ["negotiation.table-list"],
  "the review was rejected: …": ["reviews.local-namespace-defaulted"],
  "the role could not be bound: …": ["access.cluster-role-everywhere"],
  "the secret could not be read": READ,
  "the target answered with a server error": ["exchanges.no-internal-error"],
  "the target answered with a server error: …": ["exchanges.no-internal-error"],
  "the target does not accept YAML": ["negotiation.yaml-accepted"],
  "the target does not serve …": ["health.ready-served"],
  "the template was rejected: …": MERGED,
  "the watch is forbidden": PERMISSIONS,
  "the watch was answered with …": WATCHED,
  "the watch was rejected": WATCHED,
  "the write was rejected": ["field-validation.warn-accepts"],
  "the … was rejected: …": MERGED,
};

/** Requirements of conventions, which only warn: so do the checks that discard. */
const WARNINGS = new Set([
  "exchanges.no-internal-error",
  "negotiation.yaml-accepted",
  "errors.missing-object-not-found",
  "errors.wrong-method-not-allowed",
  "errors.taken-name-conflicts",
  "errors.malformed-body-bad-request",
]);

/** Finds a discard that a status decides, and its reason. */
const BY_STATUS =
  /(?:status\)? ?(?:>=|<|===|!==) ?\d+|succeeded\([a-z]+\))[^;]{0,90}?new Discard\(\s*(["`])([\s\S]*?)\1/gi;

/** Returns the reasons of the discards in the sources; those of permissions are not listed. */
async function reasons(): Promise<string[]> {
  const found = new Set<string>();
  for (const folder of ["./areas/", "./session/"]) {
    for await (const path of sources(new URL(folder, import.meta.url))) {
      for (const [, , reason = ""] of (await Deno.readTextFile(path)).matchAll(BY_STATUS)) {
        if (!/ may not /.test(reason)) found.add(reason.replaceAll(/\$\{[^}]*\}+/g, "…"));
      }
    }
  }
  return [...found].sort();
}

async function* sources(folder: URL): AsyncGenerator<URL> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const url = new URL(isDirectory ? `${name}/` : name, folder);
    if (isDirectory) yield* sources(url);
    else if (name.endsWith(".ts") && !name.endsWith("_test.ts")) yield url;
  }
}

Deno.test("each discard by a status says what holds it", async () => {
  assertEquals(await reasons(), Object.keys(TABLE).toSorted());
});

Deno.test("what holds a discard is checked, and fails a run as the discarded violation would", () => {
  const catalogue = requirementsOf(AREAS);
  const checked = new Set<string>(CHECKS.flatMap(({ requirements }) => requirements));
  const holders = Object.values(TABLE).flatMap((held) => "because" in held ? [] : held);
  const unchecked = holders.filter((id) => !(id in catalogue) || !checked.has(id));
  assertEquals(unchecked, []);
  const weak = holders.filter((id) => !isFailure(ranksOf(id, catalogue)) && !WARNINGS.has(id));
  assertEquals(weak, []);
});
