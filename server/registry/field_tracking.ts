/**
 * The ownership of fields as the verbs see it: who writes what of which resource.
 *
 * @module
 */
import { invalid } from "../api_error.ts";
import { setOf } from "../apply/field_set.ts";
import { validateManagedFields } from "../apply/manager_name.ts";
import { fieldElement } from "../apply/path_element.ts";
import type { OtherVersion, TrackedResource } from "../apply/tracked_resource.ts";
import { trackUpdate } from "../apply/track_update.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { shownAs } from "./conversion.ts";
import { schemaOf } from "./decode_object.ts";
import { timestamp } from "./object_meta.ts";
import type { Registry, VerbRequest } from "./registry.ts";
import {
  apiVersionOf,
  type FieldPaths,
  type ResourceDefinition,
  storageKey,
  type Strategy,
} from "./resource.ts";

/** Resources and subresources as ownership sees them, by server. */
const known = new WeakMap<Registry, Map<string, TrackedResource>>();

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
  const resources = known.get(registry) ?? new Map<string, TrackedResource>();
  known.set(registry, resources);
  const paths = resetPaths(strategy, object);
  const key = `${storageKey(definition)}/${definition.version}/${subresource} ${paths.join(" ")}`;
  const resource = resources.get(key) ?? {
    ...trackedVersion(registry, definition, paths),
    subresource,
    otherVersion: (apiVersion) => otherVersion(registry, definition, paths, apiVersion),
  };
  resources.set(key, resource);
  return resource;
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
