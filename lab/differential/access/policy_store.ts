/**
 * A store of roles and bindings with an authorizer over it.
 *
 * @module
 */
import { AdjustableClock, type ApiObject } from "@plumbline/server/api";
import { MemoryStorage, type ObjectKey } from "@plumbline/server/storage";
import { type Authorizer, rbacAuthorizer } from "@plumbline/server/access";
import { PLURALS } from "./policies.ts";

const keyOf = ({ apiVersion, kind, metadata }: ApiObject): ObjectKey => ({
  resource: `${apiVersion.split("/")[0]}/${PLURALS[kind]}`,
  namespace: metadata.namespace ?? "",
  name: metadata.name,
});

const isSame = (one: ApiObject, other: ApiObject) =>
  JSON.stringify(keyOf(one)) === JSON.stringify(keyOf(other));

/** A store whose policy can be changed object by object. */
export class PolicyStore {
  readonly storage: MemoryStorage = new MemoryStorage({ clock: new AdjustableClock() });
  readonly authorizer: Authorizer;
  #policy: readonly ApiObject[] = [];

  /** Creates an empty store. */
  constructor(suffix = "svc.io") {
    this.authorizer = rbacAuthorizer(this.storage, suffix);
  }

  /** All roles and bindings. */
  get policy(): readonly ApiObject[] {
    return this.#policy;
  }

  /** Returns the object of the same kind, namespace and name. */
  find(object: ApiObject): ApiObject | undefined {
    return this.#policy.find((other) => isSame(object, other));
  }

  /** Creates or replaces an object. */
  async put(object: ApiObject): Promise<void> {
    await this.#write(object, structuredClone(object));
    this.#policy = [...this.#policy.filter((other) => !isSame(object, other)), object];
  }

  /** Removes an object. */
  async remove(object: ApiObject): Promise<void> {
    await this.#write(object, undefined);
    this.#policy = this.#policy.filter((other) => !isSame(object, other));
  }

  /** Replaces the whole policy. */
  async replace(next: readonly ApiObject[]): Promise<void> {
    for (const object of this.#policy) await this.remove(object);
    for (const object of next) await this.put(object);
  }

  async #write(at: ApiObject, object: ApiObject | undefined): Promise<void> {
    const key = keyOf(at);
    const expected = (await this.storage.get(key))?.revision ?? 0;
    await this.storage.transact(key, { expected, object });
  }
}
