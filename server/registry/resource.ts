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
import type { Sources } from "../sources.ts";
import type { CollectionKey, ObjectKey, Storage } from "../storage/storage.ts";
import type { Conversion } from "./conversion.ts";

/** Paths of fields, for example `[["metadata", "labels"]]`. */
export type FieldPaths = readonly (readonly string[])[];

/**
 * The hooks in which kinds differ. Each gets whole objects of its kind.
 *
 * @internal
 */
export interface Strategy {
  /** The verbs of a subresource. @default {["get", "patch", "update"]} */
  readonly verbs?: readonly string[];
  /** Sets defaults. Called on every object of a client, before validation. */
  applyDefaults?(object: ApiObject): void;
  /** Prepares a new object: drops the status, merges write-only fields. */
  prepareForCreate?(object: ApiObject): void;
  /** Completes a new object that is valid; what it sets is not validated. */
  complete?(object: ApiObject): void;
  /** Copies from the old object the fields that this write cannot change. */
  prepareForUpdate?(object: ApiObject, old: ApiObject): void;
  /**
   * The paths of the fields that this write cannot change: nobody owns them and the fields below.
   * The same in every version of the resource.
   */
  readonly resetFields?: FieldPaths | ((object: ApiObject) => FieldPaths);
  /** True if a finalizer needs no domain in a write of this subresource. */
  readonly takesAnyFinalizer?: boolean;
  /** Validates an object. */
  validate?(object: ApiObject): Cause[];
  /** Validates the change from the old object, in addition to `validate`. */
  validateUpdate?(object: ApiObject, old: ApiObject): Cause[];
  /** Validates by rules that need a valid object, and the old object if there is one. */
  validateRules?(object: ApiObject, old: ApiObject | undefined): Cause[];
}

/** A column of a Table. */
export interface Column {
  /** The header of the column. */
  readonly name: string;
  /** The type of the cells. */
  readonly type: "string" | "integer" | "number" | "boolean" | "date";
  /** `name` marks the column that names the object. */
  readonly format?: string;
  /** A description for readers. @default {""} */
  readonly description?: string;
  /** The priority; columns above 0 are for wide output only. @default {1 if wide, else 0} */
  readonly priority?: number;
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
 * A subresource that represents the object as another kind.
 *
 * @internal
 */
export interface ObjectView {
  /** The definition of that kind; its strategy is not used. */
  readonly definition: ResourceDefinition;
  /** The path of the field that a write changes; that kind leaves out an empty value. */
  readonly changes: readonly string[];
  /** Returns the object as that kind. */
  show(object: ApiObject): ApiObject;
  /**
   * Returns a copy of the object with the values sent to the subresource, also resourceVersion and
   * uid.
   */
  set(object: ApiObject, sent: ApiObject): ApiObject;
}

/**
 * What an action can do besides computing an answer.
 *
 * @internal
 */
export interface ActionContext {
  readonly user: User;
  /** The namespace of the object that the request addresses. */
  readonly namespace: string;
  /** Its name. */
  readonly name: string;
  /** True if nothing is to be stored. */
  readonly dryRun: boolean;
  /** The time, in milliseconds since 1970. */
  readonly now: number;
  /** Returns the object that the request addresses. @throws {ApiError} NotFound */
  read(): Promise<ApiObject>;
  /** Returns the objects of a collection. */
  list(collection: CollectionKey): Promise<readonly ApiObject[]>;
  /** Changes the object that the request addresses. @throws {ApiError} NotFound */
  change(compute: (object: ApiObject) => ApiObject): Promise<void>;
  /** Stores another object in place of one that was listed. @throws {ApiError} Conflict */
  replace(key: ObjectKey, object: ApiObject): Promise<void>;
  /** Deletes the object that the request addresses. @throws {ApiError} NotFound, Conflict */
  remove(options: JsonObject | undefined): Promise<void>;
}

/**
 * A subresource to which a POST of another kind acts on the object.
 *
 * @internal
 */
export interface Action {
  /** The kind that is sent; its strategy is used for validation only. */
  readonly definition: ResourceDefinition;
  /**
   * Acts on the object.
   *
   * @returns the answer; without one it is a Status of success
   * @throws {ApiError} if it cannot
   */
  perform(sent: ApiObject, context: ActionContext): Promise<JsonObject | undefined>;
}

/**
 * A resource whose objects act on another resource by a POST, by their name.
 *
 * @internal
 */
export interface CollectionAction {
  /** The resource that is acted on, as a storage key. */
  readonly resource: string;
  /** Its action, of the same kind as the resource. */
  readonly action: Action;
}

/**
 * What the warnings about a write depend on.
 *
 * @internal
 */
export interface WarnedWrite {
  /** True if the content is new or changed. */
  readonly isChanged: boolean;
  /** False for a write of a subresource, such as the status. */
  readonly isWhole: boolean;
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
  /** The kind of lists. @default {the kind with `List` appended} */
  readonly listKind?: string;
  /** True for objects in namespaces. */
  readonly namespaced: boolean;
  /** The schema of a resource that is not built in; it has no Protobuf form. */
  readonly schema?: ObjectSchema;
  /** The schema as OpenAPI documents have it; derived from `schema` by default. */
  readonly described?: JsonObject;
  /** Marks a resource that is not stored: it answers a POST with a result. */
  readonly answer?: Answer;
  /** Marks a resource whose posted objects act on another one; with `answer`. */
  readonly actsOn?: CollectionAction;
  /** Short names, as `kubectl get` accepts them. */
  readonly shortNames?: readonly string[];
  /** Groups of resources that contain this one, such as `all`. */
  readonly categories?: readonly string[];
  /** The strategy; it gets objects in the stored version. */
  readonly strategy: Strategy;
  /** The releases that serve or deprecate this version; absent if it is stable and permanent. */
  readonly lifecycle?: Lifecycle;
  /** The conversion to the stored version; absent for the stored version itself. */
  readonly conversion?: Conversion;
  /** The group whose objects are the same, if it is another one; with a conversion only. */
  readonly storedGroup?: string;
  /** The strategies of writes to subresources, by name. */
  readonly subresources?: Readonly<Record<string, Strategy>>;
  /** The subresources to which a POST of another kind acts on the object, by name. */
  readonly actions?: Readonly<Record<string, Action>>;
  /** The subresources that represent the object as another kind. */
  readonly views?: Readonly<Record<string, ObjectView>>;
  /** The selectable fields besides `metadata.name` and `metadata.namespace`. */
  readonly selectableFields?: (object: ApiObject) => Readonly<Record<string, string>>;
  /**
   * The fields that this version can be selected by, if these are not all or have other names: the
   * name of each in `selectableFields`.
   */
  readonly selectorNames?: Readonly<Record<string, string>>;
  /** The columns of a Table; name and creation time by default. */
  readonly columns?: readonly Column[];
  /** Returns the conditions of the row of an object in a Table, such as that it is complete. */
  readonly rowConditions?: (object: ApiObject) => readonly JsonObject[];
  /** The rule for names: DNS subdomains unless the kind has another. */
  readonly nameRule?: "subdomain" | "label" | "label with a letter first" | "path segment";
  /** The verbs that the resource does not support. */
  readonly unsupportedVerbs?: readonly string[];
  /** True if `metadata.generation` counts changes of everything but metadata and status. */
  readonly countsGeneration?: boolean;
  /** True if changes of the status count too. */
  readonly countsStatus?: boolean;
  /** True if changes of annotations count too. */
  readonly countsAnnotations?: boolean;
  /** True if `validate` reports missing fields itself; by default, all that the schema requires. */
  readonly reportsMissingFields?: boolean;
  /** The values of fields that every new object has, although its schema does not require them. */
  readonly initialFields?: JsonObject;
  /** Returns the name of a new object that has neither a name nor a prefix for one. */
  readonly defaultName?: (sources: Pick<Sources, "uid">) => string;
  /** True if the metadata of a new object is validated only if nothing else is wrong. */
  readonly validatesMetadataLast?: boolean;
  /** True if a finalizer needs no domain. */
  readonly takesAnyFinalizer?: boolean;
  /** True if an update must name a resourceVersion. */
  readonly needsVersion?: boolean;
  /** True if a PUT to a free name creates the object. */
  readonly createsOnUpdate?: boolean;
  /** Returns true if something besides finalizers delays the removal of an object. */
  readonly holdsDeletion?: (object: ApiObject) => boolean;
  /** True if a deletion waits for no dependents, whatever propagation policy it asks for. */
  readonly ignoresDependents?: boolean;
  /** The subresources that are not shown as a Table. */
  readonly withoutTable?: readonly string[];
  /** True if its objects have no Protobuf form. */
  readonly withoutProtobuf?: boolean;
  /** False if strategic merge patches are rejected. @default {true} */
  readonly hasStrategicMerge?: boolean;
  /** Returns warnings about a written object that is valid. */
  readonly warnings?: (object: ApiObject, write: WarnedWrite) => readonly string[];
  /**
   * When manifests are loaded: the time to store its objects, before namespaces or after all others.
   *
   * @default {in the order of the manifests}
   */
  readonly loaded?: "first" | "last";
  /** True if the server itself writes the status: that of a manifest is not stored. */
  readonly ownsStatus?: boolean;
  /** The warning about a deprecated version, of a resource that is not built in. */
  readonly deprecation?: string;
  /** Aborted when the resource is not served any more: open watches end with it. */
  readonly ended?: AbortSignal;
  /** Returns the storage as this version of the resource sees it; the storage itself by default. */
  readonly storageOf?: (storage: Storage) => Storage;
  /**
   * Returns the seconds between a deletion and the removal of an object, 0 without it.
   *
   * @param asked the seconds that the request asks for, if it does
   */
  readonly gracePeriod?: (object: ApiObject, asked: number | undefined) => number;
  /**
   * `always` if a deletion is answered with the object; `held` if only that of an object that
   * remains is. Otherwise it is answered with a Status.
   */
  readonly answersDeletionWithObject?: "always" | "held";
  /** Returns an object with its state of deletion, besides its metadata. */
  readonly markFinalizing?: (object: ApiObject) => ApiObject;
}

/** The keys and schemas of definitions, which every write needs several times. */
const storageKeys = new WeakMap<ResourceDefinition, string>();
const schemas = new WeakMap<Dialect, WeakMap<ResourceDefinition, ObjectSchema>>();

/** Returns the key of a resource in storage and in paths. */
export function storageKey(definition: ResourceDefinition): string {
  const known = storageKeys.get(definition);
  if (known !== undefined) return known;
  const key = `${definition.storedGroup ?? definition.group}/${definition.resource}`;
  storageKeys.set(definition, key);
  return key;
}

/** The resource and the path of a request, which address an object or a collection. */
interface AddressedResource {
  readonly context: { readonly info: RequestInfo };
  readonly definition: ResourceDefinition;
}

/** Returns the verbs of a subresource. */
export const subresourceVerbs = ({ verbs = ["get", "patch", "update"] }: Strategy) => verbs;

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

/** Returns a value as an object, undefined if it is none; for hooks that read nested fields. */
export const asObject = (value: unknown): JsonObject | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as JsonObject
    : undefined;

/** Returns the schema of objects as clients of this API version send and receive them. */
export function schemaOf(definition: ResourceDefinition, dialect: Dialect): ObjectSchema {
  if (definition.schema) return definition.schema;
  let known = schemas.get(dialect);
  if (!known) schemas.set(dialect, known = new WeakMap());
  let schema = known.get(definition);
  if (!schema) {
    schema = schemaNamed(apiVersionOf(definition), definition.kind, dialect);
    known.set(definition, schema);
  }
  return schema;
}

/** Returns the schema of stored objects. */
export function storedSchemaOf(definition: ResourceDefinition, dialect: Dialect): ObjectSchema {
  const apiVersion = definition.conversion?.storedApiVersion;
  return apiVersion === undefined
    ? schemaOf(definition, dialect)
    : schemaNamed(apiVersion, definition.kind, dialect);
}

/** Returns an object in a version; the same object for the stored version. */
export function shownAs(object: ApiObject, conversion: Conversion | undefined): ApiObject {
  return conversion ? conversion.fromStorage(object) : object;
}

/** Every built-in resource has a schema, as a test checks. */
function schemaNamed(apiVersion: string, kind: string, dialect: Dialect): ObjectSchema {
  const schema = schemaOfKind(apiVersion, kind, dialect);
  if (!schema) throw new Error(`Cannot find the schema of the kind ${kind} of ${apiVersion}`);
  return schema;
}

/** Returns true for an object of another type than its custom resource has. */
export const isOtherType = (
  { apiVersion, kind }: ApiObject,
  definition: ResourceDefinition,
): boolean =>
  definition.schema?.read !== undefined &&
  (kind !== definition.kind || apiVersion !== apiVersionOf(definition));
