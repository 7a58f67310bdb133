/**
 * Stores the objects of manifests in an order in which they depend on each other.
 *
 * @module
 */
import { ConfigurationError } from "../api_versions/configuration.ts";
import type { JsonObject } from "../object.ts";
import { asObject, type ResourceDefinition } from "../registry/resource.ts";
import { DEFAULT_NAMESPACE, type InternalClient } from "./client.ts";
import { type Document, documentsOf, type Manifest } from "./manifests.ts";
import { resourceOf } from "./resource_types.ts";
import { StatusError } from "./status_error.ts";

/** Options of {@linkcode loadManifests}. */
export interface LoadOptions {
  /** True to create namespaces that objects name and that do not exist. */
  readonly createNamespaces: boolean;
}

/** Fields of metadata that a server sets, and that dumped objects have. */
const SET_BY_SERVER = [
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "generation",
  "selfLink",
  "managedFields",
];

/**
 * Applies the objects of manifests: those that are `loaded` first, then namespaces, then others in
 * their order, and those that are `loaded` last.
 *
 * @returns the stored objects, in the order of the manifests
 * @throws {ConfigurationError} for a manifest that cannot be read, or an object that is rejected
 */
export async function loadManifests(
  client: InternalClient,
  manifests: readonly Manifest[],
  { createNamespaces }: LoadOptions,
): Promise<readonly JsonObject[]> {
  const documents: Document[] = [];
  for (const manifest of manifests) documents.push(...await documentsOf(manifest));
  const stored = new Map<Document, JsonObject>();
  const store = async (document: Document) => {
    stored.set(document, await storeOne(client, document));
  };
  const served = await client.definitions();
  const atRank = (rank: number) =>
    documents.filter(({ object }) => rankOf(object, served) === rank);
  for (const document of [...atRank(0), ...atRank(1)]) await store(document);
  if (createNamespaces) await createMissing(client, documents);
  for (const document of [...atRank(2), ...atRank(3)]) await store(document);
  return documents.map((document) => stored.get(document)!);
}

/** Returns the place of an object in the order of storing, from 0 to 3. */
function rankOf(
  { apiVersion, kind }: JsonObject,
  served: readonly ResourceDefinition[],
): number {
  if (apiVersion === "v1" && kind === "Namespace") return 1;
  const { loaded } = resourceOf(served, String(apiVersion), String(kind)) ?? {};
  return loaded === "first" ? 0 : loaded === "last" ? 3 : 2;
}

async function storeOne(client: InternalClient, { source, object }: Document): Promise<JsonObject> {
  try {
    return await client.store(withoutServerFields(object));
  } catch (error) {
    if (!(error instanceof StatusError) && !(error instanceof RangeError)) throw error;
    const where = source === "" ? "" : `Cannot load ${source}: `;
    throw new ConfigurationError(`${where}${error.message}`, { cause: error });
  }
}

function withoutServerFields(object: JsonObject): JsonObject {
  const metadata = { ...asObject(object.metadata) };
  for (const field of SET_BY_SERVER) delete metadata[field];
  return { ...object, metadata };
}

async function createMissing(
  client: InternalClient,
  documents: readonly Document[],
): Promise<void> {
  const names = new Set<string>();
  for (const { object } of documents) {
    const { namespace } = asObject(object.metadata) ?? {};
    if (typeof namespace === "string" && namespace !== "") names.add(namespace);
  }
  names.delete(DEFAULT_NAMESPACE);
  for (const name of names) {
    if (await client.get("namespaces", name)) continue;
    await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }
}
