/**
 * The storage as one version of a custom resource sees it: objects are converted to the version,
 * pruned and with defaults when they are read, and converted to the stored version when they are
 * written.
 *
 * @module
 */
import { type ApiObject, equal } from "@plumbline/server/api";
import { withoutEmptyMeta } from "@plumbline/server/parts";
import type {
  ListOptions,
  Storage,
  StorageEvent,
  StoredList,
  StoredVersion,
  WatchCursor,
} from "@plumbline/server/storage";
import {
  completed,
  type ConvertAll,
  pruned,
  schemaOfVersion,
  storedVersionOf,
} from "./conversion.ts";
import type { CustomResourceSpec } from "./custom_resource_definition.ts";
import { hasEmbedded } from "./json_schema.ts";
import { prune } from "./prune.ts";

/** The versions of a custom resource, and since when their schemas are these. */
export interface Versions {
  readonly spec: CustomResourceSpec;
  /** The revision since which objects are written by these schemas. */
  readonly since: number;
  readonly convert: ConvertAll;
}

/** Returns the storage as a version sees it. */
export function versionStorage(storage: Storage, version: string, versions: Versions): Storage {
  const { spec, since, convert } = versions;
  const apiVersion = `${spec.group}/${version}`;
  const stored = `${spec.group}/${storedVersionOf(spec).name}`;
  const schemaFor = (name: string) => schemaOfVersion(spec, name.slice(spec.group.length + 1));
  const known = new WeakMap<StoredVersion, StoredVersion>();
  const own = schemaFor(apiVersion);
  const reformed = new WeakMap<StoredVersion, boolean>();
  const isCurrent = (one: StoredVersion): boolean => {
    const { revision, object } = one;
    return revision >= since && object.apiVersion === apiVersion &&
      withoutEmptyMeta(object) === object && !lacksStatus(object) && !isReformed(one);
  };

  /** Returns true without the default of the status: a write of an object drops its status. */
  const lacksStatus = (object: ApiObject): boolean =>
    object.status === undefined && own?.properties?.status?.default !== undefined;

  /** Returns true if an embedded object has another form than reads show. */
  const isReformed = own && hasEmbedded(own)
    ? (one: StoredVersion): boolean => {
      const isKnown = reformed.get(one) ?? prune(one.object, own, { isResource: true }).isReformed;
      reformed.set(one, isKnown);
      return isKnown;
    }
    : () => false;

  /** Converts objects, whatever their versions are. */
  async function convertAll(objects: readonly ApiObject[], to: string): Promise<ApiObject[]> {
    const converted: ApiObject[] = [...objects];
    const others = objects.flatMap((object, at) => object.apiVersion === to ? [] : [at]);
    if (others.length === 0) return converted;
    const results = await convert(others.map((at) => objects[at]!), to);
    const schema = schemaFor(to);
    others.forEach((at, index) => {
      const object = results[index]!;
      converted[at] = schema ? pruned(object, schema) : object;
    });
    return converted;
  }

  /** Returns versions as a read shows them; the same ones where nothing changes. */
  async function readAll(found: readonly StoredVersion[]): Promise<readonly StoredVersion[]> {
    const missing = found.filter((one) => !isCurrent(one) && !known.has(one));
    const objects = missing.map(({ object }) => {
      const schema = schemaFor(object.apiVersion);
      return withoutEmptyMeta(schema ? completed(object, schema) : object);
    });
    const converted = missing.length > 0 ? await convertAll(objects, apiVersion) : [];
    missing.forEach((one, at) => {
      const isStale = one.object.apiVersion !== stored || !equal(one.object, objects[at]);
      known.set(one, { ...one, object: converted[at]!, encodings: new Map(), isStale });
    });
    return found.map((one) => known.get(one) ?? one);
  }

  const read = async (found: StoredVersion): Promise<StoredVersion> =>
    isCurrent(found) ? found : (await readAll([found]))[0]!;

  async function list(
    collection: Parameters<Storage["list"]>[0],
    options: ListOptions = {},
  ): Promise<StoredList> {
    const { filter, limit, ...rest } = options;
    // A filter reads fields of this version, so that it follows the conversion.
    if (!filter) {
      const page = await storage.list(collection, options);
      return { ...page, versions: await readAll(page.versions) };
    }
    const all = await storage.list(collection, rest);
    const versions = (await readAll(all.versions)).filter(({ object }) => filter(object));
    if (!limit || versions.length <= limit) return { ...all, versions, remaining: 0 };
    return { ...all, versions: versions.slice(0, limit), remaining: 1 };
  }

  function watch(collection: Parameters<Storage["watch"]>[0], after: number): WatchCursor {
    const cursor = storage.watch(collection, after);
    return {
      get revision() {
        return cursor.revision;
      },
      async next(signal) {
        const events = await cursor.next(signal);
        const needed = events.flatMap(({ version, previous }) =>
          previous ? [version, previous] : [version]
        );
        if (needed.every(isCurrent)) return events;
        await readAll(needed);
        const shown = (one: StoredVersion) => known.get(one) ?? one;
        return events.map((event): StorageEvent => ({
          ...event,
          version: shown(event.version),
          ...(event.previous && { previous: shown(event.previous) }),
        }));
      },
    };
  }

  return {
    currentRevision: () => storage.currentRevision(),
    lastChange: (resource) => storage.lastChange(resource),
    compact: (revision) => storage.compact(revision),
    async get(key) {
      const found = await storage.get(key);
      return found && await read(found);
    },
    list,
    watch,
    async transact(key, { expected, object }) {
      if (!object || object.apiVersion === stored) {
        return await read(await storage.transact(key, { expected, object }));
      }
      const [converted] = await convertAll([object], stored);
      const schema = schemaFor(stored);
      const whole = schema ? completed(converted!, schema) : converted!;
      return await read(await storage.transact(key, { expected, object: whole }));
    },
  };
}
