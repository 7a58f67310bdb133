/**
 * The parts that a server is assembled from, each of which a plugin can change. Without changes
 * the original parts are used as they are.
 *
 * @module
 */
import type { Authenticator, impersonate } from "./access/authentication.ts";
import type { Authorizer } from "./access/authorization.ts";
import type { appearanceOf, encode, refuse } from "./http/response.ts";
import type { RequestContext } from "./context.ts";
import type { readRequestInfo } from "./http/request.ts";
import type { JsonObject } from "./object.ts";
import type { ContinueTokens } from "./registry/continue_token.ts";
import type { Admission, Verbs } from "./registry/contracts.ts";
import type { ResourceDefinition } from "./registry/resource.ts";
import type { Steps } from "./registry/steps.ts";
import type { Sources } from "./sources.ts";
import type { Storage } from "./storage/storage.ts";

/** An answered request, for observers. */
export interface ObservedRequest {
  /** The time of arrival, in milliseconds since 1970. */
  readonly time: number;
  /** The HTTP method. */
  readonly method: string;
  /** The URL of the request. */
  readonly url: string;
  /** The user's name; empty if the request was not authenticated. */
  readonly user: string;
  /** The HTTP status of the response. */
  readonly status: number;
  /** True for a deprecated API version. */
  readonly deprecated: boolean;
}

/**
 * The steps that every request passes before and after its verb.
 *
 * @internal
 */
export interface Exchange {
  /** Answers paths that need no credentials; returns undefined for all others. */
  readonly health: (path: string, query: URLSearchParams) => Response | undefined;
  readonly authenticate: Authenticator;
  readonly impersonate: typeof impersonate;
  readonly readRequestInfo: typeof readRequestInfo;
  /** Runs for each authenticated request before authorization; throws an ApiError to reject it. */
  readonly receive?: (context: RequestContext) => Promise<void> | undefined;
  /** Returns the discovery document of a path. */
  readonly discovery: (path: string) => JsonObject | undefined;
  /** Chooses the media type and the form of the response. */
  readonly appearanceOf: typeof appearanceOf;
  readonly encode: typeof encode;
  /** Returns the error response of a rejected request. */
  readonly refuse: typeof refuse;
  /** Runs after each request, before changes of the part `wire`; absent without observers. */
  readonly observe?: (observed: ObservedRequest, request: Request, response: Response) => void;
}

/**
 * The whole server, as a connection sees it.
 *
 * @internal
 */
export interface Wire {
  /** Answers a request. */
  readonly answer: (request: Request) => Promise<Response>;
}

/** The parts by name. */
export interface Parts {
  /** Time, identifiers and random values. */
  readonly sources: Sources;
  /** The stored objects; it has the initial objects already. */
  readonly storage: Storage;
  /** Decides whether a user may do something. */
  readonly authorizer: Authorizer;
  /** Admits or rejects writes, and follows up on them. */
  readonly admission: Admission;
  /** Issues and verifies continue tokens. */
  readonly tokens: ContinueTokens;
  /** A resource definition; a change applies to each of them in turn. */
  readonly resource: ResourceDefinition;
  /** The verbs of the API. */
  readonly verbs: Verbs;
  /** The named steps of writes, deletions, lists and watches. */
  readonly steps: Steps;
  /** The steps before and after each verb. */
  readonly exchange: Exchange;
  /** The whole server, from request to response. */
  readonly wire: Wire;
}

/** Returns the members of a part that differ from the original. */
export type Change<Part> = (original: Part) => Partial<Part>;

/** The changes that can be made: a function for each part, which registers a change of it. */
export type PartChanges = {
  readonly [Name in keyof Parts]: (change: Change<Parts[Name]>) => void;
};

/** Returns a part with all changes applied. */
export type AssembledParts = <Name extends keyof Parts>(
  name: Name,
  original: Parts[Name],
) => Parts[Name];

/** Runs the installers in order. A later change wraps the earlier ones. */
export function assembleParts(
  installers: readonly ((parts: PartChanges) => void)[],
): AssembledParts {
  const changes: { readonly [Name in keyof Parts]: Change<Parts[Name]>[] } = {
    sources: [],
    storage: [],
    authorizer: [],
    admission: [],
    tokens: [],
    resource: [],
    verbs: [],
    steps: [],
    exchange: [],
    wire: [],
  };
  const register = <Name extends keyof Parts>(name: Name) => (change: Change<Parts[Name]>): void =>
    void changes[name].push(change);
  const parts: PartChanges = {
    sources: register("sources"),
    storage: register("storage"),
    authorizer: register("authorizer"),
    admission: register("admission"),
    tokens: register("tokens"),
    resource: register("resource"),
    verbs: register("verbs"),
    steps: register("steps"),
    exchange: register("exchange"),
    wire: register("wire"),
  };
  for (const install of installers) install(parts);
  return (name, original) => {
    if (changes[name].length === 0) return original;
    // Methods of a class are bound first, so that a change can take them off the original.
    return changes[name].reduce((part, change) => over(part, change(part)), over(original, {}));
  };
}

/** Returns an object with some members replaced; methods of the others work on the original. */
export function over<Part extends object>(original: Part, changed: Partial<Part>): Part {
  return { ...methodsOf(original), ...original, ...changed };
}

/** Returns the methods that an object has from its class, bound to it. */
function methodsOf(object: object): Record<string, unknown> {
  const methods: Record<string, unknown> = {};
  for (
    let prototype = Object.getPrototypeOf(object);
    prototype && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const method = Reflect.get(prototype, name, object);
      if (name !== "constructor" && typeof method === "function" && !(name in methods)) {
        methods[name] = method.bind(object);
      }
    }
  }
  return methods;
}
