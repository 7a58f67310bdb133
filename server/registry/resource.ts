/**
 * The definition of a resource: its names, and the strategy with everything that is specific to its
 * kind. The verbs depend on no kind.
 *
 * @module
 */
import type { Lifecycle } from "../api_versions/api_version.ts";
import type { Cause } from "../api_error.ts";
import { type ObjectSchema, schemaOfKind } from "../codec/schema.ts";
import type { RequestInfo, User } from "../context.ts";
import type { Dialect } from "../dialect.ts";
import { type ApiObject, apiVersionOf, type Json, type JsonObject } from "../object.ts";
import type { CollectionKey, ObjectKey } from "../storage/storage.ts";
import type { Conversion } from "./conversion.ts";

/** Paths of fields, for example `[["metadata", "labels"]]`. */
export type FieldPaths = readonly (readonly string[])[];

/**
 * The hooks in which a kind differs from others. Each sees whole objects of its kind.
 *
 * @internal
 */
export interface Strategy {
  /** Fills what was left out. Called on everything a client writes, before validation. */
  applyDefaults?(object: ApiObject): void;
  /** Brings a new object into its first state: drops the status, merges write-only fields. */
  prepareForCreate?(object: ApiObject): void;
  /** Keeps of the old object what this write may not touch. */
  prepareForUpdate?(object: ApiObject, old: ApiObject): void;
  /**
   * The paths of what writes this way do not reach, as the server answers for it, and all below
   * them: nobody comes to own these. The same in every version of the resource.
   */
  readonly resetFields?: FieldPaths | ((object: ApiObject) => FieldPaths);
  /** Validates an object. */
  validate?(object: ApiObject): Cause[];
  /** Validates the change from the old object, in addition to `validate`. */
  validateUpdate?(object: ApiObject, old: ApiObject): Cause[];
}

/** A column of the Table form. */
export interface Column {
  /** The header of the column. */
  readonly name: string;
  /** The type of the cells. */
  readonly type: "string" | "integer" | "date";
  /** `name` marks the column that names the object. */
  readonly format?: "name";
  /** True for a column of wide output only. */
  readonly wide?: boolean;
  /** Returns the cell of an object, at a time in milliseconds since 1970. */
  cell(object: ApiObject, now: number): Json;
}

/**
 * Answers a posted object of a resource that is not stored; may change the object.
 *
 * @throws {ApiError} from the function, where the object cannot be answered
 *
 * @internal
 */
export type Answer = (
  object: ApiObject,
  place: { readonly user: User; readonly namespace: string },
) => Promise<JsonObject>;

/**
 * How a subresource with a kind of its own shows an object, and what of it a write sets.
 *
 * @internal
 */
export interface ObjectView {
  /** The kind shown; its strategy is not asked. */
  readonly definition: ResourceDefinition;
  /** The object as the subresource shows it. */
  show(object: ApiObject): ApiObject;
  /** A copy of the object with what was sent to the subresource, its demands on version and uid too. */
  set(object: ApiObject, sent: ApiObject): ApiObject;
}

/** A resource type. */
export interface ResourceDefinition {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The API version. */
  readonly version: string;
  /** The name in the URL, plural. */
  readonly resource: string;
  /** The singular name. */
  readonly singular: string;
  /** The kind of the objects. */
  readonly kind: string;
  /** True for objects in namespaces. */
  readonly namespaced: boolean;
  /** The schema of a resource that is not built in; it has no Protobuf form. */
  readonly schema?: ObjectSchema;
  /** Makes the resource a virtual one: a POST is answered with an outcome, nothing is stored. */
  readonly answer?: Answer;
  /** Short names, as `kubectl get` accepts them. */
  readonly shortNames?: readonly string[];
  /** Groups of resources that contain this one, such as `all`. */
  readonly categories?: readonly string[];
  /** The strategy sees objects of the version they are stored in. */
  readonly strategy: Strategy;
  /** When this version came and when it goes; absent where it is stable and stays. */
  readonly lifecycle?: Lifecycle;
  /** How this version differs from the stored one; absent where it is the stored one. */
  readonly conversion?: Conversion;
  /** Subresources by name; a write through one sees its own strategy. */
  readonly subresources?: Readonly<Record<string, Strategy>>;
  /** Of these subresources, those that show the object as another kind. */
  readonly views?: Readonly<Record<string, ObjectView>>;
  /** The fields beside `metadata.name` and `metadata.namespace` that field selectors may name. */
  readonly selectableFields?: (object: ApiObject) => Readonly<Record<string, string>>;
  /** The columns of a Table; name and creation time by default. */
  readonly columns?: readonly Column[];
  /** The rule for names: DNS subdomains unless the kind has another. */
  readonly nameRule?: "subdomain" | "label" | "path segment";
  /** The verbs that the resource does not support. */
  readonly unsupportedVerbs?: readonly string[];
  /** True where `metadata.generation` counts the changes of everything but metadata and status. */
  readonly countsGeneration?: boolean;
  /** True where annotations count as content there. */
  readonly countsAnnotations?: boolean;
  /** True if an update must name a resourceVersion. */
  readonly needsVersion?: boolean;
  /** True where a PUT to a name that is free creates the object. */
  readonly createsOnUpdate?: boolean;
  /** Tells whether something beside finalizers keeps an object from being removed at once. */
  readonly holdsDeletion?: (object: ApiObject) => boolean;
  /** Shows on the object that it is under deletion, beyond its metadata. Returns a new object. */
  readonly markFinalizing?: (object: ApiObject) => ApiObject;
}

/** A definition with its place in the URL space. */
export const storageKey = (definition: ResourceDefinition): string =>
  `${definition.group}/${definition.resource}`;

/** The resource and the path of a request, which address an object or a collection. */
interface AddressedResource {
  readonly context: { readonly info: RequestInfo };
  readonly definition: ResourceDefinition;
}

/** Returns the collection that a request addresses, in one namespace or in all. */
export const collectionOf = ({ context, definition }: AddressedResource): CollectionKey => ({
  resource: storageKey(definition),
  namespace: context.info.namespace || undefined,
});

/** Returns the key of the object that a request addresses. */
export const keyOf = ({ context, definition }: AddressedResource): ObjectKey => ({
  resource: storageKey(definition),
  namespace: context.info.namespace,
  name: context.info.name,
});

/** A shortcut for hooks that read nested fields. */
export const asObject = (value: unknown): JsonObject | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as JsonObject
    : undefined;

/** Returns the schema of objects as clients of this API version send and receive them. */
export function schemaOf(definition: ResourceDefinition, dialect: Dialect): ObjectSchema {
  return definition.schema ?? schemaNamed(apiVersionOf(definition), definition.kind, dialect);
}

/** Returns the schema of stored objects. */
export function storedSchemaOf(definition: ResourceDefinition, dialect: Dialect): ObjectSchema {
  const apiVersion = definition.conversion?.storedApiVersion;
  return apiVersion === undefined
    ? schemaOf(definition, dialect)
    : schemaNamed(apiVersion, definition.kind, dialect);
}

/** The object as the version of a definition has it; as it is stored where that is the version. */
export function shownAs(object: ApiObject, conversion: Conversion | undefined): ApiObject {
  return conversion ? conversion.fromStorage(object) : object;
}

/** Every built-in resource has a schema: a test checks that. */
function schemaNamed(apiVersion: string, kind: string, { suffix }: Dialect): ObjectSchema {
  const schema = schemaOfKind(apiVersion, kind, suffix);
  if (!schema) throw new Error(`Cannot find the schema of the kind ${kind} of ${apiVersion}`);
  return schema;
}
