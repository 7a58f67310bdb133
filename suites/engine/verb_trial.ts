/**
 * Tries the verbs that discovery does not list for a resource type: a server may serve them all the
 * same.
 *
 * @module
 */
import type { HttpRequest } from "../client/http_client.ts";
import type { ServedType } from "../client/contact.ts";
import type { Verb } from "../client/resource_type.ts";
import { collectionPath, type ResourceType } from "../resources/mod.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import { trialPath } from "./trial_requests.ts";

/** The verbs of a type, in the order in which discovery lists them. */
export const VERBS: readonly Verb[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

/** Statuses of a method or path that is not served. */
const NOT_SERVED: readonly number[] = [404, 405, 415, 501];

/** The milliseconds in which a list that is sent in place of a stream arrives. */
const PATIENCE = 1_000;

/**
 * Returns the verbs that a server neither lists for a type nor serves. What it lists counts as served
 * whatever it answers: the checks report that. One that lists no verb at all says nothing of them.
 */
export async function unservedVerbs(
  scope: ExecutionScope,
  type: ResourceType,
  { verbs }: Pick<ServedType, "verbs">,
): Promise<readonly Verb[]> {
  const unserved: Verb[] = [];
  for (const verb of VERBS.filter((each) => !verbs.includes(each))) {
    // Nothing is created or deleted to find out whether it can be.
    const isServed = verb === "watch"
      ? await streams(scope, type)
      : verbs.length === 0 || (verb === "get" || verb === "update" || verb === "patch") &&
          await accepts(scope, type, verb);
    if (!isServed) unserved.push(verb);
  }
  return unserved;
}

/** Returns true if a request for an object is not answered as one that the server does not know. */
async function accepts(
  scope: ExecutionScope,
  type: ResourceType,
  verb: "get" | "patch" | "update",
): Promise<boolean> {
  const path = trialPath(scope, type);
  const name = path.split("/").at(-1)!;
  const query = { dryRun: "All" };
  const requests: Readonly<Record<typeof verb, HttpRequest>> = {
    get: { method: "GET", path },
    patch: {
      method: "PATCH",
      path,
      query,
      headers: { "content-type": "application/merge-patch+json" },
      body: {},
    },
    update: { method: "PUT", path, query, body: {} },
  };
  const { status, json } = await scope.send(requests[verb]);
  if (!NOT_SERVED.includes(status)) return status !== 403;
  // The object does not exist: a Status that names it says no more than that.
  return status === 404 && json !== undefined && JSON.stringify(json).includes(name);
}

/** Returns true if a watch is answered with anything but a list or an error. */
async function streams(scope: ExecutionScope, type: ResourceType): Promise<boolean> {
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  const path = collectionPath(type, scope.target.dialect, namespace);
  const stream = await scope.watch({ path, query: { timeoutSeconds: "1" } });
  if (stream.response.status !== 200) return false;
  try {
    await stream.waitFor(() => true, PATIENCE);
  } catch {
    // A list in place of a stream.
    return false;
  } finally {
    await stream.close();
  }
  return stream.malformed.length === 0;
}
