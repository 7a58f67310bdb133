/**
 * Namespaces that a case creates and deletes itself, besides those of its scope.
 *
 * @module
 */
import type { JsonObject } from "../client/http_client.ts";
import { asObject } from "../model/object.ts";
import type { Scope } from "../scope.ts";
import { accepted } from "./objects.ts";

const COLLECTION = "/api/v1/namespaces";

/** The longest time that the deletion of a namespace may take, in milliseconds. */
const DELETION_TIMEOUT = 20_000;

/** Creates a namespace; returns its name, to which an ending may be added. */
export async function createNamespace(scope: Scope, words: string, ending = ""): Promise<string> {
  const name = `${scope.name(words)}${ending}`;
  const response = await scope.send({
    method: "POST",
    path: COLLECTION,
    body: namespaceOf(scope, name),
  });
  accepted(response, "the namespace was rejected");
  return name;
}

/** Returns the path of a namespace. */
export const namespacePath = (name: string): string => `${COLLECTION}/${name}`;

/**
 * Removes the finalizers of a namespace that is being deleted: an API server on its own has no
 * controller that empties and finalizes it.
 */
export async function dropNamespaceFinalizers(scope: Scope, name: string): Promise<void> {
  const body = { ...namespaceOf(scope, name), spec: { finalizers: [] } };
  await scope.send({ method: "PUT", path: `${namespacePath(name)}/finalize`, body });
}

function namespaceOf(scope: Scope, name: string): JsonObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name, labels: { ...scope.labels } } };
}

/**
 * Deletes a namespace, and waits until it is gone; false where nothing empties it, as an API server
 * on its own has no controller that does.
 */
export async function deleteNamespace(scope: Scope, name: string): Promise<boolean> {
  const path = namespacePath(name);
  accepted(await scope.send({ method: "DELETE", path }), "the delete request was rejected");
  for (const until = performance.now() + DELETION_TIMEOUT; performance.now() < until;) {
    if ((await scope.send({ method: "GET", path })).status === 404) return true;
    if (!await hasControllers(scope, path)) {
      await dropNamespaceFinalizers(scope, name);
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}

/** Returns true if controllers manage namespaces: they create a service account in each. */
async function hasControllers(scope: Scope, path: string): Promise<boolean> {
  const { json } = await scope.send({ method: "GET", path: `${path}/serviceaccounts` });
  const items = asObject(json)?.items;
  return !Array.isArray(items) || items.length > 0;
}
