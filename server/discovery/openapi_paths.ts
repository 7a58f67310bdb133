/**
 * The operations of a resource as OpenAPI v3 describes them (specification, "Operation templates").
 *
 * @module
 */
import { schemaOfKind } from "../codec/schema.ts";
import type { Dialect } from "../dialect.ts";
import { apiVersionOf, type JsonObject } from "../object.ts";
import { type ResourceDefinition, subresourceVerbs } from "../registry/resource.ts";

/** Returns the public name of a definition: `core.v1.Secret` is `io.k8s.api.core.v1.Secret`. */
export function componentName(name: string): string {
  // The names of resources that are not built in begin with their group, which has a dot.
  if (name.split(".").length > 3) return name;
  if (name === "resource.Quantity") return `io.k8s.apimachinery.pkg.api.${name}`;
  if (name === "intstr.IntOrString") return `io.k8s.apimachinery.pkg.util.${name}`;
  return name.startsWith("meta.") ? `io.k8s.apimachinery.pkg.apis.${name}` : `io.k8s.api.${name}`;
}

/** An operation: its method, its verb in the `x-kubernetes-action` extension, its parameters. */
interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly action: string;
  readonly parameters: readonly Parameter[];
  readonly body?: "object" | "patch" | "options";
  readonly answer: "object" | "list" | "status";
  readonly statuses: readonly number[];
}

type Parameter = readonly [name: string, type: "string" | "integer" | "boolean"];

const WRITE: readonly Parameter[] = [
  ["dryRun", "string"],
  ["fieldManager", "string"],
  ["fieldValidation", "string"],
];
const SELECT: readonly Parameter[] = [
  ["continue", "string"],
  ["fieldSelector", "string"],
  ["labelSelector", "string"],
  ["limit", "integer"],
  ["resourceVersion", "string"],
  ["resourceVersionMatch", "string"],
  ["timeoutSeconds", "integer"],
];
const DELETION: readonly Parameter[] = [
  ["dryRun", "string"],
  ["gracePeriodSeconds", "integer"],
  ["propagationPolicy", "string"],
];

const get: Operation = {
  method: "get",
  action: "get",
  parameters: [],
  answer: "object",
  statuses: [200],
};
const put: Operation = {
  method: "put",
  action: "put",
  parameters: WRITE,
  body: "object",
  answer: "object",
  statuses: [200, 201],
};
const patch: Operation = {
  method: "patch",
  action: "patch",
  parameters: [...WRITE, ["force", "boolean"]],
  body: "patch",
  answer: "object",
  statuses: [200, 201],
};
const post: Operation = {
  method: "post",
  action: "post",
  parameters: WRITE,
  body: "object",
  answer: "object",
  statuses: [200, 201, 202],
};
const list: Operation = {
  method: "get",
  action: "list",
  parameters: [...SELECT, ["allowWatchBookmarks", "boolean"], ["watch", "boolean"]],
  answer: "list",
  statuses: [200],
};
const remove: Operation = {
  method: "delete",
  action: "delete",
  parameters: DELETION,
  body: "options",
  answer: "status",
  statuses: [200, 202],
};
const removeAll: Operation = {
  ...remove,
  action: "deletecollection",
  parameters: [...SELECT, ...DELETION],
  statuses: [200],
};

const PATCH_TYPES = [
  "application/apply-patch+yaml",
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
];

const patchTypesOf = ({ hasStrategicMerge }: ResourceDefinition): readonly string[] =>
  hasStrategicMerge === false
    ? PATCH_TYPES.filter((type) => !type.includes("strategic"))
    : PATCH_TYPES;

/** Returns the paths of a resource with their operations. */
export function pathsOf(definition: ResourceDefinition, dialect: Dialect): JsonObject {
  const base = definition.group
    ? `/apis/${apiVersionOf(definition)}`
    : `/api/${definition.version}`;
  const { resource, namespaced, answer, unsupportedVerbs = [] } = definition;
  const isSupported = ({ action }: Operation) => !unsupportedVerbs.includes(action);
  const collection = `${base}/${namespaced ? "namespaces/{namespace}/" : ""}${resource}`;
  const place = (path: string, operations: readonly Operation[], shown = definition) =>
    [path, pathItem(path, operations, shown, dialect)] as const;
  if (answer) return Object.fromEntries([place(collection, [post])]);
  return Object.fromEntries([
    place(collection, [list, post, removeAll].filter(isSupported)),
    place(`${collection}/{name}`, [get, put, patch, remove]),
    ...(namespaced ? [place(`${base}/${resource}`, [list])] : []),
    ...Object.entries(definition.subresources ?? {}).map(([subresource, strategy]) =>
      place(
        `${collection}/{name}/${subresource}`,
        [get, put, patch].filter(({ action }) =>
          subresourceVerbs(strategy).includes(action === "put" ? "update" : action)
        ),
        definition.views?.[subresource]?.definition,
      )
    ),
  ]);
}

function pathItem(
  path: string,
  operations: readonly Operation[],
  definition: ResourceDefinition,
  dialect: Dialect,
): JsonObject {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    ...Object.fromEntries(
      operations.map((operation) => [operation.method, describe(operation, definition, dialect)]),
    ),
    parameters: [...inPath, queryParameter(["pretty", "string"])],
  };
}

const queryParameter = ([name, type]: Parameter): JsonObject => ({
  name,
  in: "query",
  schema: { type, uniqueItems: true },
});

function describe(
  operation: Operation,
  definition: ResourceDefinition,
  dialect: Dialect,
): JsonObject {
  const { group, version, kind } = definition;
  const names = {
    object: schemaName(definition, kind, dialect),
    list: schemaName(definition, definition.listKind ?? `${kind}List`, dialect),
    status: componentName("meta.v1.Status"),
    options: componentName("meta.v1.DeleteOptions"),
    patch: componentName("meta.v1.Patch"),
  };
  const types = ["application/json", "application/yaml", dialect.protobuf];
  const answer = { content: content(types, names[operation.answer]) };
  return {
    parameters: operation.parameters.map(queryParameter),
    ...(operation.body && {
      requestBody: {
        content: content(
          operation.body === "patch" ? patchTypesOf(definition) : ["*/*"],
          names[operation.body],
        ),
        ...(operation.body !== "options" && { required: true }),
      },
    }),
    responses: {
      ...Object.fromEntries(
        operation.statuses.map((status) => [status, { description: TEXTS[status]!, ...answer }]),
      ),
      401: { description: "Unauthorized" },
    },
    "x-kubernetes-action": operation.action,
    "x-kubernetes-group-version-kind": { group, version, kind },
  };
}

const TEXTS: Readonly<Record<number, string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

const content = (types: readonly string[], name: string): JsonObject =>
  Object.fromEntries(
    types.map((type) => [type, { schema: { $ref: `#/components/schemas/${name}` } }]),
  );

function schemaName(definition: ResourceDefinition, kind: string, dialect: Dialect): string {
  if (definition.schema) {
    const { name } = definition.schema;
    if (kind === definition.kind) return componentName(name);
    if (kind === (definition.listKind ?? `${definition.kind}List`)) {
      return componentName(`${name}List`);
    }
  }
  const schema = schemaOfKind(apiVersionOf(definition), kind, dialect);
  return schema ? componentName(schema.name) : kind;
}
