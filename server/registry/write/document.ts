/**
 * What a document of a write has to be: its media type, its kind and version, and its form in
 * storage.
 *
 * @module
 */
import { ApiError, badRequest } from "../../api_error.ts";
import { type ParsedDocument, readJson } from "../../codec/json.ts";
import { loadProtobuf } from "../../codec/protobuf.ts";
import type { Schema } from "../../codec/schema.ts";
import { readYaml } from "../../codec/yaml.ts";
import type { RequestContext } from "../../context.ts";
import type { Dialect } from "../../dialect.ts";
import { type ApiObject, apiVersionOf, type Json, type JsonObject } from "../../object.ts";
import type { ResourceDefinition } from "../resource.ts";
import { mediaTypeOf } from "../write_options.ts";

/** What a body should be. */
export interface ExpectedBody {
  readonly apiVersion: string;
  readonly kind: string;
  /** True if an empty body of any media type is fine. @default {false} */
  readonly mayBeEmpty?: boolean;
}

/**
 * Returns the document in a request's body; undefined for an empty body.
 *
 * @throws {ApiError} UnsupportedMediaType unless the body may be empty, BadRequest for a body that
 *   cannot be parsed
 */
export async function readDocument(
  context: RequestContext,
  dialect: Dialect,
  { mayBeEmpty = false, ...expected }: ExpectedBody,
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

/** Returns the error of a body that no kind can be read from. */
export const unrecognized = ({ kind }: ResourceDefinition, why: string): ApiError =>
  badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ` +
      `couldn't get version/kind; json parse error: ${why}`,
  );

/** Checks the apiVersion and kind of an object: both may be omitted, but must match the path. */
export function checkKind({ apiVersion, kind }: JsonObject, definition: ResourceDefinition): void {
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
export function checkVersion({ apiVersion = "" }: JsonObject, type: ResourceDefinition): void {
  const expected = apiVersionOf(type);
  if (apiVersion === expected) return;
  throw badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version ` +
      `(${expected})`,
  );
}

/** Checks that the body of an apply is an object that names its apiVersion and kind. */
export function checkConfiguration(sent: JsonObject | undefined, type: ResourceDefinition): void {
  if (!sent) throw badRequest("Cannot read the body as it must be one object");
  const expected = apiVersionOf(type);
  const { apiVersion, kind } = sent;
  if (apiVersion === expected && kind === type.kind) return;
  if (apiVersion === expected) {
    throw badRequest(
      `the kind in the patch (${
        kind ?? ""
      }) does not match the kind of the resource (${type.kind})`,
    );
  }
  throw badRequest(
    "Incorrect version specified in apply patch. " +
      `Specified patch version: ${apiVersion ?? ""}, expected: ${expected}`,
  );
}

/** Returns a decoded object with its type, in the stored version. */
export function complete(object: JsonObject, definition: ResourceDefinition): ApiObject {
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

/** Returns a value without the fields that its schema does not have. */
export function knownFields(value: Json, schema: Schema): Json {
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
