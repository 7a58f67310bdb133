/**
 * Decodes what clients send: from the bytes of a request to an object of the resource's kind.
 *
 * @module
 */
import { ApiError, badRequest } from "../api_error.ts";
import { type ParsedDocument, readJson } from "../codec/json.ts";
import { decode, type Decoded, decodeValue, judgeDroppedFields } from "../codec/decode.ts";
import { loadProtobuf } from "../codec/protobuf.ts";
import { readYaml } from "../codec/yaml.ts";
import type { Schema } from "../codec/schema.ts";
import type { RequestContext, RequestInfo } from "../context.ts";
import type { Dialect } from "../dialect.ts";
import { type ApiObject, apiVersionOf, type Json, type JsonObject } from "../object.ts";
import type { Decoder, Registry, VerbRequest } from "./contracts.ts";
import { dropRepeatedOwners } from "./object_meta.ts";
import { asObject, type ResourceDefinition, schemaOf } from "./resource.ts";
import {
  mediaTypeOf,
  readDeleteOptions,
  readWriteOptions,
  type WriteOptions,
} from "./write_options.ts";

/**
 * The object in a request's body, as it is stored (interface, "Field validation").
 *
 * @throws {ApiError} UnsupportedMediaType, or BadRequest for what is no object of the kind
 */
async function decodeObject(
  registry: Registry,
  { context, definition }: VerbRequest,
  { fieldValidation }: WriteOptions,
): Promise<ApiObject> {
  const { dialect, decoder } = registry;
  const document = await decoder.readDocument(context, dialect, {
    apiVersion: apiVersionOf(definition),
    kind: definition.kind,
  });
  const unrecognized =
    `the object provided is unrecognized (must be of type ${definition.kind}): ` +
    "couldn't get version/kind; json parse error";
  if (!document) throw badRequest(`${unrecognized}: unexpected end of JSON input (<empty>)`);
  const sent = asObject(document.value);
  if (!sent) throw badRequest(`${unrecognized}: json: cannot unmarshal a value that is no object`);
  checkKind(sent, definition);
  const decoded = decoder.decode(document, schemaOf(definition, dialect));
  const rejected = `${definition.kind} in version "${definition.version}" cannot be handled as a ` +
    definition.kind;
  decoder.judgeDroppedFields({ ...decoded, rejected }, fieldValidation).forEach((item) =>
    context.warnings.add(item)
  );
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
function decodePatched(
  registry: Registry,
  { context, definition }: VerbRequest,
  patched: Json,
  { fieldValidation }: WriteOptions,
  duplicates: readonly string[] = [],
): ApiObject {
  const { decoder } = registry;
  const { object, unknown } = outcomeOf(registry, patched, definition);
  decoder.judgeDroppedFields({ unknown, duplicates }, fieldValidation)
    .forEach((item) => context.warnings.add(item));
  const outcome = complete(object, definition);
  dropRepeatedOwners(outcome.metadata, context.warnings);
  if (outcome.metadata.name) return outcome;
  throw badRequest("Cannot apply the patch as what it makes has no metadata.name");
}

/** It is the patch that is at fault where what it makes is no object of the kind. */
function outcomeOf(
  { decoder, dialect }: Registry,
  patched: Json,
  definition: ResourceDefinition,
): Decoded {
  try {
    const object = asObject(patched);
    if (!object) throw badRequest("Cannot apply the patch as what remains is no object");
    checkKind(object, definition);
    return decoder.decodeValue(object, schemaOf(definition, dialect));
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

/** The options in the body of a deletion; undefined where there are none. */
async function decodeOptions(
  { dialect, decoder }: Registry,
  { context, definition }: VerbRequest,
): Promise<JsonObject | undefined> {
  const document = await decoder.readDocument(context, dialect, {
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
async function readDocument(
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
      return await readYaml(bytes);
    case dialect.protobuf: {
      const { decodeProtobuf } = await loadProtobuf();
      return { value: decodeProtobuf(bytes, { dialect, expected }), duplicates: [], decimals: [] };
    }
    default:
      throw new ApiError(
        "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include: " +
          `application/json, application/yaml, ${dialect.protobuf}`,
      );
  }
}

const isReadable = (header: string, { protobuf }: Dialect) =>
  ["application/json", "application/yaml", protobuf].includes(mediaTypeOf(header));

/** An object may leave out what the place already says, but not say otherwise. */
function checkKind({ apiVersion, kind }: JsonObject, definition: ResourceDefinition): void {
  const expected = apiVersionOf(definition);
  // An empty value counts as missing.
  if ((kind || definition.kind) === definition.kind && (apiVersion || expected) === expected) {
    return;
  }
  throw badRequest(
    `${kind || definition.kind} in version "${apiVersion || expected}" cannot be handled as a ` +
      `${definition.kind}: the resource has kind "${definition.kind}" in version "${expected}"`,
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

/** The configuration in a request's body, with nothing filled in and nothing empty left out. */
async function decodeApplied(
  registry: Registry,
  { context, definition }: VerbRequest,
  { fieldValidation }: WriteOptions,
): Promise<JsonObject> {
  const { decoder } = registry;
  const document = await readYaml(await context.body());
  const sent = asObject(document.value);
  if (!sent) throw badRequest("Cannot read the body as it must be one object");
  checkIdentity(sent, definition);
  decoder.checkPlace(sent, definition, context.info);
  const schema = schemaOf(definition, registry.dialect);
  const dropped = decoder.decode(document, schema);
  decoder.judgeDroppedFields(dropped, fieldValidation).forEach((item) =>
    context.warnings.add(item)
  );
  return dropped.unknown.length > 0 ? knownFields(sent, schema) as JsonObject : sent;
}

/** Checks that a configuration names its apiVersion and kind. */
function checkIdentity({ apiVersion, kind }: JsonObject, definition: ResourceDefinition): void {
  const expected = apiVersionOf(definition);
  if (apiVersion === expected && kind === definition.kind) return;
  if (apiVersion === expected) {
    throw badRequest(
      `the kind in the patch (${kind ?? ""}) does not match the kind of the resource ` +
        `(${definition.kind})`,
    );
  }
  throw badRequest(
    "Incorrect version specified in apply patch. " +
      `Specified patch version: ${apiVersion ?? ""}, expected: ${expected}`,
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

/** Makes sure that the object is one for this place: its kind and namespace are the request's. */
function checkPlace(
  object: JsonObject,
  definition: ResourceDefinition,
  info: RequestInfo,
): void {
  const metadata = asObject(object.metadata) ?? {};
  const namespace = metadata.namespace ?? "";
  // Where there are no namespaces, what is said of one means nothing.
  if (definition.namespaced && namespace !== "" && namespace !== info.namespace) {
    throw badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  }
  if (info.name && (metadata.name ?? "") !== "" && metadata.name !== info.name) {
    throw badRequest(
      `the name of the object (${metadata.name}) does not match the name on the URL (${info.name})`,
    );
  }
}

/** The standard implementation. */
export const decoder: Decoder = {
  readWriteOptions,
  readDeleteOptions,
  readDocument,
  decode,
  decodeValue,
  judgeDroppedFields,
  decodeObject,
  decodePatched,
  decodeApplied,
  decodeOptions,
  checkPlace,
};
