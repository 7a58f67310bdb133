/**
 * Removes a namespace, with or without controllers.
 *
 * @module
 */
import type { HttpClient, HttpResponse, Json } from "../client/http_client.ts";

/** The time in which a cluster empties one more namespace, and the polling interval, in milliseconds. */
const PATIENCE = { most: 60_000, interval: 500 } as const;

/** How long the namespaces of a run are waited for, together: where none ends, nothing is gained by waiting for each. */
export class NamespacePatience {
  readonly #most: number;
  readonly #interval: number;
  #until: number | undefined;

  /** By default a minute from when the first is deleted, or from when the last ended. */
  constructor({ most, interval }: { readonly most: number; readonly interval: number } = PATIENCE) {
    this.#most = most;
    this.#interval = interval;
  }

  /** Returns true if a deleted namespace ends, as `isGone` finds, while there is time. */
  async waitFor(isGone: () => Promise<boolean>): Promise<boolean> {
    this.#until ??= performance.now() + this.#most;
    while (performance.now() < this.#until) {
      await new Promise((resolve) => setTimeout(resolve, this.#interval));
      if (!await isGone()) continue;
      this.#until = performance.now() + this.#most;
      return true;
    }
    return false;
  }
}

/** Deletes a namespace of the run's own; false where it is still there. */
export async function removeNamespace(
  client: HttpClient,
  name: string,
  patience: NamespacePatience,
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
  return await patience.waitFor(async () =>
    (await client.send({ method: "GET", path })).status === 404
  );
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
