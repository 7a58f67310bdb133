/**
 * Finds out whether deletions of collections delete what they do not select, before the checks run: they
 * would delete the objects of other checks, which would fail for that.
 *
 * @module
 */
import type { Target } from "../client/target.ts";
import { asObject, labelsOf, metadataOf } from "../model/object.ts";
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

/** The label of all objects of a run. */
const RUN_LABEL = "plumbline/run";

/** Returns selectors that do not select an object with the label of the run and this name. */
const selectorsFor = (name: string): readonly Readonly<Record<string, string>>[] => [
  { labelSelector: "plumbline/none=none" },
  { labelSelector: "plumbline/none in (none)" },
  { labelSelector: `!${RUN_LABEL}` },
  { fieldSelector: "metadata.name=none" },
  { fieldSelector: `metadata.name!=${name}` },
];

/**
 * Creates an object and deletes collections that it is not part of, in a namespace of the run.
 *
 * @param checks The number of checks of the run.
 * @returns the query of the deletion that deleted it; undefined if none did, or if it cannot be tried
 */
export async function deletionOfUnselected(
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
  return await scopes.survey((scope) => trial(scope, type), () => undefined);
}

async function trial(scope: ExecutionScope, type: ResourceType): Promise<string | undefined> {
  const [namespace] = scope.namespaces;
  // In a namespace that the run did not create, it would be the objects of others that are deleted.
  if (namespace === undefined || !namespace.startsWith(RUN_NAMESPACE)) return undefined;
  await scope.create(type, scope.newObject(type, { name: "probe" }));
  const read = async () => {
    const { status, json } = await scope.send({ method: "GET", path: trialPath(scope, type) });
    const object = asObject(json) ?? {};
    const isThere = status === 200 && metadataOf(object).deletionTimestamp === undefined;
    return isThere ? object : undefined;
  };
  // On a server that does not store the label of the run, the selectors may select the object.
  if (labelsOf(await read() ?? {})[RUN_LABEL] === undefined) return undefined;
  const path = collectionPath(type, scope.target.dialect, namespace);
  for (const query of selectorsFor(scope.name("probe", type))) {
    const { status } = await scope.send({ method: "DELETE", path, query });
    if (status < 300 && await read() === undefined) {
      return Object.entries(query).map((each) => each.join("=")).join("&");
    }
  }
  return undefined;
}
