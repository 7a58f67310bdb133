/**
 * Maps the resource and verb of a request to a handler.
 *
 * @module
 */
import { methodNotAllowed, notFound, unknownPath } from "./api_error.ts";
import type { RequestContext, RequestInfo } from "./context.ts";
import { connect, type Connector, type Connectors, connectorsOf } from "./registry/connector.ts";
import type { Registry, VerbHandler, VerbRequest, Verbs } from "./registry/contracts.ts";
import { type ResourceDefinition, subresourceVerbs } from "./registry/resource.ts";
import { throughView } from "./registry/verbs.ts";

/** A handler and its arguments. */
export interface Route {
  readonly handler: VerbHandler;
  readonly request: VerbRequest;
  /** Answers in place of the handler, for a subresource that answers its requests by itself. */
  readonly connect?: (registry: Registry) => Promise<Response>;
}

/**
 * Returns a function that finds the handlers of the given resources.
 *
 * @throws {ApiError} from the function returned: NotFound for unknown paths, MethodNotAllowed for
 *   unsupported verbs
 */
export function createRouter(
  definitions: readonly ResourceDefinition[],
  verbs: Verbs,
  connectors: Connectors = {},
): (context: RequestContext) => Route {
  const { answer, act, ...stored } = verbs;
  const handlers: ReadonlyMap<string, VerbHandler> = new Map(Object.entries(stored));
  // A virtual resource only supports create.
  const virtualHandlers: ReadonlyMap<string, VerbHandler> = new Map([["create", answer]]);
  const byPlace = new Map(definitions.map((definition) => [placeOf(definition), definition]));
  return (context) => {
    const { info } = context;
    const definition = info.isResource ? byPlace.get(placeOf(info)) : undefined;
    if (!definition || (definition.answer && info.name)) throw unknownPath();
    const connector = info.subresource && connectorOf(connectorsOf(connectors, definition), info);
    if (connector) {
      if (definition.namespaced !== (info.namespace !== "")) throw unknownPath();
      if (!connector.verbs.includes(info.verb)) throw methodNotAllowed();
      const request = { context, definition, strategy: {} };
      return { handler: answer, request, connect: (all) => connect(all, request, connector) };
    }
    const action = actionOf(definition, info);
    if (action && info.verb === "create") {
      return { handler: act, request: { context, definition, strategy: {}, action } };
    }
    if (action) throw methodNotAllowed();
    const strategy = info.subresource
      ? subresourceStrategy(definition, info.subresource)
      : definition.strategy;
    if (!strategy) {
      // Only custom resources know the object by its path.
      throw definition.storageOf ? notFound(definition, info.name) : unknownPath();
    }
    // Without a namespace, a namespaced resource only supports list and watch.
    if (definition.namespaced !== (info.namespace !== "") && !listsAll(definition, info)) {
      throw info.name || !definition.namespaced || definition.answer
        ? unknownPath()
        : methodNotAllowed();
    }
    const handler = (definition.answer ? virtualHandlers : handlers).get(info.verb);
    const lacks = info.subresource
      ? !subresourceVerbs(strategy).includes(info.verb)
      : definition.unsupportedVerbs?.includes(info.verb);
    if (!handler || lacks || isMisplaced(info)) {
      throw methodNotAllowed();
    }
    const view = definition.views?.[info.subresource];
    const reading = definition.storageOf ? throughStorage(handler, definition.storageOf) : handler;
    return view
      ? {
        handler: throughView(reading, view),
        request: { context, definition, strategy, view },
      }
      : { handler: reading, request: { context, definition, strategy } };
  };
}

/** Returns true for a create of an item and an update of a collection. */
function isMisplaced({ verb, name, subresource }: RequestInfo): boolean {
  if (name === "") return verb === "update" || verb === "patch";
  return verb === "create" && subresource === "";
}

/** The registries with the storage of one resource. */
const registries = new WeakMap<Registry, WeakMap<StorageOf, Registry>>();

type StorageOf = NonNullable<ResourceDefinition["storageOf"]>;

/** Returns a handler that uses the storage as the resource sees it. */
function throughStorage(handler: VerbHandler, storageOf: StorageOf): VerbHandler {
  return (registry, request) => {
    const known = registries.get(registry) ?? new WeakMap<StorageOf, Registry>();
    registries.set(registry, known);
    const own = known.get(storageOf) ?? { ...registry, storage: storageOf(registry.storage) };
    known.set(storageOf, own);
    return handler(own, request);
  };
}

const placeOf = (
  { group, version, resource }: Pick<RequestInfo, "group" | "version" | "resource">,
) => `${group}/${version}/${resource}`;

/** Finds the connector of a path, which goes on behind its name only where it has paths. */
function connectorOf(
  connectors: Readonly<Record<string, Connector>>,
  { subresource }: RequestInfo,
): Connector | undefined {
  const [name = "", ...rest] = subresource.split("/");
  const connector = Object.hasOwn(connectors, name) ? connectors[name] : undefined;
  return rest.length === 0 || connector?.hasPaths ? connector : undefined;
}

const actionOf = ({ actions = {} }: ResourceDefinition, { subresource }: RequestInfo) =>
  Object.hasOwn(actions, subresource) ? actions[subresource] : undefined;

/** Reads own properties only: an inherited one such as `toString` is not a subresource. */
const subresourceStrategy = ({ subresources = {} }: ResourceDefinition, name: string) =>
  Object.hasOwn(subresources, name) ? subresources[name] : undefined;

const listsAll = ({ namespaced, answer }: ResourceDefinition, { verb, namespace }: RequestInfo) =>
  namespaced && !answer && namespace === "" && (verb === "list" || verb === "watch");
