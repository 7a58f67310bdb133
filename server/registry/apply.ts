/**
 * The verb apply: a patch that says all its sender has an opinion about (interface, "Server-side
 * apply").
 *
 * @module
 */
import { ApiError, badRequest, conflict, notFound } from "../api_error.ts";
import { readYaml } from "../codec/yaml.ts";
import type { Schema } from "../codec/schema.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { shownAs } from "./conversion.ts";
import { schemaOf } from "./decode_object.ts";
import { trackedResource } from "./field_tracking.ts";
import { timestamp } from "./object_meta.ts";
import { keyOf, type Registry, type Result, type VerbRequest } from "./registry.ts";
import { apiVersionOf, asObject, type ResourceDefinition } from "./resource.ts";
import type { WriteOptions } from "./write_options.ts";

/** The media type of an apply. */
export const APPLY_PATCH = "application/apply-patch+yaml";

/** Merges a configuration into an object, or makes the object where there is none. */
export async function apply(
  registry: Registry,
  request: VerbRequest,
): Promise<Result> {
  const { context, definition } = request;
  const { steps } = registry;
  const options = steps.readWriteOptions(registry, context, "PatchOptions", { applies: true });
  const { dryRun, fieldManager: manager, force } = options;
  if (context.info.subresource) await expectObject(registry, request);
  const applied = await steps.decodeApplied(registry, request, options);
  const merge = (live: ApiObject | undefined): ApiObject => {
    const merged = steps.applyObject({
      resource: trackedResource(registry, request, live ?? applied as ApiObject),
      live: live && shownAs(live, definition.conversion),
      applied,
      manager,
      force,
      time: timestamp(registry.sources.clock.now()),
    });
    return steps.decodePatched(registry, request, insistAs(applied, merged), options);
  };
  const how = { dryRun, manager: undefined };
  for (;;) {
    const isThere = await registry.storage.get(keyOf(request)) !== undefined;
    try {
      if (isThere) {
        const version = await steps.updateObject(registry, request, merge, how);
        return { kind: "object", status: 200, version };
      }
      await steps.permitCreation(registry, request);
      const object = startObject(merge(undefined), request);
      const version = await steps.createObject(registry, request, object, how);
      return { kind: "object", status: 201, version };
    } catch (error) {
      // Somebody else created or removed the object in between: it is looked for again.
      const reason = error instanceof ApiError ? error.reason : undefined;
      if (reason !== (isThere ? "NotFound" : "AlreadyExists")) throw error;
    }
  }
}

/** A version, uid or name that the applier gives must be the object's, even if nothing else changes. */
function insistAs(applied: JsonObject, merged: JsonObject): JsonObject {
  const { resourceVersion, uid, name } = asObject(applied.metadata) ?? {};
  const named = {
    ...(resourceVersion && { resourceVersion }),
    ...(uid && { uid }),
    // To give no name is one thing, to give an empty one another.
    ...(name !== undefined && { name }),
  };
  return { ...merged, metadata: { ...asObject(merged.metadata), ...named } };
}

/** The configuration in a request's body, with nothing filled in and nothing empty left out. */
export async function decodeApplied(
  registry: Registry,
  { context, definition }: VerbRequest,
  { fieldValidation }: WriteOptions,
): Promise<JsonObject> {
  const { steps } = registry;
  const document = readYaml(await context.body());
  const sent = asObject(document.value);
  if (!sent) throw badRequest("Cannot read the body as it must be one object");
  checkIdentity(sent, definition);
  steps.checkPlace(sent, definition, context.info);
  const schema = schemaOf(definition, registry.dialect);
  const dropped = steps.decode(document, schema);
  steps.judgeDroppedFields(dropped, fieldValidation).forEach((item) => context.warnings.add(item));
  return dropped.unknown.length > 0 ? knownFields(sent, schema) as JsonObject : sent;
}

/** What is applied must say what it is, as it may be kept and sent anywhere. */
function checkIdentity({ apiVersion, kind }: JsonObject, definition: ResourceDefinition): void {
  const expected = apiVersionOf(definition);
  if (apiVersion === expected && kind === definition.kind) return;
  throw badRequest(
    `Cannot apply an object of the kind ${JSON.stringify(kind ?? "")} in ${
      JSON.stringify(apiVersion ?? "")
    } here: it must be ${definition.kind} in ${expected}`,
  );
}

/** A value without the fields that its schema does not know. */
function knownFields(value: Json, schema: Schema): Json {
  if (Array.isArray(value)) {
    return schema.type === "list" ? value.map((item) => knownFields(item, schema.items)) : value;
  }
  if (typeof value !== "object" || value === null || schema.type !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]) => {
      const field = schema.fields.get(name);
      return field ? [[name, knownFields(child, field.schema)]] : [];
    }),
  );
}

/** A subresource is of an object that is there: applying to it creates nothing. */
async function expectObject(registry: Registry, request: VerbRequest): Promise<void> {
  const isThere = await registry.storage.get(keyOf(request)) !== undefined;
  if (!isThere) throw notFound(request.definition, request.context.info.name);
}

/** Lets an apply pass that creates, if its sender may create. */
export async function permitCreation(
  registry: Registry,
  { context, definition }: VerbRequest,
): Promise<void> {
  if (context.info.subresource) throw notFound(definition, context.info.name);
  await registry.authorize(context, "create");
}

/** The object that an apply begins with; whatever version it was applied to, it has none yet. */
function startObject(
  { metadata: { resourceVersion: _, ...metadata }, ...rest }: ApiObject,
  { context, definition }: VerbRequest,
): ApiObject {
  const { name } = context.info;
  if (!metadata.name) {
    throw badRequest(`Cannot create "${name}" as the object has no metadata.name`);
  }
  if (metadata.uid) throw conflict(definition, name, `none has the uid ${metadata.uid}`);
  return { ...rest, metadata } as ApiObject;
}
