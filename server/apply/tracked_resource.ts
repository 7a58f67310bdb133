/**
 * What tracking ownership needs to know of the resource that is written.
 *
 * @module
 */
import type { ObjectSchema } from "../codec/schema.ts";
import type { JsonObject } from "../object.ts";
import { compare, type Comparison } from "./compare.ts";
import { emptyObject } from "./empty_object.ts";
import type { FieldSet } from "./field_set.ts";
import { withUnowned } from "./unowned_fields.ts";

/** A version of a resource. */
export interface TrackedVersion {
  readonly apiVersion: string;
  readonly schema: ObjectSchema;
  /** The fields that writes do not reach here, which nobody comes to own: `status`, for example. */
  readonly resetFields: FieldSet;
}

/** A resource or subresource as a write meets it. */
export interface TrackedResource extends TrackedVersion {
  /** The subresource, otherwise empty. */
  readonly subresource: string;
  /** What every object has from the beginning, beside what the schema tells of. */
  readonly alwaysThere?: JsonObject;
  /** Another version of the resource, in which earlier writers may own fields. */
  readonly otherVersion?: (apiVersion: string) => OtherVersion | undefined;
}

/** A version that is not the one of the write. */
export interface OtherVersion extends TrackedVersion {
  /** The object in this version. */
  convert(object: JsonObject): JsonObject;
}

/** A way to see the change from one object to another in any version; undefined where it is gone. */
export type Comparer = (apiVersion: string) => Comparison | undefined;

/** Compares two objects in the version of the write, and in others when they are asked for. */
export function comparer(
  resource: TrackedResource,
  before: JsonObject,
  after: JsonObject,
): Comparer {
  const own = compare(before, after, resource.schema, withUnowned(resource.resetFields));
  const others = new Map<string, Comparison | undefined>();
  return (apiVersion) => {
    if (apiVersion === resource.apiVersion) return own;
    if (!others.has(apiVersion)) others.set(apiVersion, compareAt(apiVersion));
    return others.get(apiVersion);
  };

  function compareAt(apiVersion: string): Comparison | undefined {
    const other = resource.otherVersion?.(apiVersion);
    if (!other) return undefined;
    const ignored = withUnowned(other.resetFields);
    return compare(other.convert(before), other.convert(after), other.schema, ignored);
  }
}

/** The schema of any version of a resource. */
export function schemaOfVersion(
  resource: TrackedResource,
  apiVersion: string,
): ObjectSchema | undefined {
  return apiVersion === resource.apiVersion
    ? resource.schema
    : resource.otherVersion?.(apiVersion)?.schema;
}

/** An object of a resource before anybody said anything. */
export const emptyOf = ({ schema, alwaysThere }: TrackedResource): JsonObject =>
  alwaysThere ? { ...emptyObject(schema), ...alwaysThere } : emptyObject(schema);
