/**
 * What a server goes on with that starts with the objects of another one.
 *
 * @module
 */
import { type Dependents, ownersOf } from "./admission/garbage_collection.ts";
import type { Registry } from "./registry/contracts.ts";
import type { ResourceDefinition } from "./registry/resource.ts";
import { storedResources } from "./state/stored_resources.ts";
import type { StoredVersion } from "./storage/storage.ts";
import type { FollowedStore } from "./store.ts";

/**
 * Follows up on the stored objects, as after the write of each: a crash may have come between a write
 * and what the server does next, such as deleting the content of a namespace.
 *
 * @param registry returns the registry, which changes with the CustomResourceDefinitions
 * @param dependents the dependents of each owner, which become those of the stored objects
 */
export async function resume(
  { deleted, storage }: FollowedStore,
  registry: () => Registry,
  dependents: Dependents | undefined,
): Promise<void> {
  const definitions = () => storedResources(registry().definitions);
  const objectsOf = async (resource: string) => (await storage.list({ resource })).versions;
  const each = async (follow: Follow) => {
    const done = new Set<string>();
    // Resources that CustomResourceDefinitions define are there once these have been followed.
    for (let next; (next = [...definitions()].find(([resource]) => !done.has(resource)));) {
      const [resource, definition] = next;
      done.add(resource);
      for (const version of await objectsOf(resource)) await follow(definition, version);
    }
  };
  await each((definition, { object }) => registry().admission.written(definition, object));
  await each(async (definition, { object, key }) => {
    if (object.metadata.deletionTimestamp) await registry().admission.finalizing(definition, key);
  });
  for (const { key, object } of dependents ? deleted : []) {
    const definition = definitions().get(key.resource);
    if (!definition || dependents!.of(object.metadata.uid).length === 0) continue;
    await registry().admission.removed(definition, object);
    const present = await storage.get(key);
    dependents!.set(key, present ? ownersOf(present.object) : []);
  }
}

type Follow = (
  definition: ResourceDefinition,
  version: StoredVersion,
) => Promise<void> | undefined;
