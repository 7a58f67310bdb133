/**
 * What the verbs share: the store, the resources, the sources of time and chance.
 *
 * @module
 */
import type { ContinueTokens } from "./continue_token.ts";
import type { ObjectView, ResourceDefinition, Strategy } from "./resource.ts";
import type { RequestContext, User } from "../context.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import type { Sources } from "../sources.ts";
import type { ObjectKey, Storage, StoredVersion } from "../storage/storage.ts";
import type { Features } from "../api_versions/feature_gates.ts";
import type { Steps } from "./steps.ts";
import type { WatchSource } from "./watch_source.ts";

/** What is about to happen to an object, or has happened. */
export interface WriteAttributes {
  readonly verb: "create" | "update" | "delete";
  readonly definition: ResourceDefinition;
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  readonly name: string;
  /** Who writes; absent where the server itself follows something up. */
  readonly user?: User;
  /** The new content of a creation or an update, which may still be changed. */
  readonly object?: ApiObject;
  /** What an update changes. */
  readonly old?: ApiObject;
}

/** Has a say in writes for reasons outside the object, and follows them up. */
export interface Admission {
  /** Called before anything is written. Throws an ApiError to refuse. */
  admit(write: WriteAttributes): Promise<void>;
  /** Called after an object was created or changed. */
  written(definition: ResourceDefinition, object: ApiObject): Promise<void>;
  /** Called after an object began to finalize, and after each change of it from then on. */
  finalizing(definition: ResourceDefinition, key: ObjectKey): Promise<void>;
  /** Called after an object is gone for good, with its last content. */
  removed(definition: ResourceDefinition, object: ApiObject): Promise<void>;
}

/** What every verb works with. */
export interface Registry {
  readonly storage: Storage;
  readonly sources: Sources;
  readonly tokens: ContinueTokens;
  readonly dialect: Dialect;
  readonly features: Features;
  readonly definitions: readonly ResourceDefinition[];
  readonly admission: Admission;
  /** What the verbs are made of. */
  readonly steps: Steps;
  /** Aborted when the server ends: watches end with it. */
  readonly stopped: AbortSignal;
  /** Told of errors that are no refusals, where no request is there any more to answer by them. */
  readonly onFault: (error: unknown) => void;
  /** Authorizes a verb beside the request's own, for a PUT or an apply that creates. */
  authorize(context: RequestContext, verb: string): Promise<void>;
}

/** What a verb is called with. */
export interface VerbRequest {
  readonly context: RequestContext;
  readonly definition: ResourceDefinition;
  /** The resource's own strategy, or that of the subresource the request goes through. */
  readonly strategy: Strategy;
  /** Set where the subresource shows the object as another kind. */
  readonly view?: ObjectView;
}

/** What a verb answers with; encoded by `http/encoding.ts`. */
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

/** A verb over any resource. */
export type VerbHandler = (registry: Registry, request: VerbRequest) => Promise<Result>;

/** The collection a request is about: of its namespace, or across all. */
export const collectionOf = ({ context, definition }: VerbRequest) => ({
  resource: `${definition.group}/${definition.resource}`,
  namespace: context.info.namespace || undefined,
});

/** The object a request is about. */
export const keyOf = ({ context, definition }: VerbRequest) => ({
  resource: `${definition.group}/${definition.resource}`,
  namespace: context.info.namespace,
  name: context.info.name,
});
