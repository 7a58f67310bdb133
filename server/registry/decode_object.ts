/**
 * From a request's bytes to an object of the resource's kind.
 *
 * @module
 */
import { ApiError, badRequest } from "../api_error.ts";
import { parseJson, parseYaml } from "../codec/text.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import type { VerbRequest } from "./registry.ts";
import { apiVersionOf, asObject, type ResourceDefinition } from "./resource.ts";

/** The decoders by media type. */
const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  "application/json": parseJson,
  "application/yaml": parseYaml,
};

/**
 * The object in a request's body.
 *
 * @throws {ApiError} UnsupportedMediaType, or BadRequest for what is no object of the kind
 */
export async function decodeObject({ context, definition }: VerbRequest): Promise<ApiObject> {
  const decoded = asObject(await decodeBody(context));
  if (!decoded) throw badRequest("Cannot read the body as it must be one object");
  return toObject(decoded, definition);
}

/** The options in the body of a deletion; undefined where there are none. */
export async function decodeOptions({ context }: VerbRequest): Promise<JsonObject | undefined> {
  const decoded = await decodeBody(context, { optional: true });
  if (decoded === undefined) return undefined;
  const options = asObject(decoded);
  if (!options) throw badRequest("Cannot read the body as it must be one DeleteOptions object");
  return options;
}

async function decodeBody(
  context: VerbRequest["context"],
  { optional = false }: { optional?: boolean } = {},
): Promise<unknown> {
  const bytes = await context.body();
  if (bytes.length === 0) {
    if (optional) return undefined;
    throw badRequest("Cannot read the body as there is none");
  }
  const type = context.request.headers.get("content-type") ?? "application/json";
  const decode = DECODERS[mediaTypeOf(type)];
  if (!decode) {
    throw new ApiError(
      "UnsupportedMediaType",
      `Cannot read a body of the media type "${type}": use one of ${
        Object.keys(DECODERS).join(", ")
      }`,
    );
  }
  return decode(bytes);
}

/** A media type without its parameters. */
export const mediaTypeOf = (header: string): string =>
  header.split(";", 1)[0]!.trim().toLowerCase();

/**
 * Holds a decoded value against what all objects of a kind have in common.
 *
 * @throws {ApiError} BadRequest for another kind or metadata of the wrong types
 */
export function toObject(decoded: JsonObject, definition: ResourceDefinition): ApiObject {
  const { apiVersion, kind, metadata, ...rest } = decoded;
  const expected = { apiVersion: apiVersionOf(definition), kind: definition.kind };
  if (
    (kind ?? expected.kind) !== expected.kind ||
    (apiVersion ?? expected.apiVersion) !== expected.apiVersion
  ) {
    throw badRequest(
      `Cannot use an object of the kind ${JSON.stringify(kind)} in ${
        JSON.stringify(apiVersion)
      } here: it must be ${expected.kind} in ${expected.apiVersion}`,
    );
  }
  const meta = metadata === undefined || metadata === null ? {} : asObject(metadata);
  if (!meta) throw badRequest("Cannot read metadata as it must be an object");
  return { ...expected, metadata: toMetadata(meta), ...rest } as ApiObject;
}

const TEXTS = ["name", "namespace", "generateName", "uid", "resourceVersion"];
const MAPS = ["labels", "annotations"];

/** Metadata of the right types; fields that are null count as absent. */
function toMetadata(meta: JsonObject): JsonObject {
  const entries = Object.entries(meta).filter(([, value]) => value !== null);
  for (const [field, value] of entries) {
    const fits = TEXTS.includes(field)
      ? typeof value === "string"
      : MAPS.includes(field)
      ? asObject(value) &&
        Object.values(value as JsonObject).every((item) => typeof item === "string")
      : field === "finalizers"
      ? Array.isArray(value) && value.every((item) => typeof item === "string")
      : true;
    if (!fits) {
      throw badRequest(
        `Cannot read metadata.${field} as it has the wrong type: current value is ${
          JSON.stringify(value)
        }`,
      );
    }
  }
  return Object.fromEntries(entries);
}
