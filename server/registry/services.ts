/**
 * What the steps of a verb use, what they receive and return, and what admission decides.
 *
 * @module
 */
import type { Features } from "../api_versions/feature_gates.ts";
import type { RequestContext, User } from "../context.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import type { Sources } from "../sources.ts";
import type { ObjectKey, Storage, StoredVersion } from "../storage/storage.ts";
import type { ContinueTokens } from "./continue_token.ts";
import type { Action, ObjectView, ResourceDefinition, Strategy } from "./resource.ts";

/** What the steps of a verb use. */
export interface Services {
  readonly storage: Storage;
  readonly sources: Sources;
  readonly tokens: ContinueTokens;
  readonly dialect: Dialect;
  readonly features: Features;
  /** All served resources, a definition for each API version. */
  readonly definitions: readonly ResourceDefinition[];
  readonly admission: Admission;
  /** Aborted when the server is closed: open watches end with it. */
  readonly stopped: AbortSignal;
  /** Reports an internal error that no response can report any more. */
  readonly onInternalError: (error: unknown) => void;
  /** Authorizes another verb for the same request, such as `create` for a PUT that creates. */
  authorize(context: RequestContext, verb: string): Promise<void> | undefined;
}

/** The request that a verb serves. */
export interface VerbRequest {
  readonly context: RequestContext;
  readonly definition: ResourceDefinition;
  /** The strategy of the resource, or of the subresource in the path. */
  readonly strategy: Strategy;
  /** Set for a subresource that represents the object as another kind, such as `scale`. */
  readonly view?: ObjectView | undefined;
  /** Set for a POST to a subresource that acts on the object, such as `eviction`. */
  readonly action?: Action | undefined;
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

/** A write that is about to happen or has happened. */
export interface WriteAttributes {
  /** The kind of the write; a patch is an update. */
  readonly verb: "create" | "update" | "delete";
  /** The resource of the object. */
  readonly definition: ResourceDefinition;
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  /** The name of the object. */
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
 * Admits or rejects writes by rules that concern more than one object, and follows up on them. A hook
 * that has nothing to wait for returns no promise.
 *
 * @internal
 */
export interface Admission {
  /**
   * Runs before the new object of a create or an update is validated. Returns a changed one,
   * undefined if it does not change. Throws an ApiError to reject the write.
   */
  mutate(write: WriteAttributes): Promise<ApiObject | undefined> | undefined;
  /**
   * Gives values that are unique among objects to the object of a create or an update, before it is
   * prepared and validated. Throws an ApiError to reject the write.
   */
  allocate(write: WriteAttributes): Promise<void> | undefined;
  /** Runs before anything is written. Throws an ApiError to reject the write. */
  admit(write: WriteAttributes): Promise<void> | undefined;
  /** Runs after an object was created or changed. */
  written(definition: ResourceDefinition, object: ApiObject): Promise<void> | undefined;
  /** Runs after an object became subject to deletion, and after each later change of it. */
  finalizing(definition: ResourceDefinition, key: ObjectKey): Promise<void> | undefined;
  /** Runs after an object was removed from storage, with its last content. */
  removed(definition: ResourceDefinition, object: ApiObject): Promise<void> | undefined;
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
