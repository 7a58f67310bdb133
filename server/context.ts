/**
 * The context of a request.
 *
 * @module
 */

/** The verbs of the API. */
export type Verb =
  | "get"
  | "list"
  | "watch"
  | "create"
  | "update"
  | "patch"
  | "delete"
  | "deletecollection";

/** The verb, resource and path of a request. */
export interface RequestInfo {
  /** The path, decoded segment by segment where it names a resource. */
  readonly path: string;
  /** False for paths such as `/readyz` or `/apis`, whose verb is the method in lower case. */
  readonly isResource: boolean;
  /** Empty where the method has no meaning for a resource. */
  readonly verb: Verb | string;
  /** The API group, empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Empty for cluster-scoped resources and for a collection across all namespaces. */
  readonly namespace: string;
  readonly resource: string;
  /** Empty for collections. */
  readonly name: string;
  readonly subresource: string;
}

/** The user of a request. */
export interface User {
  /** The user name, as in the subjects of role bindings. */
  readonly name: string;
  /** The uid that the authenticator gives; empty if it gives none. */
  readonly uid: string;
  /** The groups of the user. */
  readonly groups: readonly string[];
  /** Further values that the authenticator gives, by key. */
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A request in progress. */
export interface RequestContext {
  readonly request: Request;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly user: User;
  /** Items of the Warning header (RFC 7234 section 5.5), whatever comes of the request. */
  readonly warnings: Set<string>;
  /**
   * The body's bytes, empty where there is none.
   *
   * @throws {ApiError} RequestEntityTooLarge above the limit, BadRequest when it breaks off
   */
  body(): Promise<Uint8Array>;
  /**
   * Lets other requests proceed between two steps of this one, if its body is large: the steps
   * together would hold the event loop too long. Returns undefined for all other bodies.
   */
  readonly pause?: () => Promise<void> | undefined;
}
