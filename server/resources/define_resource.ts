/**
 * Defines custom resources by an OpenAPI v3 schema, like a CustomResourceDefinition.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import {
  applySchemaDefaults,
  objectSchemaOf,
  type OpenApiSchema,
  validateSchema,
} from "../codec/openapi_schema.ts";
import type { ApiObject } from "../object.ts";
import type { Column, ResourceDefinition, Strategy } from "../registry/resource.ts";

/** Options of a custom resource. */
export interface ResourceOptions {
  /** The API group, for example `acme.example`. */
  readonly group: string;
  /** The API version, for example `v1`. */
  readonly version: string;
  /** The kind, for example `Widget`. */
  readonly kind: string;
  /** The plural name in paths, in lower case. */
  readonly plural: string;
  /** The singular name. @default {the kind in lower case} */
  readonly singular?: string;
  /** Short names, as `kubectl get` accepts them. */
  readonly shortNames?: readonly string[];
  /** Groups of resources that contain this one, such as `all`. */
  readonly categories?: readonly string[];
  /** True for objects in namespaces. @default {true} */
  readonly namespaced?: boolean;
  /** The fields beside `apiVersion`, `kind` and `metadata`. */
  readonly schema: OpenApiSchema;
  /** True for a subresource `status`: only writes to it change the field `status`. @default {false} */
  readonly status?: boolean;
  /** The verbs that the resource does not support, of the eight that a resource has. */
  readonly unsupportedVerbs?: readonly string[];
  /** True if `metadata.generation` counts changes of everything but the status. @default {true} */
  readonly countsGeneration?: boolean;
  /** The columns of a Table; name and age by default. */
  readonly columns?: readonly Column[];
  /** Sets defaults that depend on other fields, in place, after the defaults of the schema. */
  applyDefaults?(object: ApiObject): void;
  /** Validates an object beyond the schema. */
  validate?(object: ApiObject): Cause[];
  /** Validates an update. */
  validateUpdate?(object: ApiObject, old: ApiObject): Cause[];
}

/**
 * Defines a resource. It appears in discovery, OpenAPI documents, RBAC, watches, server-side apply
 * and field validation, as JSON and YAML.
 *
 * @param options the names and the schema
 * @returns the definition, for the option `resources` of a server
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer, defineResource } from "@plumbline/plumbline/server";
 *
 * const widgets = defineResource({
 *   group: "acme.example",
 *   version: "v1",
 *   kind: "Widget",
 *   plural: "widgets",
 *   schema: {
 *     type: "object",
 *     properties: {
 *       spec: {
 *         type: "object",
 *         required: ["size"],
 *         properties: { size: { type: "integer", minimum: 1 } },
 *       },
 *     },
 *   },
 * });
 * await using server = await createServer({ resources: [widgets] });
 * const response = await server.fetch(
 *   new Request("http://localhost/apis/acme.example/v1/namespaces/default/widgets", {
 *     method: "POST",
 *     headers: {
 *       authorization: `Bearer ${server.identities[0].token}`,
 *       "content-type": "application/json",
 *     },
 *     body: JSON.stringify({ metadata: { name: "a" }, spec: { size: 3 } }),
 *   }),
 * );
 * assertEquals([response.status, (await response.json()).kind], [201, "Widget"]);
 * ```
 */
export function defineResource(options: ResourceOptions): ResourceDefinition {
  const { group, version, kind, plural, schema, status = false, namespaced = true } = options;
  const shared: Strategy = {
    applyDefaults(object) {
      applySchemaDefaults(object, schema);
      options.applyDefaults?.(object);
    },
    validate: (object) => [
      ...validateSchema(object, schema, ""),
      ...(options.validate?.(object) ?? []),
    ],
    validateUpdate: (object, old) => options.validateUpdate?.(object, old) ?? [],
  };
  return {
    group,
    version,
    kind,
    resource: plural,
    singular: options.singular ?? kind.toLowerCase(),
    namespaced,
    schema: objectSchemaOf(`${group}.${version}.${kind}`, schema),
    countsGeneration: options.countsGeneration ?? true,
    ...(options.shortNames && { shortNames: options.shortNames }),
    ...(options.categories && { categories: options.categories }),
    ...(options.columns && { columns: options.columns }),
    ...(options.unsupportedVerbs && { unsupportedVerbs: options.unsupportedVerbs }),
    strategy: status ? { ...shared, ...WITHOUT_STATUS } : shared,
    ...(status && { subresources: { status: { ...shared, ...ONLY_STATUS } } }),
  };
}

/** The strategy of writes that do not change the field `status`. */
export const WITHOUT_STATUS: Strategy = {
  resetFields: [["status"]],
  prepareForCreate(object) {
    delete object.status;
  },
  prepareForUpdate(object, old) {
    if (old.status === undefined) delete object.status;
    else object.status = old.status;
  },
};

/** The strategy of writes that change only the field `status`. */
export const ONLY_STATUS: Strategy = {
  // An object without a spec may get one, or lose it.
  resetFields: (object) =>
    [...new Set(["spec", ...Object.keys(object)])].filter((name) =>
      !["apiVersion", "kind", "metadata", "status"].includes(name)
    )
      .map((name) => [name]),
  prepareForUpdate(object, old) {
    for (const name of Object.keys(object)) {
      if (name !== "status" && name !== "metadata") delete object[name];
    }
    const { status: _, metadata: __, ...rest } = old;
    Object.assign(object, structuredClone(rest));
    for (const name of KEPT_METADATA) {
      const value = old.metadata[name];
      if (value === undefined) delete object.metadata[name];
      else object.metadata[name] = structuredClone(value);
    }
  },
};

/** The metadata that a write of the status does not change. */
const KEPT_METADATA: readonly string[] = [
  "uid",
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
  "generateName",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
];
