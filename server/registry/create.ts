/**
 * The verb create.
 *
 * @module
 */
import { alreadyExists, invalid } from "../api_error.ts";
import type { ApiObject } from "../object.ts";
import type { StoredVersion } from "../storage/storage.ts";
import { setDefaults } from "../codec/defaults.ts";
import { missingFields } from "../codec/required.ts";
import { decodeObject, storedSchemaOf } from "./decode_object.ts";
import { trackFields } from "./field_tracking.ts";
import { checkPlace, initializeMeta, validateMeta } from "./object_meta.ts";
import { keyOf, type Registry, type Result, type VerbRequest } from "./registry.ts";
import { translate } from "./storage_error.ts";
import { readWriteOptions } from "./write_options.ts";

/** Stores a new object (interface, "Operation templates", row create). */
export async function create(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const options = readWriteOptions(registry, context, "CreateOptions");
  const object = await decodeObject(registry, request, options);
  checkPlace(object, definition, context.info);
  const { dryRun, fieldManager: manager } = options;
  const version = await createObject(registry, request, object, { dryRun, manager });
  return { kind: "object", status: 201, version };
}

/** How an object is written. */
export interface WriteHow {
  readonly dryRun: boolean;
  /** Who comes to own what the write changes; undefined where its owners are known already. */
  readonly manager: string | undefined;
}

/** Stores a new object that was decoded already; a PUT and an apply create this way too. */
export async function createObject(
  registry: Registry,
  request: VerbRequest,
  object: ApiObject,
  { dryRun, manager }: WriteHow,
): Promise<StoredVersion> {
  const { definition, strategy } = request;
  const { namespace } = request.context.info;
  initializeMeta(object, definition, namespace, registry.sources);
  setDefaults(object, storedSchemaOf(definition, registry.dialect), registry.dialect);
  strategy.applyDefaults?.(object);
  if (manager !== undefined) trackFields(registry, request, { live: undefined, object, manager });
  strategy.prepareForCreate?.(object);
  const causes = [
    ...validateMeta(object.metadata, definition),
    ...missingFields(object, storedSchemaOf(definition, registry.dialect)),
    ...(strategy.validate?.(object) ?? []),
  ];
  if (causes.length > 0) throw invalid(definition, object.metadata.name ?? "", causes);
  const { name } = object.metadata;
  const { user } = request.context;
  await registry.admission.admit({ verb: "create", definition, namespace, name, user, object });
  const key = { ...keyOf(request), name };
  if (dryRun) return await rehearse(registry, request, key.name, object);
  try {
    const written = await registry.storage.transact(key, { expected: 0, object });
    await registry.admission.written(definition, object);
    return written;
  } catch (error) {
    throw translate(error, { storage: registry.storage, definition, name });
  }
}

/** What a dry run answers: the object as it would be, without a version as none was written. */
async function rehearse(
  { storage }: Registry,
  request: VerbRequest,
  name: string,
  object: ApiObject,
): Promise<StoredVersion> {
  const key = { ...keyOf(request), name };
  if (await storage.get(key)) throw alreadyExists(request.definition, name);
  return { key, revision: 0, object, encodings: new Map() };
}
