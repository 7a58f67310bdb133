/**
 * The verb create for virtual resources: an answer is computed, nothing is stored.
 *
 * @module
 */
import { invalid } from "../api_error.ts";
import type { ApiObject } from "../object.ts";
import { wipeServerMeta } from "./object_meta.ts";
import type { Registry, Result, VerbRequest } from "./registry.ts";
import { storageKey } from "./resource.ts";

/**
 * Answers an object that was posted (interface, "Review endpoints"). A dry run is no different, as
 * there is nothing it could leave out.
 */
export async function answer(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition, strategy } = request;
  const { namespace } = context.info;
  const { steps } = registry;
  const options = steps.readWriteOptions(registry, context, "CreateOptions");
  const object = await steps.decodeObject(registry, request, options);
  wipeServerMeta(object.metadata);
  if (!definition.namespaced) delete object.metadata.namespace;
  steps.checkPlace(object, definition, context.info);
  if (definition.namespaced) object.metadata.namespace = namespace;
  delete object.status;
  strategy.applyDefaults?.(object);
  const causes = strategy.validate?.(object) ?? [];
  if (causes.length > 0) throw invalid(definition, "", causes);
  const answered = await definition.answer!(object, { user: context.user, namespace });
  const key = { resource: storageKey(definition), namespace, name: "" };
  const version = { key, revision: 0, object: answered as ApiObject, encodings: new Map() };
  return { kind: "object", status: 201, version };
}
