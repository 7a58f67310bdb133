/**
 * Collects garbage: deletes dependents when their owners are deleted. An index of dependents by owner
 * avoids scanning all objects.
 *
 * @module
 */
import type { PropagationPolicy } from "../registry/write_options.ts";
import { ApiError } from "../api_error.ts";
import type { ApiObject, OwnerReference } from "../object.ts";
import type { Admission, Registry } from "../registry/contracts.ts";
import { FOREGROUND, ORPHAN } from "../registry/delete.ts";
import { storeChange } from "../registry/write/store_steps.ts";
import { type ResourceDefinition, storageKey } from "../registry/resource.ts";
import { type ObjectKey, StorageError } from "../storage/storage.ts";

const NONE: readonly OwnerReference[] = [];

/** Returns the owner references of an object. */
export const ownersOf = ({ metadata }: ApiObject): readonly OwnerReference[] =>
  metadata.ownerReferences ?? NONE;

/** The dependents of each owner, by its uid. */
export class Dependents {
  readonly #byOwner = new Map<string, Map<string, ObjectKey>>();
  readonly #owners = new Map<string, readonly OwnerReference[]>();

  /** True if no object has an owner. */
  get isEmpty(): boolean {
    return this.#owners.size === 0;
  }

  /** Returns the objects that refer to the owner with this uid. */
  of(uid: string): ObjectKey[] {
    return [...this.#byOwner.get(uid)?.values() ?? []];
  }

  /**
   * Sets the owners of an object; none if the object is gone.
   *
   * @returns its previous owners
   */
  set(key: ObjectKey, owners: readonly OwnerReference[]): readonly OwnerReference[] {
    const text = `${key.resource} ${key.namespace} ${key.name}`;
    const before = this.#owners.get(text) ?? NONE;
    if (before.length === 0 && owners.length === 0) return NONE;
    for (const { uid } of before) this.#drop(uid, text);
    for (const { uid } of owners) this.#add(uid, text, key);
    if (owners.length > 0) this.#owners.set(text, owners);
    else this.#owners.delete(text);
    return before;
  }

  #add(uid: string, text: string, key: ObjectKey): void {
    const dependents = this.#byOwner.get(uid) ?? new Map<string, ObjectKey>();
    this.#byOwner.set(uid, dependents.set(text, key));
  }

  #drop(uid: string, text: string): void {
    const dependents = this.#byOwner.get(uid);
    dependents?.delete(text);
    if (dependents?.size === 0) this.#byOwner.delete(uid);
  }
}

/** The state of an owner: it exists, it waits for its dependents to be deleted, or it is gone. */
type OwnerState = "stays" | "waits" | "gone";

/**
 * Returns the plugin that deletes objects without owners.
 *
 * @param dependents the dependents of each owner so far
 */
export function garbageCollection(
  registry: () => Registry,
  dependents: Dependents,
): Pick<Admission, "written" | "finalizing" | "removed"> {
  const find = (key: ObjectKey) => registry().storage.get(key);

  function written(definition: ResourceDefinition, object: ApiObject): Promise<void> | undefined {
    const owners = ownersOf(object);
    if (owners.length === 0 && dependents.isEmpty) return undefined;
    const before = dependents.set(keyOf(definition, object), owners);
    return before.length > 0 ? resumeEach(before, object) : undefined;
  }

  /** Goes on with the deletion of owners, which may have waited for this object only. */
  async function resumeEach(owners: readonly OwnerReference[], object: ApiObject): Promise<void> {
    for (const owner of owners) await resume(owner, object);
  }

  async function finalizing(definition: ResourceDefinition, key: ObjectKey): Promise<void> {
    const version = await find(key);
    const { deletionTimestamp, finalizers = [], uid } = version?.object.metadata ?? { uid: "" };
    if (!deletionTimestamp) return;
    if (finalizers.includes(ORPHAN)) {
      for (const dependent of dependents.of(uid)) await dropOwners(dependent, [uid]);
      await change(definition, key, (object) => withoutFinalizer(object, uid, ORPHAN));
    } else if (finalizers.includes(FOREGROUND)) {
      for (const dependent of await blocking(uid)) await collect(dependent);
      if ((await blocking(uid)).length > 0) return;
      await change(definition, key, (object) => withoutFinalizer(object, uid, FOREGROUND));
    }
  }

  async function removed(definition: ResourceDefinition, object: ApiObject): Promise<void> {
    const owners = dependents.set(keyOf(definition, object), []);
    for (const owner of owners) await resume(owner, object);
    for (const dependent of dependents.of(object.metadata.uid)) await collect(dependent);
  }

  /** Returns the dependents that an owner waits for. */
  async function blocking(uid: string): Promise<ObjectKey[]> {
    const versions = await Promise.all(dependents.of(uid).map(find));
    return versions.flatMap((version) => {
      const blocks = version &&
        ownersOf(version.object).some((owner) => owner.uid === uid && owner.blockOwnerDeletion);
      return blocks ? [version.key] : [];
    });
  }

  /** Continues the deletion of an owner that waited for a dependent. */
  async function resume(owner: OwnerReference, dependent: ApiObject): Promise<void> {
    const place = placeOf(owner, dependent);
    if (!place || await stateOf(owner, dependent) !== "waits") return;
    await finalizing(place.definition, place.key);
  }

  /** Deletes a dependent without owners; otherwise removes its references to missing ones. */
  async function collect(key: ObjectKey): Promise<void> {
    const version = await find(key);
    if (!version) return;
    const { object } = version;
    const states = await Promise.all(ownersOf(object).map((owner) => stateOf(owner, object)));
    if (!states.includes("stays")) {
      const propagationPolicy = states.includes("waits") ? await policyOf(object) : undefined;
      const { uid } = object.metadata;
      const options = { dryRun: false, uid, ...(propagationPolicy && { propagationPolicy }) };
      await registry().steps.deleteObject(registry(), definitionOf(key), key, options).catch(
        ignoreRefusal,
      );
    } else {
      const leaving = ownersOf(object).filter((_, index) => states[index] !== "stays");
      await dropOwners(key, leaving.map(({ uid }) => uid));
    }
  }

  /**
   * Returns the policy for a dependent: its own dependents are deleted first too, unless it waits
   * itself, which could be for this one.
   */
  async function policyOf(
    { metadata: { uid } }: ApiObject,
  ): Promise<PropagationPolicy | undefined> {
    const versions = await Promise.all(dependents.of(uid).map(find));
    if (versions.length === 0) return undefined;
    return versions.some((version) => version && isWaiting(version.object))
      ? "Background"
      : "Foreground";
  }

  async function stateOf(owner: OwnerReference, dependent: ApiObject): Promise<OwnerState> {
    const place = placeOf(owner, dependent);
    // An owner of an unknown kind may exist.
    if (!place) return "stays";
    const version = await find(place.key);
    if (version?.object.metadata.uid !== owner.uid) return "gone";
    return isWaiting(version.object) ? "waits" : "stays";
  }

  function placeOf(
    { apiVersion, kind, name }: OwnerReference,
    dependent: ApiObject,
  ): { definition: ResourceDefinition; key: ObjectKey } | undefined {
    const group = apiVersion.includes("/") ? apiVersion.split("/", 1)[0] : "";
    const definition = registry().definitions.find((candidate) =>
      candidate.group === group && candidate.kind === kind && !candidate.answer
    );
    const { namespace = "" } = dependent.metadata;
    if (!definition || (definition.namespaced && namespace === "")) return undefined;
    const resource = storageKey(definition);
    const key = { resource, namespace: definition.namespaced ? namespace : "", name };
    return { definition, key };
  }

  const definitionOf = ({ resource }: ObjectKey) =>
    registry().definitions.find((definition) => storageKey(definition) === resource)!;

  async function dropOwners(key: ObjectKey, uids: readonly string[]): Promise<void> {
    await change(definitionOf(key), key, (object) => {
      const kept = ownersOf(object).filter(({ uid }) => !uids.includes(uid));
      if (kept.length === ownersOf(object).length) return undefined;
      const { ownerReferences: _, ...metadata } = object.metadata;
      return {
        ...object,
        metadata: { ...metadata, ...(kept.length > 0 && { ownerReferences: kept }) },
      };
    });
  }

  /** Changes an object, and retries after a concurrent change; does nothing if `compute` returns undefined. */
  async function change(
    definition: ResourceDefinition,
    key: ObjectKey,
    compute: (object: ApiObject) => ApiObject | undefined,
  ): Promise<void> {
    for (;;) {
      const version = await find(key);
      const object = version && compute(version.object);
      if (!object) return;
      try {
        await storeChange(registry(), definition, version, object);
        return;
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
      }
    }
  }

  return { written, finalizing, removed };
}

const keyOf = (definition: ResourceDefinition, { metadata }: ApiObject): ObjectKey => ({
  resource: storageKey(definition),
  namespace: metadata.namespace ?? "",
  name: metadata.name,
});

const isWaiting = ({ metadata: { deletionTimestamp, finalizers = [] } }: ApiObject) =>
  deletionTimestamp !== undefined && finalizers.includes(FOREGROUND);

function withoutFinalizer(object: ApiObject, uid: string, name: string): ApiObject | undefined {
  const { finalizers = [], ...metadata } = object.metadata;
  if (metadata.uid !== uid || !finalizers.includes(name)) return undefined;
  const kept = finalizers.filter((other) => other !== name);
  return { ...object, metadata: { ...metadata, ...(kept.length > 0 && { finalizers: kept }) } };
}

/** Ignores errors that mean another object of that name, or an object that cannot be deleted. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
