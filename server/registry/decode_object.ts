/**
 * From a request's bytes to an object of the resource's kind.
 *
 * @module
 */
import { ApiError, badRequest } from "../api_error.ts";
import type { Decoded } from "../codec/decode.ts";
import { type ParsedDocument, readJson } from "../codec/json.ts";
import { loadProtobuf } from "../codec/protobuf.ts";
import { readYaml } from "../codec/yaml.ts";
import { type ObjectSchema, schemaOfKind } from "../codec/schema.ts";
import type { RequestContext } from "../context.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { dropRepeatedOwners } from "./owner_references.ts";
import type { Registry, VerbRequest } from "./registry.ts";
import { apiVersionOf, asObject, type ResourceDefinition } from "./resource.ts";
import type { WriteOptions } from "./write_options.ts";

/**
 * The object in a request's body, as it is stored (interface, "Field validation").
 *
 * @throws {ApiError} UnsupportedMediaType, or BadRequest for what is no object of the kind
 */
export async function decodeObject(
  registry: Registry,
  { context, definition }: VerbRequest,
  { fieldValidation }: WriteOptions,
): Promise<ApiObject> {
  const { dialect, steps } = registry;
  const document = await steps.readDocument(context, dialect, {
    apiVersion: apiVersionOf(definition),
    kind: definition.kind,
  });
  if (!document) throw badRequest("Cannot read the body as there is none");
  const sent = asObject(document.value);
  if (!sent) throw badRequest("Cannot read the body as it must be one object");
  checkKind(sent, definition);
  const decoded = steps.decode(document, schemaOf(definition, dialect));
  steps.judgeDroppedFields(decoded, fieldValidation).forEach((item) => context.warnings.add(item));
  const object = complete(decoded.object, definition);
  dropRepeatedOwners(object.metadata, context.warnings);
  return object;
}

/**
 * The object that a patch makes of another one, as it is stored.
 *
 * @param duplicates the fields that occur more than once in the patch itself
 * @throws {ApiError} Invalid for what is no object of the kind, BadRequest for fields to drop
 */
export function decodePatched(
  registry: Registry,
  { context, definition }: VerbRequest,
  patched: Json,
  { fieldValidation }: WriteOptions,
  duplicates: readonly string[] = [],
): ApiObject {
  const { steps } = registry;
  const { object, unknown } = outcomeOf(registry, patched, definition);
  steps.judgeDroppedFields({ unknown, duplicates }, fieldValidation)
    .forEach((item) => context.warnings.add(item));
  const outcome = complete(object, definition);
  dropRepeatedOwners(outcome.metadata, context.warnings);
  if (outcome.metadata.name) return outcome;
  throw badRequest("Cannot apply the patch as what it makes has no metadata.name");
}

/** It is the patch that is at fault where what it makes is no object of the kind. */
function outcomeOf(
  { steps, dialect }: Registry,
  patched: Json,
  definition: ResourceDefinition,
): Decoded {
  try {
    const object = asObject(patched);
    if (!object) throw badRequest("Cannot apply the patch as what remains is no object");
    checkKind(object, definition);
    return steps.decodeValue(object, schemaOf(definition, dialect));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const causes = [{
      reason: "FieldValueInvalid",
      field: "patch",
      message: error.message,
    }] as const;
    throw new ApiError("Invalid", error.message, { causes });
  }
}

/** The schema of objects as clients of this version send and see them. */
export function schemaOf(definition: ResourceDefinition, dialect: Dialect): ObjectSchema {
  return schemaNamed(apiVersionOf(definition), definition.kind, dialect);
}

/** The schema of objects as they are stored. */
export function storedSchemaOf(definition: ResourceDefinition, dialect: Dialect): ObjectSchema {
  const apiVersion = definition.conversion?.storedApiVersion ?? apiVersionOf(definition);
  return schemaNamed(apiVersion, definition.kind, dialect);
}

/** Every resource has a schema: a test holds that. */
function schemaNamed(apiVersion: string, kind: string, { suffix }: Dialect): ObjectSchema {
  const schema = schemaOfKind(apiVersion, kind, suffix);
  if (!schema) throw new Error(`Cannot find the schema of the kind ${kind} of ${apiVersion}`);
  return schema;
}

/** The options in the body of a deletion; undefined where there are none. */
export async function decodeOptions(
  { dialect, steps }: Registry,
  { context, definition }: VerbRequest,
): Promise<JsonObject | undefined> {
  const document = await steps.readDocument(context, dialect, {
    apiVersion: apiVersionOf(definition),
    kind: "DeleteOptions",
    mayBeEmpty: true,
  });
  if (!document) return undefined;
  const options = asObject(document.value);
  if (!options) throw badRequest("Cannot read the body as it must be one DeleteOptions object");
  return options;
}

/**
 * The document in a request's body; undefined where there is none. What is said to be of an unknown
 * type is refused for that, unless there may be nothing to read.
 */
export async function readDocument(
  context: RequestContext,
  dialect: Dialect,
  { mayBeEmpty = false, ...expected }: { apiVersion: string; kind: string; mayBeEmpty?: boolean },
): Promise<ParsedDocument | undefined> {
  const header = context.request.headers.get("content-type") || "application/json";
  const bytes = await context.body();
  if (bytes.length === 0 && (mayBeEmpty || isReadable(header, dialect))) return undefined;
  switch (mediaTypeOf(header)) {
    case "application/json":
      return readJson(bytes);
    case "application/yaml":
      return readYaml(bytes);
    case dialect.protobuf: {
      const { decodeProtobuf } = await loadProtobuf();
      return { value: decodeProtobuf(bytes, { dialect, expected }), duplicates: [], decimals: [] };
    }
    default:
      throw new ApiError(
        "UnsupportedMediaType",
        `Cannot read a body of the media type "${header}": use one of application/json, ` +
          `application/yaml, ${dialect.protobuf}`,
      );
  }
}

const isReadable = (header: string, { protobuf }: Dialect) =>
  ["application/json", "application/yaml", protobuf].includes(mediaTypeOf(header));

/** A media type without its parameters. */
export const mediaTypeOf = (header: string): string =>
  header.split(";", 1)[0]!.trim().toLowerCase();

/** An object may leave out what the place already says, but not say otherwise. */
function checkKind({ apiVersion, kind }: JsonObject, definition: ResourceDefinition): void {
  const expected = apiVersionOf(definition);
  // What is empty is left out.
  if ((kind || definition.kind) === definition.kind && (apiVersion || expected) === expected) {
    return;
  }
  // What is left out is not what is wrong.
  const given = [
    ...(kind ? [`of the kind ${JSON.stringify(kind)}`] : []),
    ...(apiVersion ? [`in ${JSON.stringify(apiVersion)}`] : []),
  ];
  throw badRequest(
    `Cannot use an object ${given.join(" ")} here: it must be ${definition.kind} in ${expected}`,
  );
}

function complete(object: JsonObject, definition: ResourceDefinition): ApiObject {
  const { apiVersion: _, kind: __, metadata = {}, ...rest } = object;
  const whole = {
    apiVersion: apiVersionOf(definition),
    kind: definition.kind,
    metadata,
    ...rest,
  } as ApiObject;
  return definition.conversion ? definition.conversion.toStorage(whole) : whole;
}
