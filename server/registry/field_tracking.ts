/**
 * The ownership of fields as the verbs see it: who writes what of which resource.
 *
 * @module
 */
import { invalid } from "../api_error.ts";
import { fieldElement, setOf } from "../apply/field_set.ts";
import { validateManagedFields } from "../apply/managers.ts";
import { type OtherVersion, type TrackedResource, trackUpdate } from "../apply/track_update.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { shownAs } from "./conversion.ts";
import { schemaOf } from "./decode_object.ts";
import { timestamp } from "./object_meta.ts";
import type { Registry, VerbRequest } from "./registry.ts";
import {
  apiVersionOf,
  type FieldPaths,
  type ResourceDefinition,
  type Strategy,
} from "./resource.ts";

/** Resources as ownership sees them, by server and by what writes do not reach. */
const known = new WeakMap<Registry, Map<ResourceDefinition, Map<string, TrackedResource>>>();

/**
 * The resource of a request as ownership sees it.
 *
 * @param object what is written, or what is there
 */
export function trackedResource(
  registry: Registry,
  request: VerbRequest,
  object: ApiObject,
): TrackedResource {
  const { definition, strategy, context: { info: { subresource } } } = request;
  const paths = resetPaths(strategy, object);
  const resources = resourcesOf(registry, definition);
  const key = paths.length > 0 ? `${subresource} ${paths.join(" ")}` : subresource;
  let resource = resources.get(key);
  if (!resource) {
    resource = {
      ...trackedVersion(registry, definition, paths),
      subresource,
      otherVersion: (apiVersion) => otherVersion(registry, definition, paths, apiVersion),
    };
    resources.set(key, resource);
  }
  return resource;
}

function resourcesOf(
  registry: Registry,
  definition: ResourceDefinition,
): Map<string, TrackedResource> {
  const definitions = known.get(registry) ?? new Map();
  known.set(registry, definitions);
  const resources = definitions.get(definition) ?? new Map();
  definitions.set(definition, resources);
  return resources;
}

function resetPaths({ resetFields = [] }: Strategy, object: ApiObject): FieldPaths {
  return typeof resetFields === "function" ? resetFields(object) : resetFields;
}

const trackedVersion = (
  { dialect }: Registry,
  definition: ResourceDefinition,
  resetFields: FieldPaths,
) => ({
  apiVersion: apiVersionOf(definition),
  schema: schemaOf(definition, dialect),
  resetFields: setOf(...resetFields.map((path) => path.map(fieldElement))),
});

function otherVersion(
  registry: Registry,
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

/** A write as the trail of ownership has it. */
export interface TrackedWrite {
  /** The object before; undefined for a create. As it is stored, like the other. */
  readonly live: ApiObject | undefined;
  /** The object as the write has it, before what the server keeps of the old one. */
  readonly object: ApiObject;
  readonly manager: string;
}

/**
 * Sets the `managedFields` of an object that an ordinary write makes.
 *
 * @throws {ApiError} Invalid for managers that were sent along and cannot be called so
 */
export function trackFields(
  registry: Registry,
  request: VerbRequest,
  { live, object, manager }: TrackedWrite,
): void {
  const { conversion } = request.definition;
  const sent = object.metadata.managedFields;
  const causes = sent ? validateManagedFields(sent, "metadata.managedFields") : [];
  if (causes.length > 0) throw invalid(request.definition, object.metadata.name, causes);
  const managedFields = trackUpdate({
    resource: trackedResource(registry, request, object),
    live: live && shownAs(live, conversion),
    object: shownAs(object, conversion),
    manager,
    time: timestamp(registry.sources.clock.now()),
  });
  setManagedFields(object.metadata, managedFields);
}

function setManagedFields(metadata: JsonObject, managedFields: JsonObject[] | undefined): void {
  if (managedFields) metadata.managedFields = managedFields;
  else delete metadata.managedFields;
}
