/**
 * Removes a namespace, with or without controllers.
 *
 * @module
 */
import type { HttpClient, HttpResponse, Json } from "../client/http_client.ts";

/** The time that a cluster may take to empty a namespace, and the polling interval, in milliseconds. */
const PATIENCE = { most: 60_000, interval: 500 } as const;

/** Deletes a namespace of the run's own; false where it is still there. */
export async function removeNamespace(
  client: HttpClient,
  name: string,
  patience: { readonly most: number; readonly interval: number } = PATIENCE,
): Promise<boolean> {
  const path = `/api/v1/namespaces/${name}`;
  const deleted = await client.send({ method: "DELETE", path });
  if (deleted.status === 404 || deleted.status === 405) return true;
  let found = await client.send({ method: "GET", path });
  if (found.status !== 200) return found.status === 404;
  if (!await hasControllers(client, path)) {
    found = await finalize(client, path, found);
    return found.status === 404;
  }
  for (const until = performance.now() + patience.most; performance.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, patience.interval));
    found = await client.send({ method: "GET", path });
    if (found.status === 404) return true;
  }
  return false;
}

/**
 * Returns true if controllers manage namespaces: they create a service account in each. Finalizing
 * such a namespace by hand would orphan the objects that others created in it.
 */
async function hasControllers(client: HttpClient, path: string): Promise<boolean> {
  const { status, json } = await client.send({ method: "GET", path: `${path}/serviceaccounts` });
  if (status === 403) return true;
  return isObject(json) && Array.isArray(json.items) && json.items.length > 0;
}

/** Finalizes a deleted namespace that is still there, unless controllers manage namespaces. */
export async function finalizeNamespace(client: HttpClient, path: string): Promise<void> {
  const found = await client.send({ method: "GET", path });
  const isDeleted = found.status === 200 && isObject(found.json) &&
    isObject(found.json.metadata) && found.json.metadata.deletionTimestamp !== undefined;
  if (isDeleted && !await hasControllers(client, path)) await finalize(client, path, found);
}

/**
 * Finalizes an empty namespace on an API server without controllers.
 */
async function finalize(
  client: HttpClient,
  path: string,
  found: HttpResponse,
): Promise<HttpResponse> {
  if (!isObject(found.json)) return found;
  const body = { ...found.json, spec: { finalizers: [] } };
  await client.send({ method: "PUT", path: `${path}/finalize`, body });
  return await client.send({ method: "GET", path });
}

/** True for a JSON object. */
function isObject(json: Json | undefined): json is { [key: string]: Json } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
