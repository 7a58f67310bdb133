/**
 * Converts objects between the versions of a custom resource.
 *
 * @module
 */
import { type ApiObject, copyOf, type JsonObject } from "@plumbline/server/api";
import type { CustomResourceSpec, CustomVersion } from "./custom_resource_definition.ts";
import type { JsonSchema } from "./json_schema.ts";
import { prune } from "./prune.ts";
import { setSchemaDefaults } from "./schema_defaults.ts";

/** Converts objects to an `apiVersion`, in their order, without changing them. */
export type ConvertAll = (
  objects: readonly ApiObject[],
  apiVersion: string,
) => readonly ApiObject[] | Promise<readonly ApiObject[]>;

/** The conversion strategy `None`: only the `apiVersion` changes. */
export const convertByNone: ConvertAll = (objects, apiVersion) =>
  objects.map((object) => ({ ...object, apiVersion }));

/** Returns the schema of a version, also of one that is not served. */
export const schemaOfVersion = (spec: CustomResourceSpec, name: string): JsonSchema | undefined =>
  spec.versions.find((version) => version.name === name)?.schema?.openAPIV3Schema;

/** Returns the version that objects are stored in. */
export const storedVersionOf = ({ versions }: CustomResourceSpec): CustomVersion =>
  versions.find(({ storage }) => storage)!;

/** Returns an object without the fields that a schema does not have, as a copy. */
export function pruned(object: ApiObject, schema: JsonSchema): ApiObject {
  const { metadata, ...rest } = object;
  const { value } = prune(rest, schema, { isResource: true });
  return { ...value as JsonObject, metadata } as ApiObject;
}

/** Returns an object as a read shows it: pruned and with the defaults of a schema. */
export function completed(object: ApiObject, schema: JsonSchema): ApiObject {
  const { metadata, ...rest } = pruned(object, schema);
  const fields = copyOf(rest as JsonObject);
  setSchemaDefaults(fields, schema);
  return { ...fields, metadata } as ApiObject;
}
