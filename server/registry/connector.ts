/**
 * Subresources that answer their requests by themselves: with a stream of text, such as `log`, or
 * over a connection that both sides send on, such as `exec`.
 *
 * @module
 */
import { notFound } from "../api_error.ts";
import type { User } from "../context.ts";
import type { ApiObject } from "../object.ts";
import type { Registry, VerbRequest } from "./contracts.ts";
import { keyOf, storageKey } from "./resource.ts";

/** A request to a connector. */
export interface ConnectContext {
  readonly request: Request;
  readonly query: URLSearchParams;
  readonly user: User;
  /** The namespace of the object that the request addresses; empty for a cluster-scoped one. */
  readonly namespace: string;
  /** Its name. */
  readonly name: string;
  /** Returns the object. @throws {ApiError} NotFound */
  read(): Promise<ApiObject>;
}

/** A subresource that answers its requests by itself. */
export interface Connector {
  /** The kind in discovery. */
  readonly kind: string;
  /** The verbs, in alphabetical order. */
  readonly verbs: readonly string[];
  /** True if its paths go on behind its name. @default {false} */
  readonly hasPaths?: boolean;
  /** Answers a request. @throws {ApiError} if it cannot */
  connect(context: ConnectContext): Promise<Response>;
}

/**
 * Connectors by the storage key of their resource, as `/pods`, and by their name.
 *
 * @internal
 */
export type Connectors = Readonly<Record<string, Readonly<Record<string, Connector>>>>;

/** Returns the connectors of a resource in its stored version. */
export const connectorsOf = (
  connectors: Connectors,
  definition: VerbRequest["definition"],
): Readonly<Record<string, Connector>> => {
  const key = storageKey(definition);
  return !definition.conversion && Object.hasOwn(connectors, key) ? connectors[key]! : {};
};

/** Answers a request to a connector. */
export function connect(
  { storage }: Registry,
  request: Pick<VerbRequest, "context" | "definition">,
  connector: Connector,
): Promise<Response> {
  const { context, definition } = request;
  const { query, user, info: { namespace, name } } = context;
  return connector.connect({
    ...{ request: context.request, query, user, namespace, name },
    async read() {
      const version = await storage.get(keyOf(request));
      if (!version) throw notFound(definition, name);
      return version.object;
    },
  });
}
