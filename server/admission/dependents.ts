/**
 * Which objects name which owners, so that nobody has to look through all of them.
 *
 * @module
 */
import type { ApiObject, OwnerReference } from "../object.ts";
import type { ObjectKey } from "../storage/storage.ts";

const NONE: readonly OwnerReference[] = [];

/** The owners an object names. */
export const ownersOf = ({ metadata }: ApiObject): readonly OwnerReference[] =>
  metadata.ownerReferences ?? NONE;

/** The dependents of each owner, by its uid. */
export class Dependents {
  readonly #byOwner = new Map<string, Map<string, ObjectKey>>();
  readonly #owners = new Map<string, readonly OwnerReference[]>();

  /** The objects that name the owner with this uid. */
  of(uid: string): ObjectKey[] {
    return [...this.#byOwner.get(uid)?.values() ?? []];
  }

  /**
   * Notes the owners an object names from now on; none where it is gone.
   *
   * @returns the owners it named before
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
