/**
 * The contracts between the parts that serve resources: what a verb receives and returns, and the
 * interfaces Decoder, Reader, Writer, Patcher, Watcher and Admission. Implementations import this
 * file and none of each other; they reach one another through the {@linkcode Registry}.
 *
 * @module
 */
import type { Features } from "../api_versions/feature_gates.ts";
import type { Cause } from "../api_error.ts";
import type { Application } from "../apply/apply.ts";
import type { DefaultingContext } from "../codec/default_rules.ts";
import type { ParsedDocument } from "../codec/json.ts";
import type { Decoded, DecodeOptions, DroppedFields, FieldValidation } from "../codec/decode.ts";
import type { ObjectSchema, Schema } from "../codec/schema.ts";
import type { RequestContext, RequestInfo, User, Verb } from "../context.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, Json, JsonObject, ObjectMeta } from "../object.ts";
import type { Sources } from "../sources.ts";
import type {
  ObjectKey,
  Storage,
  StorageEvent,
  StoredVersion,
  WatchCursor,
} from "../storage/storage.ts";
import type { ContinueTokens } from "./continue_token.ts";
import type { ListOptions, ReadPoint } from "./list_options.ts";
import type { Action, ObjectView, ResourceDefinition, Strategy } from "./resource.ts";
import type { Predicate } from "./selector.ts";
import type { DeleteOptions, WriteOptions, WriteOptionsKind } from "./write_options.ts";

/**
 * Everything that the verbs use.
 *
 * @internal
 */
export interface Registry {
  readonly storage: Storage;
  readonly sources: Sources;
  readonly tokens: ContinueTokens;
  readonly dialect: Dialect;
  readonly features: Features;
  /** All served resources, a definition for each API version. */
  readonly definitions: readonly ResourceDefinition[];
  readonly admission: Admission;
  readonly decoder: Decoder;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly patcher: Patcher;
  readonly watcher: Watcher;
  /** Aborted when the server is closed: open watches end with it. */
  readonly stopped: AbortSignal;
  /** Reports an internal error that no response can report any more. */
  readonly onInternalError: (error: unknown) => void;
  /** Authorizes another verb for the same request, such as `create` for a PUT that creates. */
  authorize(context: RequestContext, verb: string): Promise<void>;
}

/** The request that a verb serves. */
export interface VerbRequest {
  readonly context: RequestContext;
  readonly definition: ResourceDefinition;
  /** The strategy of the resource, or of the subresource in the path. */
  readonly strategy: Strategy;
  /** Set for a subresource that represents the object as another kind, such as `scale`. */
  readonly view?: ObjectView;
  /** Set for a POST to a subresource that acts on the object, such as `eviction`. */
  readonly action?: Action;
}

/** The result of a verb; `http/encoding.ts` encodes it. */
export type Result =
  | {
    readonly kind: "object";
    readonly status: number;
    readonly version: StoredVersion;
    readonly headers?: Readonly<Record<string, string>>;
  }
  | {
    readonly kind: "value";
    readonly status: number;
    readonly value: JsonObject;
    readonly headers?: Readonly<Record<string, string>>;
  }
  | {
    readonly kind: "list";
    readonly definition: ResourceDefinition;
    readonly metadata: JsonObject;
    readonly versions: readonly StoredVersion[];
  }
  | { readonly kind: "watch"; readonly source: WatchSource };

/** The implementation of a verb for any resource. */
export type VerbHandler = (registry: Registry, request: VerbRequest) => Promise<Result>;

/**
 * The handler of each verb; `answer` is `create` for a resource that is not stored, `act` for a
 * subresource that acts on the object.
 *
 * @internal
 */
export type Verbs = Readonly<Record<Verb | "answer" | "act", VerbHandler>>;

/** A write that is about to happen or has happened. */
export interface WriteAttributes {
  readonly verb: "create" | "update" | "delete";
  readonly definition: ResourceDefinition;
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  readonly name: string;
  /** The user who writes; absent for writes of the server's own, such as garbage collection. */
  readonly user?: User;
  /** The new object of a create or an update; admission may change it. */
  readonly object?: ApiObject;
  /** The object that an update replaces, or that is deleted. */
  readonly old?: ApiObject;
  /** True if nothing is written. @default {false} */
  readonly dryRun?: boolean;
  /** The subresource in the path. @default {""} */
  readonly subresource?: string;
  /** Receives items of the Warning header. */
  readonly warnings?: Set<string>;
}

/**
 * Admits or rejects writes by rules that concern more than one object, and follows up on them.
 *
 * @internal
 */
export interface Admission {
  /**
   * Runs before the new object of a create or an update is validated. Returns a changed one,
   * undefined if it does not change. Throws an ApiError to reject the write.
   */
  mutate(write: WriteAttributes): Promise<ApiObject | undefined>;
  /**
   * Gives values that are unique among objects to the object of a create or an update, before it is
   * prepared and validated. Throws an ApiError to reject the write.
   */
  allocate(write: WriteAttributes): Promise<void>;
  /** Runs before anything is written. Throws an ApiError to reject the write. */
  admit(write: WriteAttributes): Promise<void>;
  /** Runs after an object was created or changed. */
  written(definition: ResourceDefinition, object: ApiObject): Promise<void>;
  /** Runs after an object became subject to deletion, and after each later change of it. */
  finalizing(definition: ResourceDefinition, key: ObjectKey): Promise<void>;
  /** Runs after an object was removed from storage, with its last content. */
  removed(definition: ResourceDefinition, object: ApiObject): Promise<void>;
}

/** The way an object is written. */
export interface WriteMode {
  readonly dryRun: boolean;
  /** The manager of the changed fields; undefined where ownership is tracked already. */
  readonly manager: string | undefined;
}

/** The outcome of a deletion. */
export interface Deletion {
  /** True if the object is gone, false if it waits for its finalizers. */
  readonly removed: boolean;
  readonly version: StoredVersion;
  /** The object before the deletion. */
  readonly before: StoredVersion;
}

/** An ordinary write, for the tracking of field ownership. */
export interface TrackedWrite {
  /** The stored object before the write; undefined for a create. */
  readonly live: ApiObject | undefined;
  /** The object as the client wrote it, in the stored API version. */
  readonly object: ApiObject;
  readonly manager: string;
}

/**
 * Parses what clients send: parameters, bodies and objects.
 *
 * @internal
 */
export interface Decoder {
  /**
   * Parses the parameters of a create, update or patch.
   *
   * @throws {ApiError} Invalid, with a cause for each invalid parameter
   */
  readWriteOptions(
    registry: Pick<Registry, "features">,
    context: RequestContext,
    kind: WriteOptionsKind,
    options?: { readonly applies?: boolean },
  ): WriteOptions;
  /**
   * Parses the options of a deletion from the body and the query; the body takes precedence.
   *
   * @throws {ApiError} BadRequest or Invalid for options that cannot be parsed
   */
  readDeleteOptions(body: JsonObject | undefined, query: URLSearchParams): DeleteOptions;
  /**
   * Parses the body by its media type. Returns undefined for an empty body.
   *
   * @throws {ApiError} UnsupportedMediaType, or BadRequest for a body that cannot be parsed
   */
  readDocument(
    context: RequestContext,
    dialect: Dialect,
    expected: {
      readonly apiVersion: string;
      readonly kind: string;
      /** True if an empty body of any media type is fine. @default {false} */
      readonly mayBeEmpty?: boolean;
    },
  ): Promise<ParsedDocument | undefined>;
  /**
   * Converts a parsed body to an object of a schema, and lists unknown and duplicate fields.
   *
   * @throws {ApiError} BadRequest for a value of the wrong type
   */
  decode(document: ParsedDocument, schema: ObjectSchema, options?: DecodeOptions): Decoded;
  /** Converts a value that is not a body, such as the outcome of a patch, like `decode`. */
  decodeValue(value: Json, schema: ObjectSchema, options?: DecodeOptions): Decoded;
  /**
   * Applies the parameter `fieldValidation`: ignores dropped fields, returns Warning header items,
   * or rejects.
   *
   * @throws {ApiError} BadRequest for a strict request
   */
  judgeDroppedFields(dropped: DroppedFields, policy: FieldValidation): string[];
  /**
   * Returns the object in the body, in the stored API version.
   *
   * @throws {ApiError} UnsupportedMediaType, or BadRequest for what is not an object of the kind
   */
  decodeObject(
    registry: Registry,
    request: VerbRequest,
    options: WriteOptions,
  ): Promise<ApiObject>;
  /**
   * Returns the outcome of a patch as an object of the kind, in the stored API version.
   *
   * @throws {ApiError} Invalid for what is not an object of the kind, BadRequest for dropped fields
   */
  decodePatched(
    registry: Registry,
    request: VerbRequest,
    patched: Json,
    options: WriteOptions,
    details?: { readonly duplicates?: readonly string[]; readonly isApplied?: boolean },
  ): ApiObject;
  /** Returns the configuration in the body of an apply, without defaults. */
  decodeApplied(
    registry: Registry,
    request: VerbRequest,
    options: WriteOptions,
  ): Promise<JsonObject>;
  /** Returns the DeleteOptions in the body; undefined for an empty body. */
  decodeOptions(registry: Registry, request: VerbRequest): Promise<JsonObject | undefined>;
  /**
   * Checks that the namespace and the name in the object match the request path.
   *
   * @throws {ApiError} BadRequest
   */
  checkPlace(object: JsonObject, definition: ResourceDefinition, info: RequestInfo): void;
}

/**
 * Reads collections.
 *
 * @internal
 */
export interface Reader {
  /**
   * Parses the parameters of list, watch and deletecollection.
   *
   * @throws {ApiError} BadRequest or Invalid for a parameter that cannot be parsed
   */
  readListOptions(query: URLSearchParams, definition: ResourceDefinition): ListOptions;
  /**
   * Returns the state that the parameters of a list ask for.
   *
   * @throws {ApiError} Invalid or BadRequest for combinations that are not allowed
   */
  readPoint(options: ListOptions): ReadPoint;
  /** Returns the objects of one page, and the ListMeta that belongs to it. */
  readPage(registry: Registry, request: VerbRequest, options: ListOptions): Promise<{
    readonly versions: readonly StoredVersion[];
    readonly metadata: JsonObject;
  }>;
}

/**
 * Creates, updates and deletes objects that are decoded already.
 *
 * @internal
 */
export interface Writer {
  /** Stores a new object; a PUT and an apply that create use it too. */
  createObject(
    registry: Registry,
    request: VerbRequest,
    object: ApiObject,
    mode: WriteMode,
  ): Promise<StoredVersion>;
  /** Returns what a dry-run create answers: the object without a resourceVersion. */
  rehearse(
    registry: Registry,
    request: VerbRequest,
    name: string,
    object: ApiObject,
  ): Promise<StoredVersion>;
  /**
   * Computes new content from the current object and writes it. Repeats when another client wrote
   * in between, unless the new content names a resourceVersion.
   *
   * @param compute returns the new content; must not change the current object
   * @throws {ApiError} NotFound, Conflict for a stale resourceVersion or uid, Invalid
   */
  updateObject(
    registry: Registry,
    request: VerbRequest,
    compute: (current: ApiObject) => ApiObject,
    mode: WriteMode,
  ): Promise<StoredVersion>;
  /** Deletes an object, or marks it for deletion. Returns undefined if there is none. */
  deleteObject(
    registry: Registry,
    definition: ResourceDefinition,
    key: ObjectKey,
    options: DeleteOptions,
    by?: Pick<RequestContext, "user" | "warnings">,
  ): Promise<Deletion | undefined>;
  /** Sets the metadata that only the server sets on a new object: generated name, uid, time. */
  initializeMeta(
    object: ApiObject,
    definition: ResourceDefinition,
    namespace: string,
    sources: Sources,
  ): void;
  /** Copies the metadata that no client can change from the old object to the new one. */
  carryOverMeta(object: ApiObject, old: ApiObject): void;
  /**
   * Checks that the object to be replaced has the uid that the new content names.
   *
   * @throws {ApiError} Conflict
   */
  checkUid(object: ApiObject, current: ApiObject, definition: ResourceDefinition): void;
  /** Sets the defaults of a schema in place, and returns the value. */
  setDefaults<Value extends Json>(
    value: Value,
    schema: Schema,
    context: DefaultingContext,
  ): Value;
  /** Validates the metadata of an object. */
  validateMeta(metadata: ObjectMeta, definition: ResourceDefinition): Cause[];
  /** Validates the change from the old metadata. */
  validateMetaUpdate(metadata: ObjectMeta, old: ObjectMeta): Cause[];
  /** Lists the required fields that are missing. */
  missingFields(object: JsonObject, schema: ObjectSchema): Cause[];
  /** True if a change increments `metadata.generation`. */
  contentChanged(object: ApiObject, old: ApiObject, definition: ResourceDefinition): boolean;
  /** True if a write changes nothing: it is not stored and has no event. */
  unchanged(object: ApiObject, old: ApiObject, schema: ObjectSchema): boolean;
  /** True for an object under deletion that nothing blocks any more: it is removed. */
  isFinished(object: ApiObject, definition: ResourceDefinition): boolean;
  /**
   * Writes new content, or removes an object whose deletion is complete.
   *
   * @param current the object to replace; the write fails if it is not the current one any more
   * @throws {StorageError}
   */
  storeChange(
    registry: Pick<Registry, "storage" | "admission" | "writer">,
    definition: ResourceDefinition,
    current: StoredVersion,
    object: ApiObject,
  ): Promise<StoredVersion>;
  /**
   * Checks the preconditions of a deletion.
   *
   * @throws {ApiError} Conflict
   */
  checkPreconditions(
    object: ApiObject,
    definition: ResourceDefinition,
    options: DeleteOptions,
  ): void;
  /** Returns the object marked for deletion; the same object if it is marked already. */
  finalizing(
    object: ApiObject,
    now: number,
    definition: ResourceDefinition,
    options: DeleteOptions,
  ): ApiObject;
}

/**
 * Applies patches and tracks field ownership.
 *
 * @internal
 */
export interface Patcher {
  /**
   * Applies a JSON patch (RFC 6902) to a copy of the content.
   *
   * @throws {ApiError} BadRequest for a malformed patch, Invalid for one that cannot be applied
   */
  applyJsonPatch(content: JsonObject, patch: unknown): Json;
  /** Applies a JSON merge patch (RFC 7386) to a copy of the content. */
  applyMergePatch(content: Json, patch: Json): Json;
  /**
   * Applies a strategic merge patch to a copy of the content.
   *
   * @throws {ApiError} BadRequest for a patch that does not fit the schema
   */
  applyStrategicMergePatch(
    content: JsonObject,
    patch: JsonObject,
    schema: ObjectSchema,
  ): JsonObject;
  /** Serves a server-side apply: merges a configuration, or creates the object. */
  apply(registry: Registry, request: VerbRequest): Promise<Result>;
  /**
   * Checks that an apply may create the object.
   *
   * @throws {ApiError} NotFound for subresources, Forbidden without the verb `create`
   */
  permitCreation(registry: Registry, request: VerbRequest): Promise<void>;
  /**
   * Returns the object after an apply, with its `managedFields`.
   *
   * @throws {ApiError} Conflict, or BadRequest for a configuration without ownable structure
   */
  applyObject(application: Application): JsonObject;
  /**
   * Sets the `managedFields` of an object after an ordinary write.
   *
   * @throws {ApiError} Invalid for malformed `managedFields` in the request
   */
  trackFields(registry: Registry, request: VerbRequest, write: TrackedWrite): void;
}

/** One event of a watch: an object, or a value that is not stored. */
export type WatchEvent =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly version: StoredVersion }
  | { readonly type: "BOOKMARK" | "ERROR"; readonly object: JsonObject };

/** The events of one open watch. */
export interface WatchSource {
  /** Resolves with the next events, at least one; undefined when the watch is over. */
  next(): Promise<readonly WatchEvent[] | undefined>;
  /** Ends the watch after an internal error. Returns the last event for the client. */
  fail(error: unknown): WatchEvent;
  /** Releases all resources. Safe to call twice. */
  close(): void;
}

/**
 * Serves watches.
 *
 * @internal
 */
export interface Watcher {
  /** Opens a cursor in the history, and returns the initial events of the watch. */
  startWatch(registry: Registry, request: VerbRequest, options: ListOptions): Promise<{
    readonly cursor: WatchCursor;
    readonly initial: readonly WatchEvent[];
  }>;
  /** Returns the events of one watch, with bookmarks if requested, until its timeout. */
  watchSource(
    registry: Registry,
    cursor: WatchCursor,
    initial: readonly WatchEvent[],
    options: ListOptions,
    definition: ResourceDefinition,
  ): WatchSource;
  /** Converts changes to the events of a watch: an object that starts to match is ADDED. */
  viewEvents(events: readonly StorageEvent[], filter: Predicate | undefined): WatchEvent[];
  /** Returns the object of a bookmark event. */
  bookmark(definition: ResourceDefinition, revision: number): JsonObject;
}
