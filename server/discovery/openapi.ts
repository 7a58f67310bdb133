/**
 * Describes the served resources in OpenAPI v3 documents: the paths and schemas of each API version.
 *
 * @module
 */
import { versionOf } from "../api_versions/api_version.ts";
import type { Release } from "../release.ts";
import {
  definition,
  type Field,
  type ObjectSchema,
  type Schema,
  schemaOfKind,
} from "../codec/schema.ts";
import { listSchemaOf } from "../codec/openapi_schema.ts";
import type { Dialect } from "../dialect.ts";
import { apiVersionOf, type Json, type JsonObject } from "../object.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import { componentName, pathsOf } from "./openapi_paths.ts";
import { openApiV2 } from "./openapi_v2.ts";

/** Documents by the path of their group and version, such as `apis/apps/v1`. */
export interface OpenApi {
  /** The response of `/openapi/v3`: the path of each document. */
  index(): JsonObject;
  /** Returns one document, undefined if there is none. */
  document(path: string): JsonObject | undefined;
  /** Returns the v2 document of all API versions. */
  whole(): JsonObject;
}

/** Prepares the documents of the given resources. */
export function openApi(
  definitions: readonly ResourceDefinition[],
  { dialect, release }: { dialect: Dialect; release: Release },
): OpenApi {
  const groups = Map.groupBy(definitions, documentPath);
  const made = new Map<string, JsonObject>();

  function document(path: string): JsonObject | undefined {
    const members = groups.get(path);
    if (members && !made.has(path)) made.set(path, createDocument(members, dialect, release));
    return made.get(path);
  }

  const index = (): JsonObject => ({
    paths: Object.fromEntries(
      [...groups.keys()].map((path) => [path, { serverRelativeURL: `/openapi/v3/${path}` }]),
    ),
  });

  let v2: JsonObject | undefined;
  const whole = () => v2 ??= openApiV2([...groups.keys()].map((path) => document(path)!));

  return { index, document, whole };
}

function documentPath(member: ResourceDefinition): string {
  return member.group ? `apis/${apiVersionOf(member)}` : `api/${member.version}`;
}

function createDocument(
  members: readonly ResourceDefinition[],
  dialect: Dialect,
  release: Release,
): JsonObject {
  const schemas = new Map<string, JsonObject>();
  const kinds = new Set(
    members.flatMap(({ kind, answer }) => answer ? [kind] : [kind, `${kind}List`]),
  );
  for (const { kind, schema, described } of members) {
    if (!schema) continue;
    const extensions = kindOf(members[0]!, kind);
    if (described) schemas.set(componentName(schema.name), { ...described, ...extensions });
    else describeObject(schema, schemas, extensions);
    describeObject(listSchemaOf(schema), schemas, kindOf(members[0]!, `${kind}List`));
  }
  for (const kind of kinds) {
    const schema = schemaOfKind(apiVersionOf(members[0]!), kind, dialect);
    if (schema) describeObject(schema, schemas, kindOf(members[0]!, kind));
  }
  for (const { views = {} } of members) {
    for (const { definition: shown } of Object.values(views)) {
      const schema = schemaOfKind(apiVersionOf(shown), shown.kind, dialect);
      if (schema) describeObject(schema, schemas, kindOf(shown, shown.kind));
    }
  }
  for (const name of ["meta.v1.DeleteOptions", "meta.v1.Status"]) {
    describeObject(definition(name, dialect.release), schemas);
  }
  schemas.set(componentName("meta.v1.Patch"), { type: "object" });
  return {
    openapi: "3.0.0",
    info: { title: "Plumbline", version: versionOf(release).gitVersion },
    paths: Object.assign({}, ...members.map((member) => pathsOf(member, dialect))),
    components: { schemas: Object.fromEntries([...schemas].sort(([a], [b]) => a < b ? -1 : 1)) },
  };
}

const kindOf = ({ group, version }: ResourceDefinition, kind: string): JsonObject => ({
  "x-kubernetes-group-version-kind": [{ group, version, kind }],
});

/** Describes a definition and all definitions that it refers to. */
function describeObject(
  schema: ObjectSchema,
  schemas: Map<string, JsonObject>,
  extensions: JsonObject = {},
): void {
  const name = componentName(schema.name);
  if (schemas.has(name)) return;
  const described: JsonObject = { type: "object" };
  schemas.set(name, described);
  const fields = [...schema.fields.values()];
  const properties = fields.map((field) => [field.name, describeField(field, schemas)]);
  if (fields.length > 0) described.properties = Object.fromEntries(properties);
  const required = fields.filter((field) => field.required).map((field) => field.name);
  if (required.length > 0) described.required = required;
  if (schema.atomic) described["x-kubernetes-map-type"] = "atomic";
  Object.assign(described, extensions);
}

function describeField(field: Field, schemas: Map<string, JsonObject>): JsonObject {
  const described = describe(field.schema, schemas);
  const patches: JsonObject = {
    ...(field.patchStrategies.length > 0 && {
      "x-kubernetes-patch-strategy": field.patchStrategies.join(","),
    }),
    ...(field.mergeKey !== undefined && { "x-kubernetes-patch-merge-key": field.mergeKey }),
    ...(field.default !== undefined && { default: field.default }),
    ...(field.enum && { enum: [...field.enum] as Json[] }),
  };
  // A `$ref` allows no other keys beside it, so that it is wrapped in `allOf` if there are any.
  const wraps = "$ref" in described && Object.keys(patches).length > 0;
  return { ...(wraps ? { allOf: [described] } : described), ...patches };
}

/** The schemas of simple types. */
const PLAIN: Readonly<Record<string, JsonObject>> = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  number: { type: "number", format: "double" },
  bytes: { type: "string", format: "byte" },
  any: {},
};

/** The definitions of simple types that have one, which clients show as the type of a field. */
const NAMED: Readonly<Record<string, readonly [name: string, schema: JsonObject]>> = {
  time: ["meta.v1.Time", { type: "string", format: "date-time" }],
  microTime: ["meta.v1.MicroTime", { type: "string", format: "date-time" }],
  intOrString: [
    "intstr.IntOrString",
    { oneOf: [{ type: "integer" }, { type: "string" }], format: "int-or-string" },
  ],
  quantity: ["resource.Quantity", { oneOf: [{ type: "string" }, { type: "number" }] }],
  fields: ["meta.v1.FieldsV1", { type: "object" }],
};

function describe(schema: Schema, schemas: Map<string, JsonObject>): JsonObject {
  switch (schema.type) {
    case "integer":
      return { type: "integer", format: `int${schema.width}` };
    case "list":
      return {
        type: "array",
        items: describe(schema.items, schemas),
        ...(schema.listType !== "atomic" && { "x-kubernetes-list-type": schema.listType }),
        ...(schema.keys.length > 0 && { "x-kubernetes-list-map-keys": [...schema.keys] }),
      };
    case "map":
      return {
        type: "object",
        additionalProperties: describe(schema.values, schemas),
        ...(schema.atomic && { "x-kubernetes-map-type": "atomic" }),
      };
    case "object":
      describeObject(schema, schemas);
      return reference(schema.name);
    default: {
      const named = NAMED[schema.type];
      if (!named) return { ...PLAIN[schema.type]! };
      schemas.set(componentName(named[0]), named[1]);
      return reference(named[0]);
    }
  }
}

const reference = (name: string): JsonObject => ({
  $ref: `#/components/schemas/${componentName(name)}`,
});
