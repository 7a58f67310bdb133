/**
 * Reads the stored objects directly: without a request, authorization or a journal entry.
 *
 * @module
 */
import { nearestWord } from "@plumbline/runtime/nearest_word";
import type { Registry } from "../registry/contracts.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import type { Storage } from "../storage/storage.ts";
import { storedResources } from "./stored_resources.ts";

/** A type of stored objects. */
export interface ObjectType {
  /** The plural name and the group: `deployments.apps`, or `secrets` for the core group. */
  readonly type: string;
  /** For example `Deployment`. */
  readonly kind: string;
  /** False for cluster-scoped ones. */
  readonly namespaced: boolean;
  /** The number of objects. */
  readonly count: number;
}

/** The summary of an object in a list. */
export interface ObjectName {
  /** Empty for cluster-scoped ones. */
  readonly namespace: string;
  /** The name. */
  readonly name: string;
  /** The creation time in RFC 3339. */
  readonly created: string;
}

/** The selection of objects in a list. */
export interface ObjectRange {
  /** Only objects whose `<namespace>/<name>` contains this text. */
  readonly contains?: string;
  /** The maximum number of objects. @default {500} */
  readonly limit?: number;
}

/** A list of objects of one type. */
export interface ObjectList {
  /** In the order of namespace, then name. */
  readonly objects: readonly ObjectName[];
  /** The number of selected objects, including those beyond the limit. */
  readonly total: number;
}

/** Reads the stored objects. */
export interface ServerObjects {
  /** Returns a number that grows with each write. */
  revision(): number;
  /** Lists the types of objects, with the number of objects of each. */
  types(): Promise<readonly ObjectType[]>;
  /**
   * Lists objects of a type.
   *
   * @throws {RangeError} for an unknown type
   */
  list(type: string, range?: ObjectRange): Promise<ObjectList>;
  /**
   * Returns a copy of an object in its stored API version, or undefined if there is none.
   *
   * @param type the type, such as `secrets`
   * @param place the namespace, empty for cluster-scoped objects, and the name
   * @throws {RangeError} for an unknown type
   */
  get(
    type: string,
    place: Pick<ObjectName, "namespace" | "name">,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
}

const LIMIT = 500;

/** Reads a storage, without the changes of plugins. */
export function serverObjects(storage: Storage, registry: () => Registry): ServerObjects {
  const resources = () => storedResources(registry().definitions);

  function keyOf(type: string): string {
    for (const [key, definition] of resources()) if (typeOf(definition) === type) return key;
    const known = [...resources().values()].map(typeOf);
    const nearest = nearestWord(type, known);
    const meant = nearest === undefined
      ? `Use one of ${known.join(", ")}`
      : `Did you mean ${nearest}?`;
    throw new RangeError(`Cannot find the type "${type}". ${meant}`);
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
