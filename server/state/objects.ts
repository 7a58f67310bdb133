/**
 * What a server holds, for whoever runs it: read past the interface, so that nothing of it stands in
 * the journal.
 *
 * @module
 */
import type { Registry } from "../registry/contracts.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import type { Storage } from "../storage/storage.ts";
import { storedResources } from "./stored_resources.ts";

/** A type of objects. */
export interface ObjectType {
  /** What it is called here: `deployments.apps`; without a dot for the core group: `secrets`. */
  readonly type: string;
  /** For example `Deployment`. */
  readonly kind: string;
  /** False for cluster-scoped ones. */
  readonly namespaced: boolean;
  /** How many objects there are. */
  readonly count: number;
}

/** An object as far as it is listed. */
export interface ObjectName {
  /** Empty for cluster-scoped ones. */
  readonly namespace: string;
  /** The name, alone in its namespace. */
  readonly name: string;
  /** When it was created: a time as the interface writes it. */
  readonly created: string;
}

/** Which objects are listed. */
export interface ObjectRange {
  /** Only those whose namespace, slash and name have this text in them. */
  readonly contains?: string;
  /** At most so many. @default {500} */
  readonly limit?: number;
}

/** Some objects of a type. */
export interface ObjectList {
  /** In the order of namespace, then name. */
  readonly objects: readonly ObjectName[];
  /** How many there are of those asked for, listed or not. */
  readonly total: number;
}

/** Tells what a server holds. */
export interface ServerObjects {
  /** Changes whenever an object does. */
  revision(): number;
  /** The types of objects that are served, with how many there are of each. */
  types(): Promise<readonly ObjectType[]>;
  /**
   * The objects of a type.
   *
   * @throws {RangeError} where there is no such type
   */
  list(type: string, range?: ObjectRange): Promise<ObjectList>;
  /**
   * One object in the version it is stored in, whatever it holds; undefined where there is none.
   *
   * @param place empty for cluster-scoped objects
   * @throws {RangeError} where there is no such type
   */
  get(
    type: string,
    place: Pick<ObjectName, "namespace" | "name">,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** How many objects are listed unless more are asked for. */
const LIMIT = 500;

/** Reads a store, past all faults. */
export function serverObjects(storage: Storage, registry: () => Registry): ServerObjects {
  const resources = () => storedResources(registry().definitions);

  function keyOf(type: string): string {
    for (const [key, definition] of resources()) if (typeOf(definition) === type) return key;
    const known = [...resources().values()].map(typeOf);
    throw new RangeError(`There is no type "${type}": use one of ${known.join(", ")}`);
  }

  async function countOf(resource: string): Promise<number> {
    return (await storage.list({ resource }, { limit: 0 })).remaining;
  }

  return {
    revision: () => storage.currentRevision(),
    types: () =>
      Promise.all([...resources()].map(async ([key, definition]) => ({
        type: typeOf(definition),
        kind: definition.kind,
        namespaced: definition.namespaced,
        count: await countOf(key),
      }))),
    async list(type, { contains = "", limit = LIMIT } = {}) {
      const resource = keyOf(type);
      const filter = ({ metadata: { namespace = "", name } }: Named) =>
        `${namespace}/${name}`.includes(contains);
      const { versions } = await storage.list({ resource }, contains ? { filter } : { limit });
      return {
        objects: versions.slice(0, limit).map(({ key: { namespace, name }, object }) => ({
          namespace,
          name,
          created: object.metadata.creationTimestamp,
        })),
        total: contains ? versions.length : await countOf(resource),
      };
    },
    async get(type, { namespace, name }) {
      const version = await storage.get({ resource: keyOf(type), namespace, name });
      return version && structuredClone(version.object);
    },
  };
}

interface Named {
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

const typeOf = ({ group, resource }: ResourceDefinition) =>
  group ? `${resource}.${group}` : resource;
