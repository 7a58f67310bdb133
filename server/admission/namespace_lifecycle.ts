/**
 * Ties namespaced objects to their namespace (specification, "States and transitions", rule 2):
 * nothing is created in a namespace that is missing or under deletion, and its deletion deletes its
 * content.
 *
 * @module
 */
import { forbidden, notFound } from "../api_error.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApiObject } from "../object.ts";
import type { Registry, WriteAttributes } from "../registry/contracts.ts";
import { type ResourceDefinition, storageKey } from "../registry/resource.ts";
import type { ObjectKey, StoredVersion } from "../storage/storage.ts";
import type { AdmissionPlugin } from "./chain.ts";

const NAMESPACES = { group: "", resource: "namespaces" };

/** The namespaces that cannot be deleted. */
const IMMORTAL = ["default", "kube-public", "kube-system"];

/** Returns the key of a namespace. */
export const namespaceKey = (name: string): ObjectKey => ({
  resource: "/namespaces",
  namespace: "",
  name,
});

/**
 * Returns the plugin.
 *
 * @param registry returns the registry, which exists by the time of the first request
 */
export function namespaceLifecycle(
  registry: () => Registry,
): AdmissionPlugin {
  const find = (name: string) => registry().storage.get(namespaceKey(name));

  function admit(
    { verb, definition, namespace, name }: WriteAttributes,
  ): Awaitable<undefined> {
    if (verb === "delete" && storageKey(definition) === "/namespaces" && IMMORTAL.includes(name)) {
      throw forbidden(definition, name, "this namespace may not be deleted");
    }
    if (verb !== "create" || !definition.namespaced) return undefined;
    return expectLiving(definition, { namespace, name });
  }

  /** Rejects an object in a namespace that does not exist, or that is under deletion. */
  function expectLiving(
    definition: ResourceDefinition,
    { namespace, name }: Pick<WriteAttributes, "namespace" | "name">,
  ): Awaitable<undefined> {
    const expectIn = (found: StoredVersion | undefined) => {
      if (!found) throw notFound(NAMESPACES, namespace);
      if (!found.object.metadata.deletionTimestamp) return undefined;
      const why =
        `unable to create new content in namespace ${namespace} because it is being terminated`;
      throw forbidden(definition, name, why);
    };
    const found = find(namespace);
    return found instanceof Promise ? found.then(expectIn) : expectIn(found);
  }

  async function finalizing(definition: ResourceDefinition, key: ObjectKey): Promise<void> {
    if (storageKey(definition) !== "/namespaces") return;
    for (const content of namespacedDefinitions()) {
      const collection = { resource: storageKey(content), namespace: key.name };
      for (const version of (await registry().storage.list(collection)).versions) {
        await registry().steps.deleteObject(registry(), content, version.key, { dryRun: false });
      }
    }
    await removeIfEmpty(key.name);
  }

  async function removed(definition: ResourceDefinition, { metadata }: ApiObject): Promise<void> {
    const { namespace = "" } = metadata;
    if (!definition.namespaced) return;
    const found = await find(namespace);
    if (found?.object.metadata.deletionTimestamp) await removeIfEmpty(namespace);
  }

  /** Removes a namespace under deletion once its content is gone. */
  async function removeIfEmpty(name: string): Promise<void> {
    const { storage, admission } = registry();
    for (const content of namespacedDefinitions()) {
      const collection = { resource: storageKey(content), namespace: name };
      if ((await storage.list(collection, { limit: 1 })).versions.length > 0) return;
    }
    const found = await find(name);
    if (!found || (found.object.metadata.finalizers ?? []).length > 0) return;
    try {
      await storage.transact(namespaceKey(name), { expected: found.revision, object: undefined });
    } catch {
      // A concurrent request changed or removed it, and checks it as well.
      return;
    }
    await admission.removed(namespaceDefinition(), found.object);
  }

  const namespacedDefinitions = () =>
    registry().definitions.filter((definition) => definition.namespaced);

  const namespaceDefinition = () =>
    registry().definitions.find((definition) => storageKey(definition) === "/namespaces")!;

  return { verbs: ["create", "delete"], admit, finalizing, removed };
}
