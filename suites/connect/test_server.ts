/**
 * A small server of one resource type for tests of the first contact: it can lack verbs, discovery
 * documents and Namespaces.
 *
 * @module
 */
import type { JsonObject } from "../client/http_client.ts";
import { asObject } from "../model/object.ts";

/** The group version and the plural name of the type. */
const GROUP = "example.com";
const BASE = `/apis/${GROUP}/v1`;

/** The verbs that the server can serve. */
const ALL = ["create", "delete", "get", "list", "patch", "update", "watch"] as const;

/** What the server serves. */
export interface SmallServerOptions {
  /** The verbs that it lists and serves. @default {all} */
  readonly verbs?: readonly typeof ALL[number][];
  /** The documents that list its type. @default {"documents"} */
  readonly discovery?: "documents" | "aggregated" | "OpenAPI" | "resources only" | "none";
  /** True for a cluster-scoped type. @default {false} */
  readonly isClusterScoped?: boolean;
  /** The namespaces that it accepts. @default {any} */
  readonly namespaces?: readonly string[];
  /** Annotations that an object gets with each write, given their number. @default {none} */
  readonly adds?: (writes: number) => Readonly<Record<string, string>>;
  /** Answers instead, or returns undefined. */
  readonly answer?: (
    request: Request,
    path: string,
  ) => Response | undefined | Promise<Response | undefined>;
}

/** A running server. */
export interface SmallServer extends AsyncDisposable {
  readonly url: string;
  /** The objects by path. */
  readonly objects: Map<string, JsonObject>;
}

/** Starts the server on loopback. */
export function startSmallServer(options: SmallServerOptions = {}, port = 0): SmallServer {
  const { verbs = ALL, isClusterScoped = false, namespaces, adds, answer } = options;
  const objects = new Map<string, JsonObject>();
  let version = 1;
  const status = (code: number, message: string) =>
    Response.json(
      { apiVersion: "v1", kind: "Status", status: "Failure", code, message },
      { status: code },
    );
  const handle = async (request: Request): Promise<Response> => {
    const { pathname: path, searchParams } = new URL(request.url);
    const own = await answer?.(request, path);
    if (own !== undefined) return own;
    const document = documentAt(path, request, options);
    if (document !== undefined) return Response.json(document);
    const shape = isClusterScoped
      ? /^\/widgets(?:\/([^/]+))?$/
      : /^(?:\/namespaces\/([^/]+))?\/widgets(?:\/([^/]+))?$/;
    const found = path.startsWith(`${BASE}/`) ? shape.exec(path.slice(BASE.length)) : null;
    if (found === null) return status(404, `no path ${path}`);
    const [namespace, name] = isClusterScoped ? [undefined, found[1]] : [found[1], found[2]];
    if (namespace !== undefined && namespaces?.includes(namespace) === false) {
      return status(404, `namespaces "${namespace}" not found`);
    }
    const isWatch = searchParams.has("watch") && verbs.includes("watch");
    const verb = verbOf(request.method, name !== undefined);
    if (!verbs.some((each) => each === verb)) return status(405, "the method is not allowed");
    const write = (at: string, body: JsonObject, code: number) => {
      const given = Object(body.metadata);
      const annotations = adds && { ...given.annotations, ...adds(version) };
      const metadata = {
        ...given,
        resourceVersion: `${++version}`,
        ...(annotations && { annotations }),
      };
      const stored = { ...body, metadata: { uid: crypto.randomUUID(), ...metadata } };
      objects.set(at, stored);
      return Response.json(stored, { status: code });
    };
    const body = request.method === "GET" ? {} : await request.json().catch(() => ({}));
    switch (verb) {
      case "list": {
        if (isWatch) return new Response(new ReadableStream());
        const items = [...objects].filter(([key]) => key.startsWith(`${path}/`))
          .map(([, object]) => object);
        const metadata = { resourceVersion: `${version}` };
        return Response.json({ apiVersion: `${GROUP}/v1`, kind: "WidgetList", metadata, items });
      }
      case "create": {
        const at = `${path}/${body.metadata?.name}`;
        return objects.has(at) ? status(409, "it exists") : write(at, body, 201);
      }
      default: {
        const object = objects.get(path);
        if (object === undefined) return status(404, `widgets "${name}" not found`);
        if (verb === "update") return write(path, body, 200);
        if (verb === "patch") return write(path, merged(object, body), 200);
        if (verb === "delete") objects.delete(path);
        return Response.json(object);
      }
    }
  };
  const server = Deno.serve({ port, hostname: "127.0.0.1", onListen: () => {} }, handle);
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    objects,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Returns an object after a merge patch. */
function merged(object: JsonObject, patch: JsonObject): JsonObject {
  const result = { ...object };
  for (const [key, value] of Object.entries(patch)) {
    const members = asObject(value);
    if (value === null) delete result[key];
    else result[key] = members === undefined ? value : merged(asObject(result[key]) ?? {}, members);
  }
  return result;
}

function verbOf(method: string, isObject: boolean): string {
  const verbs: Readonly<Record<string, readonly [string, string]>> = {
    GET: ["list", "get"],
    POST: ["create", "none"],
    PUT: ["none", "update"],
    PATCH: ["none", "patch"],
    DELETE: ["deletecollection", "delete"],
  };
  return verbs[method]?.[isObject ? 1 : 0] ?? "none";
}

/** Returns the discovery document at a path, if the server has it. */
function documentAt(
  path: string,
  request: Request,
  { verbs = ALL, discovery = "documents", isClusterScoped = false }: SmallServerOptions,
): JsonObject | undefined {
  const namespaced = !isClusterScoped;
  const lists = [...verbs];
  const wantsAggregated = request.headers.get("accept")?.includes("APIGroupDiscoveryList");
  if (discovery === "aggregated" && path === "/apis" && wantsAggregated) {
    const resources = [{
      resource: "widgets",
      responseKind: { group: GROUP, version: "v1", kind: "Widget" },
      scope: namespaced ? "Namespaced" : "Cluster",
      verbs: lists,
    }];
    const versions = [{ version: "v1", resources }];
    return { kind: "APIGroupDiscoveryList", items: [{ metadata: { name: GROUP }, versions }] };
  }
  if (discovery === "OpenAPI" && path === "/openapi/v2") {
    const at = `${BASE}${namespaced ? "/namespaces/{namespace}" : ""}/widgets`;
    const responses = { "200": { schema: { $ref: "#/definitions/com.example.Widget" } } };
    const on = (verb: typeof ALL[number], method: string) =>
      verbs.includes(verb) ? { [method]: { responses } } : {};
    return {
      swagger: "2.0",
      paths: {
        [at]: { ...on("list", "get"), ...on("create", "post") },
        [`${at}/{name}`]: {
          ...on("get", "get"),
          ...on("update", "put"),
          ...on("patch", "patch"),
          ...on("delete", "delete"),
        },
      },
    };
  }
  if (discovery === "documents" && path === "/apis") {
    const versions = [{ groupVersion: `${GROUP}/v1`, version: "v1" }];
    return { kind: "APIGroupList", apiVersion: "v1", groups: [{ name: GROUP, versions }] };
  }
  if ((discovery === "documents" || discovery === "resources only") && path === BASE) {
    const resources = [{ name: "widgets", kind: "Widget", namespaced, verbs: lists }];
    return { kind: "APIResourceList", groupVersion: `${GROUP}/v1`, resources };
  }
  return undefined;
}
