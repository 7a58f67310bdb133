/**
 * The path of a request through the server, in one function from top to bottom.
 *
 * @module
 */
import { readBoolean } from "./codec/scalar.ts";
import { hasCredentials } from "./access/authentication.ts";
import type { Authorizer } from "./access/authorization.ts";
import { aggregatedResponse } from "./aggregated_response.ts";
import { ApiError, badRequest, methodNotAllowed, unknownPath } from "./api_error.ts";
import { warningItem } from "./codec/decode.ts";
import type { RequestContext, User } from "./context.ts";
import type { Dialect } from "./dialect.ts";
import { OPENAPI_V2 } from "./discovery/discovery.ts";
import { asksForOpenApiProtobuf, encodeOpenApiV2 } from "./discovery/openapi_v2.ts";
import { HEALTH_PATH } from "./health/health.ts";
import { bodyOf, checkUrl } from "./http/request.ts";
import { respond } from "./http/response.ts";
import { opensWebSocket } from "./http/watch_socket.ts";
import type { Exchange } from "./parts.ts";
import type { Registry } from "./registry/contracts.ts";
import type { ResourceDefinition } from "./registry/resource.ts";
import type { Route } from "./router.ts";
import { UnwritableStorage } from "./storage/storage.ts";
import { takeoverOf } from "./takeover.ts";
import { asksForWebSocket, failedHandshake } from "./websocket.ts";

/** The steps that a request passes. */
export interface Stages extends Exchange {
  readonly authorizer: Authorizer;
  readonly route: (context: RequestContext) => Route;
  readonly registry: Registry;
  readonly dialect: Dialect;
  /** The deprecation warning of each deprecated API version of a resource. */
  readonly deprecations: ReadonlyMap<ResourceDefinition, string>;
  readonly onInternalError: (error: unknown) => void;
}

/** The facts about a request, as they become known. */
interface Progress {
  /** The time of arrival, in milliseconds since 1970. */
  readonly time: number;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The user's name; empty until the request is authenticated. */
  user: string;
  /** True for a deprecated API version. */
  deprecated: boolean;
  /** The items of the Warning header. */
  readonly warnings: Set<string>;
}

/** Returns the function that answers requests. It never rejects: every error becomes a Status. */
export function createPipeline(stages: Stages): (request: Request) => Promise<Response> {
  const { health, authenticate, impersonate, authorizer, discovery, readRequestInfo } = stages;
  const { receive, route, appearanceOf, encode, refuse, registry, dialect } = stages;
  const { deprecations, observe, onInternalError } = stages;

  const compresses = registry.features.has("APIResponseCompression");
  const aggregates = registry.features.has("AggregatedDiscoveryEndpoint");

  async function handle(request: Request, progress: Progress): Promise<Response> {
    const { path, query } = progress;
    checkUrl(request);
    if (HEALTH_PATH.test(path)) {
      // No credentials are needed, but wrong ones are rejected, as on any path.
      if (hasCredentials(request)) authenticate(request);
      const healthAnswer = health(path, query);
      if (healthAnswer) return healthAnswer;
    }
    const caller = authenticate(request);
    // A promise takes time, so that none is awaited where there is none.
    const impersonated = impersonate(request.headers, caller, authorizer, dialect.suffix);
    const user = impersonated instanceof Promise ? await impersonated : impersonated;
    progress.user = user.name;
    const context = createContext(request, user, progress);
    const received = receive?.(context);
    if (received) await received;
    const authorized = registry.authorize(context, context.info.verb);
    if (authorized) await authorized;
    if (!context.info.isResource) return await describe(context);
    const { handler, request: verbRequest, connect } = route(context);
    if (connect) return await connect(registry);
    const { definition, view } = verbRequest;
    const deprecation = deprecations.get(definition);
    if (deprecation) {
      progress.deprecated = true;
      progress.warnings.add(warningItem(deprecation));
    }
    const isList = context.info.verb === "list";
    const shown = view?.definition ?? definition;
    const expectation = { dialect, definition: shown, isList, now: progress.time };
    const chosen = appearanceOf(context, expectation);
    const appearance = chosen instanceof Promise ? await chosen : chosen;
    if (context.info.verb === "watch" && asksForWebSocket(request)) {
      const failed = failedHandshake(request.headers, dialect.suffix);
      if (failed) return failed;
    }
    return encode(await handler(registry, verbRequest), appearance, { request, compresses });
  }

  function createContext(
    request: Request,
    user: User,
    { path, query, warnings }: Progress,
  ): RequestContext {
    try {
      const info = readRequestInfo(request.method, path, readBoolean(query, "watch"));
      const { body, pause } = bodyOf(request);
      return { request, info, query, user, warnings, body, pause };
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      throw badRequest(`Cannot read the path "${path}" as its percent-encoding is broken`);
    }
  }

  async function describe(context: RequestContext): Promise<Response> {
    const { request } = context;
    const path = trimSlash(context.info.path);
    const value = discovery(path);
    if (!value) throw unknownPath();
    if (!READS.includes(request.method)) throw methodNotAllowed();
    const aggregated = aggregates && await aggregatedResponse(path, request, {
      ...{ dialect, discovery, encode, compresses },
    });
    if (aggregated) return aggregated;
    if (path === OPENAPI_V2 && asksForOpenApiProtobuf(request.headers.get("accept"))) {
      return respond(200, "application/octet-stream", await encodeOpenApiV2(value));
    }
    const now = registry.sources.clock.now();
    const appearance = await appearanceOf(context, { dialect, isList: false, now });
    return encode({ kind: "value", status: 200, value }, appearance, { request, compresses });
  }

  async function reject(error: unknown, request: Request): Promise<Response> {
    // The storage has reported it.
    if (error instanceof UnwritableStorage) {
      return await refuse(unwritable(error), request, dialect);
    }
    if (!(error instanceof ApiError)) onInternalError(error);
    return await refuse(error, request, dialect);
  }

  const { durability } = registry.storage;

  /**
   * Waits until the writes are on the disk that a response could show, be they those of the request or
   * of others.
   */
  async function synced(response: Response, request: Request): Promise<Response> {
    try {
      await durability!.synced();
      return response;
    } catch (error) {
      await response.body?.cancel();
      return await refuse(unwritable(error as UnwritableStorage), request, dialect);
    }
  }

  return async (request) => {
    const { method, url } = request;
    const warnings = new Set<string>();
    const time = registry.sources.clock.now();
    const { path, query } = splitUrl(url);
    const progress = { time, path, query, user: "", deprecated: false, warnings };
    let response: Response;
    try {
      response = await handle(request, progress);
    } catch (error) {
      response = await reject(error, request);
    }
    if (durability && !HEALTH_PATH.test(path)) response = await synced(response, request);
    if (warnings.size > 0) response.headers.set("warning", [...warnings].join(", "));
    if (observe) {
      const { user, deprecated } = progress;
      const isUpgrade = takeoverOf(response) || opensWebSocket(request, response);
      const status = isUpgrade ? 101 : response.status;
      observe({ time, method, url, user, status, deprecated }, request, response);
    }
    return response;
  };
}

const unwritable = ({ message }: UnwritableStorage) =>
  new ApiError("InternalError", `Internal error occurred: ${message}`);

const READS = ["GET", "HEAD"];

const NO_QUERY = new URLSearchParams();

/** Returns the path and the query of an absolute URL; cheaper than parsing all of it. */
function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const mark = url.indexOf("?", start);
  return mark < 0
    ? { path: url.slice(start), query: NO_QUERY }
    : { path: url.slice(start, mark), query: new URLSearchParams(url.slice(mark)) };
}

const trimSlash = (path: string) =>
  path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
