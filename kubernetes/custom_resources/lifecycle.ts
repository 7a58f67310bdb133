/**
 * Follows up on writes of CustomResourceDefinitions: validates them, accepts their names, serves
 * them, and deletes their objects before them. What validates is loaded with the first one.
 *
 * @module
 */
import type { AdmissionPlugin } from "@plumbline/server/extension";
import {
  ApiError,
  type ApiObject,
  equal,
  invalid,
  type Json,
  type RequestContext,
} from "@plumbline/server/api";
import {
  changeObject,
  type Registry,
  timestamp,
  type VerbRequest,
  type WriteAttributes,
} from "@plumbline/server/parts";
import { type ResourceDefinition, storageKey } from "@plumbline/server/resources";
import type { ObjectKey } from "@plumbline/server/storage";
import {
  CLEANUP,
  type Condition,
  type CustomResourceStatus,
  specOf,
  statusOf,
  withCondition,
} from "./custom_resource_definition.ts";
import type { CustomResources } from "./custom_resources.ts";
import { acceptNames } from "./names.ts";
import { isTrue } from "../resources/conditions.ts";

/** The field manager of the server itself. */
const MANAGER = "kube-apiserver";

/**
 * Returns the plugin.
 *
 * @param registry returns the registry, which exists by the time of the first request
 * @param custom the custom resources that are served
 */
export function customResourceLifecycle(
  registry: () => Registry,
  custom: CustomResources,
): AdmissionPlugin {
  const isDefinition = (definition: ResourceDefinition) => storageKey(definition) === custom.key;
  const definitionOfDefinitions = () => registry().definitions.find(isDefinition)!;
  const keyOf = (name: string): ObjectKey => ({ resource: custom.key, namespace: "", name });
  const now = () => timestamp(registry().sources.clock.now());
  /** The definitions of a custom resource; those of all versions share their objects. */
  const served = (crd: ApiObject) => {
    const { group, names } = specOf(crd);
    return custom.definitions.find((one) => one.group === group && one.resource === names.plural);
  };

  // Most writes concern no definition, and have nothing to wait for.
  function admit({ verb, definition, object, old }: WriteAttributes): Promise<void> | undefined {
    if (verb === "create" && definition.ended) return refuseWhileTerminating(definition);
    return isDefinition(definition) && object
      ? admitDefinition(definition, object, old)
      : undefined;
  }

  async function admitDefinition(
    definition: ResourceDefinition,
    object: ApiObject,
    old: ApiObject | undefined,
  ): Promise<void> {
    const { prepareRules, validateDefinition } = await import("./definition_rules.ts");
    await prepareRules(object);
    const causes = validateDefinition(object, old);
    if (causes.length > 0) throw invalid(definition, object.metadata.name, causes);
  }

  async function refuseWhileTerminating({ group, resource }: ResourceDefinition): Promise<void> {
    const found = await registry().storage.get(keyOf(`${resource}.${group}`));
    if (!found?.object.metadata.deletionTimestamp) return;
    const message = "create not allowed while custom resource definition is terminating";
    throw new ApiError("MethodNotAllowed", message, { group, kind: resource });
  }

  function written(definition: ResourceDefinition, object: ApiObject): Promise<void> | undefined {
    return isDefinition(definition) ? follow(object) : undefined;
  }

  async function follow(object: ApiObject): Promise<void> {
    if (!object.metadata.deletionTimestamp) await acceptNamesOf(object.metadata.name);
    await custom.refresh();
  }

  /** Stores the accepted names and the conditions of a CustomResourceDefinition. */
  async function acceptNamesOf(name: string): Promise<void> {
    const found = await registry().storage.get(keyOf(name));
    if (!found) return;
    const others = await custom.stored();
    const status = acceptNames(found.object, others, now());
    if (equal(status, statusOf(found.object))) return;
    await writeStatus(name, (current) => acceptNames(current, others, now()));
  }

  async function writeStatus(
    name: string,
    compute: (current: ApiObject) => CustomResourceStatus,
  ): Promise<void> {
    const definition = definitionOfDefinitions();
    await changeObject(
      registry(),
      statusRequest(definition, name),
      (current) => ({
        ...current,
        metadata: { ...current.metadata },
        status: compute(current) as unknown as Json,
      }),
      { manager: MANAGER },
    );
  }

  async function finalizing(definition: ResourceDefinition, key: ObjectKey): Promise<void> {
    if (!isDefinition(definition)) return;
    const found = await registry().storage.get(key);
    if (!found?.object.metadata.finalizers?.includes(CLEANUP)) return;
    if (isPending(found.object)) {
      await writeStatus(key.name, (crd) => terminating(crd, IN_PROGRESS, now()));
      // The status is a write to an object under deletion, which continues here.
      return;
    }
    const content = served(found.object);
    if (content) {
      const { versions } = await registry().storage.list({ resource: storageKey(content) });
      for (const { key } of versions) {
        await registry().steps.deleteObject(registry(), content, key, { dryRun: false });
      }
    }
    await finish(key.name);
  }

  async function removed(definition: ResourceDefinition, object: ApiObject): Promise<void> {
    if (isDefinition(definition)) {
      await custom.refresh();
      const { group } = specOf(object);
      for (const other of await custom.stored()) {
        if (specOf(other).group === group) await acceptNamesOf(other.metadata.name);
      }
      await custom.refresh();
    } else if (definition.ended) await finish(`${definition.resource}.${definition.group}`);
  }

  /** Removes a CustomResourceDefinition under deletion once its objects are gone. */
  async function finish(name: string): Promise<void> {
    const { storage, admission } = registry();
    const found = await storage.get(keyOf(name));
    if (!found?.object.metadata.deletionTimestamp) return;
    const { group, names } = specOf(found.object);
    const collection = { resource: `${group}/${names.plural}` };
    if ((await storage.list(collection, { limit: 1 })).versions.length > 0) return;
    const finalizers = (found.object.metadata.finalizers ?? []).filter((one) => one !== CLEANUP);
    const { finalizers: _, ...metadata } = found.object.metadata;
    const object = {
      ...found.object,
      metadata: { ...metadata, ...(finalizers.length > 0 && { finalizers }) },
    } as ApiObject;
    const isLast = finalizers.length === 0;
    try {
      await storage.transact(found.key, {
        expected: found.revision,
        object: isLast ? undefined : object,
      });
    } catch {
      // A concurrent request changed or removed it, and checks it as well.
      return;
    }
    if (isLast) await admission.removed(definitionOfDefinitions(), object);
  }

  return { admit, written, finalizing, removed };
}

const IN_PROGRESS = {
  reason: "InstanceDeletionInProgress",
  message: "CustomResource deletion is in progress",
};

const isPending = (crd: ApiObject): boolean =>
  isTrue(crd, "Terminating") &&
  (statusOf(crd).conditions ?? []).some(({ reason }) => reason === "InstanceDeletionPending");

function terminating(
  crd: ApiObject,
  { reason, message }: { reason: string; message: string },
  time: string,
): CustomResourceStatus {
  const condition: Condition = {
    ...{ type: "Terminating", status: "True", lastTransitionTime: time },
    ...{ reason, message },
  };
  const status = statusOf(crd);
  return { ...status, conditions: withCondition(status.conditions ?? [], condition) };
}

/** Returns a request of the server itself to the status of a CustomResourceDefinition. */
function statusRequest(definition: ResourceDefinition, name: string): VerbRequest {
  const { group, version, resource } = definition;
  const path = `/apis/${group}/${version}/${resource}/${name}/status`;
  const context: RequestContext = {
    request: new Request(`http://localhost${path}`),
    info: {
      ...{ path, isResource: true, verb: "update", group, version, namespace: "", resource, name },
      subresource: "status",
    },
    query: new URLSearchParams(),
    user: { name: "system:apiserver", uid: "", groups: ["system:masters"], extra: {} },
    warnings: new Set(),
    body: () => Promise.resolve(new Uint8Array()),
  };
  return { context, definition, strategy: definition.subresources!.status! };
}
