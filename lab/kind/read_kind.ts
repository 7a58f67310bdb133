/**
 * Reads a kind of a running server from its discovery and its OpenAPI documents: the names and
 * facts of the resource, and its schema.
 *
 * @module
 */
import type { OpenApiSchema } from "@plumbline/server/codec";
import type { Json, JsonObject } from "@plumbline/server/api";
import { objectOf } from "../requests/schemas/openapi.ts";
import { type Definitions, readSchema } from "./schema.ts";

/** Reads a document of the server; undefined if it has none there. */
export type Read = (path: string) => Promise<JsonObject | undefined>;

/** A kind that was read: options of `defineResource`, and what they leave out. */
export interface ReadKind {
  readonly options: KindOptions;
  /** Sentences about what the documents do not state, or a resource cannot have. */
  readonly leftOut: readonly string[];
}

/** The options of `defineResource` that are data. */
export interface KindOptions {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced?: boolean;
  readonly status?: boolean;
  readonly unsupportedVerbs?: readonly string[];
  readonly schema: OpenApiSchema;
}

/** What discovery says of a resource. */
interface ListedResource {
  readonly name: string;
  readonly singularName?: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** The verbs that a resource supports unless it says otherwise. */
const VERBS = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

/** What no document of any server has. */
const NEVER_STATED = [
  "Protobuf: documents state no field numbers. The kind is served as JSON and YAML.",
  "Empty values: documents do not state for which fields an empty value is the same as none. All are kept.",
  "Rules: validation beyond the schema, immutable fields, and values that the server sets.",
  "Generations: `metadata.generation` counts changes, unless `countsGeneration: false` is added.",
  "Columns of Tables: the name and the age are shown.",
];

/**
 * Reads a kind.
 *
 * @param apiVersion the group and version, such as `apps/v1`, or `v1` for the core group
 * @throws {Error} if the server does not serve it
 */
export async function readKind(read: Read, apiVersion: string, kind: string): Promise<ReadKind> {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const path = group ? `apis/${apiVersion}` : `api/${apiVersion}`;
  const listed = (await read(`/${path}`))?.resources as unknown as readonly ListedResource[];
  if (!listed) throw new Error(`Cannot read ${kind} as the server does not serve ${apiVersion}`);
  const resource = listed.find((one) => one.kind === kind && !one.name.includes("/"));
  if (!resource) throw new Error(`Cannot read ${kind} as ${apiVersion} has no such kind`);
  const definitions = await definitionsOf(read, path);
  const name = Object.keys(definitions).find((name) =>
    isOf(definitions[name]!, { group, version, kind })
  );
  if (!name) throw new Error(`Cannot read ${kind} as no OpenAPI document describes it`);
  const { schema, leftOut } = readSchema(name, definitions);
  const subresources = listed.flatMap((one) =>
    one.name.startsWith(`${resource.name}/`) ? [one.name.slice(resource.name.length + 1)] : []
  );
  const others = subresources.filter((name) => name !== "status");
  const unsupportedVerbs = VERBS.filter((verb) => !resource.verbs.includes(verb));
  return {
    options: {
      group,
      version,
      kind,
      plural: resource.name,
      singular: resource.singularName || kind.toLowerCase(),
      ...(resource.shortNames && { shortNames: resource.shortNames }),
      ...(resource.categories && { categories: resource.categories }),
      namespaced: resource.namespaced,
      status: subresources.includes("status"),
      ...(unsupportedVerbs.length > 0 && { unsupportedVerbs }),
      schema,
    },
    leftOut: [
      ...NEVER_STATED,
      ...(others.length > 0 ? [`Subresources: ${others.join(", ")}.`] : []),
      ...leftOut,
    ],
  };
}

/** Returns the definitions of an API version: of its v3 document, else of the v2 document. */
async function definitionsOf(read: Read, path: string): Promise<Definitions> {
  const third = await read(`/openapi/v3/${path}`);
  const schemas = objectOf(third?.components).schemas;
  if (schemas) return schemas as Definitions;
  const second = await read("/openapi/v2");
  if (second?.definitions) return second.definitions as Definitions;
  throw new Error(`Cannot read the schemas of ${path} as the server has no OpenAPI document`);
}

function isOf(definition: JsonObject, wanted: Readonly<Record<string, string>>): boolean {
  const kinds = definition["x-kubernetes-group-version-kind"];
  return Array.isArray(kinds) &&
    kinds.some((one: Json) =>
      Object.entries(wanted).every(([key, value]) => (objectOf(one)[key] ?? "") === value)
    );
}
