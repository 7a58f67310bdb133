/**
 * Converts the OpenAPI v3 documents to a single v2 document: clients up to release 1.28 read only
 * this one before they apply or create from files.
 *
 * @module
 */
import type { Json, JsonObject } from "../object.ts";

/** The media types of its Protobuf form: the one that clients send, and the correct one. */
const ASKED = [
  "application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
  "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
];

/** Returns true if an Accept header asks for the document as Protobuf. */
export function asksForOpenApiProtobuf(accept: string | null): boolean {
  const first = (accept ?? "").split(",")[0]!.split(";")[0]!.trim();
  return ASKED.includes(first);
}

/** Encodes a v2 document as Protobuf. The codec is loaded on first use. */
export async function encodeOpenApiV2(document: JsonObject): Promise<Uint8Array<ArrayBuffer>> {
  return (await import("./openapi_v2_protobuf.ts")).encodeDocument(document);
}

/** Returns the v2 document with the content of the v3 documents. */
export function openApiV2(documents: readonly JsonObject[]): JsonObject {
  const paths = Object.assign({}, ...documents.map((document) => document.paths));
  const schemas = Object.assign(
    {},
    ...documents.map(({ components }) => (components as JsonObject).schemas),
  );
  return {
    swagger: "2.0",
    info: documents[0]?.info ?? {},
    paths: mapValues(paths, pathItem),
    definitions: mapValues(schemas, schemaOf),
  };
}

function pathItem(item: JsonObject): JsonObject {
  const { parameters, ...operations } = item;
  return {
    ...mapValues(operations as Record<string, JsonObject>, operation),
    parameters: (parameters as JsonObject[]).map(parameter),
  };
}

function operation(
  { parameters, requestBody, responses, ...extensions }: JsonObject,
): JsonObject {
  const body = requestBody as JsonObject | undefined;
  const answers = Object.values(responses as Record<string, JsonObject>);
  return {
    ...(body && { consumes: Object.keys(contentOf(body)) }),
    produces: Object.keys(contentOf(answers[0]!)),
    parameters: [
      ...(body ? [bodyParameter(body)] : []),
      ...(parameters as JsonObject[]).map(parameter),
    ],
    responses: mapValues(responses as Record<string, JsonObject>, response),
    ...extensions,
  };
}

const bodyParameter = (body: JsonObject): JsonObject => ({
  name: "body",
  in: "body",
  ...(body.required === true && { required: true }),
  schema: schemaInContent(body)!,
});

/** Moves a parameter's schema, which v3 nests, beside its name. */
const parameter = ({ schema, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  ...schema as JsonObject,
});

function response(answer: JsonObject): JsonObject {
  const schema = schemaInContent(answer);
  return { description: answer.description!, ...(schema && { schema }) };
}

const contentOf = ({ content = {} }: JsonObject) => content as Record<string, JsonObject>;

/** Returns the schema of a body; it is the same in all media types. */
function schemaInContent(body: JsonObject): JsonObject | undefined {
  const first = Object.values(contentOf(body))[0];
  return first && schemaOf(first.schema as JsonObject);
}

/** Omits what v2 cannot express; of several types, the one that includes all of them is kept. */
function schemaOf(
  { allOf, oneOf, anyOf: _, not: __, nullable: ___, ...schema }: JsonObject,
): JsonObject {
  const { $ref, items, additionalProperties, properties } = schema;
  return {
    ...(allOf !== undefined && schemaOf((allOf as JsonObject[])[0]!)),
    ...(oneOf !== undefined && { type: "string" }),
    ...schema,
    ...($ref !== undefined && { $ref: `#/definitions/${String($ref).split("/").at(-1)}` }),
    ...(items !== undefined && { items: schemaOf(items as JsonObject) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: schemaOf(additionalProperties as JsonObject),
    }),
    ...(properties !== undefined && {
      properties: mapValues(properties as Record<string, JsonObject>, schemaOf),
    }),
  };
}

const mapValues = (
  object: Readonly<Record<string, JsonObject>>,
  change: (value: JsonObject) => Json,
): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
