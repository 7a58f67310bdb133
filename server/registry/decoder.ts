/**
 * Decodes request bodies into objects of the resource's kind.
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
import { dropRepeatedOwners, withEmptyMeta } from "./object_meta.ts";
import { asObject, type ResourceDefinition, schemaOf } from "./resource.ts";
import {
  mediaTypeOf,
  readDeleteOptions,
  readWriteOptions,
  type WriteOptions,
} from "./write_options.ts";

/**
 * Returns the object in a request's body, in the stored version (specification, "Field
 * validation").
 *
 * @throws {ApiError} UnsupportedMediaType, or BadRequest for a body that is not an object of the
 * kind
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
  if (!document) throw unrecognized(definition, "unexpected end of JSON input (<empty>)");
  await context.pause?.();
  const sent = asObject(document.value);
  if (!sent) throw unrecognized(definition, "json: cannot unmarshal a value that is no object");
  const schema = schemaOf(definition, dialect);
  // Custom resources are decoded whatever their type is.
  if (!schema.read) checkKind(sent, definition);
  const decoded = decoder.decode(document, schema);
  const rejected = `${definition.kind} in version "${definition.version}" cannot be handled as a ` +
    definition.kind;
  decoder.judgeDroppedFields({ ...decoded, rejected }, fieldValidation).forEach((item) =>
    context.warnings.add(item)
  );
  // The kind is left to the validation.
  if (schema.read) checkVersion(sent, definition);
  await context.pause?.();
  const object = complete(decoded.object, definition);
  dropRepeatedOwners(object.metadata, context.warnings);
  return object;
}

const unrecognized = ({ kind }: ResourceDefinition, why: string): ApiError =>
  badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ` +
      `couldn't get version/kind; json parse error: ${why}`,
  );

/**
 * Returns the result of a patch, in the stored version.
 *
 * @param details.duplicates the fields that occur more than once in the patch itself
 * @param details.isApplied true for the result of an apply
 * @throws {ApiError} Invalid for a result that is not an object of the kind, BadRequest for dropped
 * fields
 */
function decodePatched(
  registry: Registry,
  { context, definition }: VerbRequest,
  patched: Json,
  { fieldValidation }: WriteOptions,
  { duplicates = [], isApplied = false }: {
    readonly duplicates?: readonly string[];
    readonly isApplied?: boolean;
  } = {},
): ApiObject {
  const { decoder } = registry;
  const { object, unknown, isReformed } = outcomeOf(registry, patched, definition, isApplied);
  decoder.judgeDroppedFields({ unknown, duplicates }, fieldValidation)
    .forEach((item) => context.warnings.add(item));
  const outcome = complete(object, definition);
  dropRepeatedOwners(outcome.metadata, context.warnings);
  if (isApplied && isReformed) outcome.metadata = withEmptyMeta(outcome.metadata);
  if (outcome.metadata.name) return outcome;
  throw badRequest("Cannot apply the patch as what it makes has no metadata.name");
}

/** Decodes the result of a patch: if it is not an object of the kind, the patch is invalid. */
function outcomeOf(
  { decoder, dialect }: Registry,
  patched: Json,
  definition: ResourceDefinition,
  isApplied: boolean,
): Decoded {
  const schema = schemaOf(definition, dialect);
  try {
    const object = asObject(patched);
    if (!object) throw badRequest("Cannot apply the patch as what remains is no object");
    if (!schema.read) checkKind(object, definition);
    else if (!object.apiVersion) checkVersion(object, definition);
    return decoder.decodeValue(object, schema, { isApplied });
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

/** Returns the DeleteOptions in the body; undefined for an empty body. */
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
 * Returns the document in a request's body; undefined for an empty body. An unknown media type is
 * rejected unless the body may be empty.
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

/** Checks the apiVersion and kind of an object: both may be omitted, but must match the path. */
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

/** Checks that an object has the apiVersion of a custom resource. */
function checkVersion({ apiVersion = "" }: JsonObject, definition: ResourceDefinition): void {
  const expected = apiVersionOf(definition);
  if (apiVersion === expected) return;
  throw badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version ` +
      `(${expected})`,
  );
}

function complete(object: JsonObject, definition: ResourceDefinition): ApiObject {
  const { apiVersion: sentVersion, kind: sentKind, metadata = {}, ...rest } = object;
  // That of a custom resource is validated.
  const isOpen = definition.schema?.read !== undefined;
  const apiVersion = (isOpen && sentVersion) || apiVersionOf(definition);
  const kind = (isOpen && sentKind) || definition.kind;
  // Real servers write built-in kinds in the order of their types, and others by the alphabet.
  const type = definition.schema ? { apiVersion, kind } : { kind, apiVersion };
  const whole = { ...type, metadata, ...rest } as ApiObject;
  return definition.conversion ? definition.conversion.toStorage(whole) : whole;
}

/** Returns the configuration in a request's body, without defaults and with its empty values. */
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
  // The typed form of a configuration has no formats: they count where the object changes.
  const ignoresFormats = registry.dialect.name === "kubernetes" && !schema.read;
  const dropped = decoder.decode(document, schema, { ignoresFormats, isApplied: true });
  decoder.judgeDroppedFields(dropped, fieldValidation).forEach((item) =>
    context.warnings.add(item)
  );
  if (dropped.unknown.length === 0) return sent;
  if (!schema.read) return knownFields(sent, schema) as JsonObject;
  const { apiVersion, kind } = sent;
  return { apiVersion: apiVersion!, kind: kind!, ...dropped.object };
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

/** Returns a value without the fields that its schema does not have. */
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

/** Checks that the name and namespace of an object match the request path. */
function checkPlace(
  object: JsonObject,
  definition: ResourceDefinition,
  info: RequestInfo,
): void {
  const metadata = asObject(object.metadata) ?? {};
  const namespace = metadata.namespace ?? "";
  // For cluster-scoped kinds the namespace is ignored.
  if (definition.namespaced && namespace !== "" && namespace !== info.namespace) {
    throw badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  }
  const { name = "" } = metadata;
  // A name that is no text is reported by its type.
  if (info.name && typeof name === "string" && name !== "" && name !== info.name) {
    throw badRequest(
      `the name of the object (${name}) does not match the name on the URL (${info.name})`,
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
