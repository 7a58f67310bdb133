/**
 * The verb create.
 *
 * @module
 */
import { alreadyExists, invalid } from "../api_error.ts";
import type { ApiObject } from "../object.ts";
import type { StoredVersion } from "../storage/storage.ts";
import { storedSchemaOf } from "./decode_object.ts";
import { keyOf, type Registry, type Result, type VerbRequest } from "./registry.ts";

/** Stores a new object (interface, "Operation templates", row create). */
export async function create(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const { steps } = registry;
  const options = steps.readWriteOptions(registry, context, "CreateOptions");
  const object = await steps.decodeObject(registry, request, options);
  steps.checkPlace(object, definition, context.info);
  const { dryRun, fieldManager: manager } = options;
  const version = await steps.createObject(registry, request, object, { dryRun, manager });
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
  const { steps } = registry;
  const { definition, strategy } = request;
  const { namespace } = request.context.info;
  steps.initializeMeta(object, definition, namespace, registry.sources);
  steps.setDefaults(object, storedSchemaOf(definition, registry.dialect), registry.dialect);
  strategy.applyDefaults?.(object);
  if (manager !== undefined) {
    steps.trackFields(registry, request, { live: undefined, object, manager });
  }
  strategy.prepareForCreate?.(object);
  const causes = [
    ...steps.validateMeta(object.metadata, definition),
    ...steps.missingFields(object, storedSchemaOf(definition, registry.dialect)),
    ...(strategy.validate?.(object) ?? []),
  ];
  if (causes.length > 0) throw invalid(definition, object.metadata.name ?? "", causes);
  const { name } = object.metadata;
  const { user } = request.context;
  await registry.admission.admit({ verb: "create", definition, namespace, name, user, object });
  const key = { ...keyOf(request), name };
  if (dryRun) return await steps.rehearse(registry, request, key.name, object);
  try {
    const written = await registry.storage.transact(key, { expected: 0, object });
    await registry.admission.written(definition, object);
    return written;
  } catch (error) {
    throw steps.translate(error, { storage: registry.storage, definition, name });
  }
}

/** What a dry run answers: the object as it would be, without a version as none was written. */
export async function rehearse(
  { storage }: Registry,
  request: VerbRequest,
  name: string,
  object: ApiObject,
): Promise<StoredVersion> {
  const key = { ...keyOf(request), name };
  if (await storage.get(key)) throw alreadyExists(request.definition, name);
  return { key, revision: 0, object, encodings: new Map() };
}
