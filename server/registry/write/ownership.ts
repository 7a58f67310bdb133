/**
 * The ownership of fields in a write: the tracked resource of a request, and the managers after an
 * ordinary write.
 *
 * @module
 */
import { invalid } from "../../api_error.ts";
import { setOf } from "../../apply/field_set.ts";
import { fieldElement } from "../../apply/path_elements.ts";
import { validateManagedFields } from "../../apply/manager_names.ts";
import type {
  OtherVersion,
  TrackedResource,
  TrackedVersion,
} from "../../apply/merge_and_compare.ts";
import { trackField, trackUpdate } from "../../apply/track_update.ts";
import { type ApiObject, apiVersionOf, type JsonObject } from "../../object.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../object_meta.ts";
import {
  asObject,
  type FieldPaths,
  isOtherType,
  type ResourceDefinition,
  schemaOf,
  shownAs,
  type Strategy,
} from "../resource.ts";
import type { Write } from "./state.ts";

/**
 * Sets the `managedFields` of an object after a write that is not an apply.
 *
 * @throws {ApiError} Invalid for malformed managers in the request
 */
export function trackFields(write: Write, manager: string): void {
  const { definition, object, current, registry, view } = write;
  const { metadata } = object;
  const sent = metadata.managedFields;
  const causes = sent ? validateManagedFields(sent, "metadata.managedFields") : [];
  if (causes.length > 0) throw invalid(definition, metadata.name, causes);
  // Fields of another type have no schema, and all owners are lost.
  if (isOtherType(object, definition)) return setManagedFields(metadata, undefined);
  const update = {
    resource: trackedResource(write, object),
    live: current && shownAs(current.object, definition.conversion),
    object: shownAs(object, definition.conversion),
    manager,
    time: timestamp(registry.sources.clock.now()),
  };
  if (!view || !update.live) return setManagedFields(metadata, trackUpdate(update));
  const { changes } = view;
  const isEmptied = Boolean(valueAt(update.live, changes)) && !valueAt(update.object, changes);
  setManagedFields(metadata, trackField({ ...update, live: update.live }, changes, isEmptied));
}

const valueAt = (object: JsonObject, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => asObject(value)?.[name], object);

function setManagedFields(metadata: JsonObject, managedFields: JsonObject[] | undefined): void {
  if (managedFields) metadata.managedFields = managedFields;
  else delete metadata.managedFields;
}

/** The tracked resources of a server, by definition and by the fields that a write resets. */
const known = new WeakMap<
  Services["definitions"],
  Map<ResourceDefinition, Map<string, TrackedResource>>
>();

/**
 * Returns the tracked resource of a write.
 *
 * @param object the new or the stored object
 */
export function trackedResource(
  { registry, definition, strategy, context: { info: { subresource } } }: Write,
  object: ApiObject,
): TrackedResource {
  const paths = resetPaths(strategy, object);
  const resources = resourcesOf(registry, definition);
  const key = paths.length > 0 ? `${subresource} ${paths.join(" ")}` : subresource;
  let resource = resources.get(key);
  if (!resource) {
    resource = {
      ...trackedVersion(registry, definition, paths),
      subresource,
      ...(definition.initialFields && { initialFields: definition.initialFields }),
      otherVersion: (apiVersion) => otherVersion(registry, definition, paths, apiVersion),
    };
    resources.set(key, resource);
  }
  return resource;
}

function resourcesOf(
  { definitions }: Services,
  definition: ResourceDefinition,
): Map<string, TrackedResource> {
  let all = known.get(definitions);
  if (!all) known.set(definitions, all = new Map());
  let resources = all.get(definition);
  if (!resources) all.set(definition, resources = new Map());
  return resources;
}

/** Returns true if a write does not change any metadata of an object. */
export const resetsMetadata = (strategy: Strategy, object: ApiObject): boolean =>
  resetPaths(strategy, object).some((path) => path.length === 1 && path[0] === "metadata");

function resetPaths({ resetFields = [] }: Strategy, object: ApiObject): FieldPaths {
  return typeof resetFields === "function" ? resetFields(object) : resetFields;
}

const trackedVersion = (
  { dialect }: Services,
  definition: ResourceDefinition,
  resetFields: FieldPaths,
): TrackedVersion & { readonly checksResetFields: boolean } => ({
  apiVersion: apiVersionOf(definition),
  schema: schemaOf(definition, dialect),
  checksResetFields: dialect.name === "kubernetes",
  resetFields: setOf(...resetFields.map((path) => path.map(fieldElement))),
});

function otherVersion(
  registry: Services,
  definition: ResourceDefinition,
  paths: FieldPaths,
  apiVersion: string,
): OtherVersion | undefined {
  const other = registry.definitions.find((other) =>
    other.resource === definition.resource && apiVersionOf(other) === apiVersion
  );
  return other && {
    ...trackedVersion(registry, other, paths),
    convert: (object) => {
      const stored = definition.conversion?.toStorage(object as ApiObject) ?? object;
      return shownAs(stored as ApiObject, other.conversion);
    },
  };
}
