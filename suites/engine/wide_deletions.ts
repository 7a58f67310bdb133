/**
 * Finds out whether deletions of collections delete what they do not select, before the checks run: they
 * would delete the objects of other checks, which would fail for that.
 *
 * @module
 */
import { TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { asObject, metadataOf } from "../model/object.ts";
import { collectionPath, type ResourceType, typesOf } from "../resources/mod.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import type { Scopes } from "./scopes.ts";
import { trialPath } from "./trial_requests.ts";

/** The checks of a run from which on objects of several are there at the same time. */
const SEVERAL = 20;

/** The verbs that a type needs for the trial. */
const NEEDED = ["create", "get", "delete", "deletecollection"];

/** Begins the names of namespaces that a run creates. */
const RUN_NAMESPACE = "plumbline-";

/** Returns selectors that do not select an object with the label of the run. */
const selectorsFor = (name: string): readonly Readonly<Record<string, string>>[] => [
  { labelSelector: "plumbline/none=none" },
  { labelSelector: "plumbline/none in (none)" },
  { labelSelector: "!plumbline/run" },
  { fieldSelector: "metadata.name=none" },
  { fieldSelector: `metadata.name!=${name}` },
];

/**
 * Creates an object and deletes collections that it is not part of, in a namespace of the run.
 *
 * @param checks The number of checks of the run.
 * @returns the query of the deletion that deleted it; undefined if none did, or if it cannot be tried
 */
export async function widerDeletion(
  target: Target,
  scopes: Scopes,
  checks: number,
): Promise<string | undefined> {
  if (checks < SEVERAL) return undefined;
  const type = typesOf(target).find(({ namespaced, unserved = [], adaptation }) =>
    namespaced && adaptation === undefined &&
    NEEDED.every((verb) => !unserved.some((each) => each === verb))
  );
  if (type === undefined) return undefined;
  const scope = await scopes.openForSurvey();
  try {
    return await trial(scope, type);
  } catch (error) {
    // The checks report that the target does not answer.
    if (error instanceof TargetUnreachable) return undefined;
    throw error;
  } finally {
    await scopes.close(scope);
  }
}

async function trial(scope: ExecutionScope, type: ResourceType): Promise<string | undefined> {
  const [namespace] = scope.namespaces;
  // In a namespace that the run did not create, it would be the objects of others that are deleted.
  if (namespace === undefined || !namespace.startsWith(RUN_NAMESPACE)) return undefined;
  const created = await scope.create(type, scope.newObject(type, { name: "probe" }));
  if (created.status >= 300) return undefined;
  const path = collectionPath(type, scope.target.dialect, namespace);
  for (const query of selectorsFor(scope.name("probe", type))) {
    const { status } = await scope.send({ method: "DELETE", path, query });
    if (status >= 300) continue;
    const left = await scope.send({ method: "GET", path: trialPath(scope, type) });
    const isDeleted = left.status === 404 ||
      metadataOf(asObject(left.json) ?? {}).deletionTimestamp !== undefined;
    if (isDeleted) return Object.entries(query).map((each) => each.join("=")).join("&");
  }
  return undefined;
}
