/**
 * The custom resources that a server serves: they follow the stored CustomResourceDefinitions,
 * which requests, snapshots and replicas write. What serves them is loaded with the first one.
 *
 * @module
 */
import { type ApiObject, type Dialect, equal, type Sources } from "@plumbline/server/api";
import type { ResourceDefinition } from "@plumbline/server/resources";
import type { Storage, StoredVersion } from "@plumbline/server/storage";
import type { ServeOptions } from "./serve.ts";
import { specOf, statusOf } from "./custom_resource_definition.ts";
import { isTrue } from "../resources/conditions.ts";

/** A CustomResourceDefinition that is served. */
interface Served {
  readonly uid: string;
  /** What the definitions were made of. */
  readonly made: unknown;
  readonly definitions: readonly ResourceDefinition[];
  readonly ended: AbortController;
}

/** Options of {@linkcode CustomResources}. */
export interface CustomResourcesOptions {
  /** The stored objects, without the changes of plugins. */
  readonly storage: Storage;
  readonly dialect: Dialect;
  readonly sources: Sources;
  /** Runs after the definitions changed. */
  readonly onChange: () => void;
}

/** The custom resources of a server. */
export class CustomResources {
  readonly #storage: Storage;
  readonly #onChange: () => void;
  readonly #options: Omit<ServeOptions, "ended">;
  readonly #served = new Map<string, Served>();
  /** The storage key of CustomResourceDefinitions. */
  readonly key: string;
  #seen: number;
  #refreshing: Promise<void> | undefined;

  /** Creates a state without custom resources. */
  constructor({ storage, dialect, sources, onChange }: CustomResourcesOptions) {
    this.#storage = storage;
    this.#onChange = onChange;
    this.#options = { suffix: dialect.suffix, release: dialect.release, uid: () => sources.uid() };
    this.key = `apiextensions.${dialect.suffix}/customresourcedefinitions`;
    this.#seen = 0;
  }

  /** The definitions of all served versions. */
  get definitions(): readonly ResourceDefinition[] {
    return [...this.#served.values()].flatMap(({ definitions }) => definitions);
  }

  /** True if a CustomResourceDefinition was written since the last refresh. */
  get isStale(): boolean {
    return this.#storage.lastChange(this.key) !== this.#seen;
  }

  /** Returns all CustomResourceDefinitions. */
  async stored(): Promise<readonly ApiObject[]> {
    const { versions } = await this.#storage.list({ resource: this.key });
    return versions.map(({ object }) => object);
  }

  /** Follows the stored CustomResourceDefinitions. */
  async refresh(): Promise<void> {
    while (this.isStale) await (this.#refreshing ??= this.#refresh());
  }

  async #refresh(): Promise<void> {
    try {
      const seen = this.#storage.lastChange(this.key);
      const { versions } = await this.#storage.list({ resource: this.key });
      if (await this.#follow(versions)) this.#onChange();
      this.#seen = seen;
    } finally {
      this.#refreshing = undefined;
    }
  }

  /** Returns true if the definitions changed. */
  async #follow(versions: readonly StoredVersion[]): Promise<boolean> {
    const established = versions.filter(({ object }) => isTrue(object, "Established"));
    const names = new Set(established.map(({ key }) => key.name));
    let changed = false;
    for (const [name, served] of this.#served) {
      if (names.has(name)) continue;
      this.#served.delete(name);
      served.ended.abort();
      changed = true;
    }
    for (const version of established) {
      const { uid, name } = version.object.metadata;
      const made = { spec: specOf(version.object), names: statusOf(version.object).acceptedNames };
      const before = this.#served.get(name);
      if (before?.uid === uid && equal(before.made, made)) continue;
      const ended = new AbortController();
      const { serve } = await import("./serve.ts");
      const definitions = await serve(version, { ...this.#options, ended: ended.signal });
      before?.ended.abort();
      this.#served.set(name, { uid, made, definitions, ended });
      changed = true;
    }
    return changed;
  }
}
