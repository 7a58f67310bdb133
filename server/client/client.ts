/**
 * Reads and writes objects of a server from the program that it runs in, as an administrator.
 *
 * @module
 */
import { presentCertificate } from "../access/authentication.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { asObject, type ResourceDefinition } from "../registry/resource.ts";
import { aText, complaintAbout, onlyFields, optional, type Shape, type Shapes } from "../shape.ts";
import type { Manifest } from "./manifests.ts";
import { pathOf, type PathOptions, resourceNamed, resourceOf } from "./resource_types.ts";
import { StatusError } from "./status_error.ts";

/** An object that a server returned, where no other type is given. */
export interface KubernetesObject {
  /** For example `apps/v1`. */
  readonly apiVersion: string;
  /** For example `Deployment`. */
  readonly kind: string;
  /** The metadata that every stored object has. */
  readonly metadata: {
    readonly name: string;
    /** Absent for cluster-scoped objects. */
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  /** The fields of the kind, such as `spec`. */
  readonly [field: string]: unknown;
}

/** The selection of objects in a list. */
export interface ObjectSelection {
  /** Only objects of this namespace. @default {all namespaces} */
  readonly namespace?: string;
  /** For example `app=web,tier!=test`. */
  readonly labelSelector?: string;
  /** For example `status.phase=Running`. */
  readonly fieldSelector?: string;
}

/** The object to change, and the part of it. */
export interface PatchPlace {
  /** The namespace of a namespaced object. @default {"default"} */
  readonly namespace?: string;
  /** For example `status`. */
  readonly subresource?: string;
}

/**
 * Reads and writes objects in the program of the server. The requests are those of an
 * administrator; plugins do not see them, so they fail by no injected fault and are in no journal.
 *
 * A type is a kind, or a plural, singular or short name: `Deployment`, `deployments`, `deploy`,
 * `deployments.apps`. A namespaced object without a namespace is one of `default`.
 */
export interface ServerClient {
  /**
   * Applies an object on the server's side, with the field manager `plumbline`: creates it or
   * changes its fields. A `status` is written too.
   *
   * @throws {StatusError} if the server rejects the object
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { createServer } from "@plumbline/plumbline/server";
   *
   * await using server = await createServer();
   * const metadata = { name: "a" };
   * const applied = await server.apply({
   *   ...{ apiVersion: "v1", kind: "ConfigMap", metadata },
   *   data: { colour: "red" },
   * });
   * assertEquals(applied.metadata.namespace, "default");
   * ```
   */
  apply<Applied extends object>(object: Applied): Promise<Applied & KubernetesObject>;
  /**
   * Applies the objects of a file, a folder or a text, as the option `objects` stores them.
   *
   * @throws {ConfigurationError} for objects that cannot be read, or that the server rejects
   */
  apply(manifests: string | URL): Promise<readonly KubernetesObject[]>;
  /**
   * Creates an object. A `status` is written too.
   *
   * @throws {StatusError} if the server rejects the object
   */
  create<Created extends object>(object: Created): Promise<Created & KubernetesObject>;
  /**
   * Returns an object, or undefined if there is none.
   *
   * @param namespace the namespace of a namespaced object; `default` if absent
   * @throws {RangeError} for an unknown type
   */
  get<Found = KubernetesObject>(
    type: string,
    name: string,
    namespace?: string,
  ): Promise<Found | undefined>;
  /**
   * Lists objects in the order of namespace, then name.
   *
   * @throws {RangeError} for an unknown type
   */
  list<Found = KubernetesObject>(
    type: string,
    selection?: ObjectSelection,
  ): Promise<readonly Found[]>;
  /**
   * Changes fields of an object by a merge patch.
   *
   * @throws {StatusError} if there is no such object, or the server rejects the change
   */
  patch<Changed = KubernetesObject>(
    type: string,
    name: string,
    patch: object,
    place?: PatchPlace,
  ): Promise<Changed>;
  /**
   * Deletes an object, as a client does: finalizers and grace periods delay the removal.
   *
   * @returns false if there was none
   * @throws {RangeError} for an unknown type
   */
  delete(type: string, name: string, namespace?: string): Promise<boolean>;
}

/** The server that a client sends requests to. */
export interface ClientTarget {
  /** Answers a request. */
  answer(request: Request): Promise<Response>;
  /** Returns the served resources. */
  definitions(): Promise<readonly ResourceDefinition[]>;
  /** The user of the requests. */
  readonly user: { readonly name: string; readonly groups: readonly string[] };
}

/** The field manager of writes. */
const MANAGER = "fieldManager=plumbline";

/** The namespace of objects that name none. */
export const DEFAULT_NAMESPACE = "default";

/** A client of a server, and what the loading of manifests needs beside it. */
export interface InternalClient extends ServerClient {
  /** Applies an object, or creates it if its name is to be generated. */
  store(object: JsonObject): Promise<JsonObject>;
  /** Sends a request; a rejected one throws a StatusError. */
  send(method: string, path: string, action: string, body?: object): Promise<JsonObject>;
  /** Returns the served resources. */
  definitions(): Promise<readonly ResourceDefinition[]>;
}

/**
 * Creates a client.
 *
 * @param load applies the objects of files, folders and texts
 */
export function serverClient(
  target: ClientTarget,
  load: (client: InternalClient, manifests: readonly Manifest[]) => Promise<readonly JsonObject[]>,
): InternalClient {
  const named = async (type: string) => resourceNamed(await target.definitions(), type);

  async function send(method: string, path: string, action: string, body?: object) {
    const response = await exchange(method, path, body);
    const answer = await response.json() as JsonObject;
    if (!response.ok) throw new StatusError(action, response.status, answer);
    return answer;
  }

  async function exchange(method: string, path: string, body?: object): Promise<Response> {
    const apply = path.includes("force=true") && method === "PATCH";
    const type = method !== "PATCH"
      ? "application/json"
      : apply
      ? "application/apply-patch+yaml"
      : "application/merge-patch+json";
    const request = new Request(`http://localhost${path}`, {
      method,
      ...(body !== undefined && {
        headers: { "content-type": type },
        body: JSON.stringify(body),
      }),
    });
    presentCertificate(request, { ...target.user, trusted: true });
    return await target.answer(request);
  }

  async function definitionOf({ apiVersion, kind }: JsonObject): Promise<ResourceDefinition> {
    if (typeof apiVersion !== "string" || typeof kind !== "string" || !kind) {
      throw new RangeError("Cannot store an object without apiVersion and kind");
    }
    const found = resourceOf(await target.definitions(), apiVersion, kind);
    if (found) return found;
    throw new RangeError(
      `Cannot store a ${kind} of ${apiVersion} as the server does not serve it. ` +
        "Store its CustomResourceDefinition before, or use the option `resources`",
    );
  }

  /** Writes an object, then its status if that is a subresource. */
  async function write(object: JsonObject, verb: "apply" | "create"): Promise<JsonObject> {
    const definition = await definitionOf(object);
    const { managedFields: _, ...metadata } = asObject(object.metadata) ?? {};
    const place = placeOf(definition, metadata);
    const { status, ...content }: JsonObject = {
      ...object,
      metadata: { ...metadata, ...namespaceIn(place) },
    };
    const isApart = definition.subresources?.status !== undefined;
    const action = `${verb} ${describe(object)}`;
    // Ownership by another manager, such as the client under test, is no reason to fail.
    const query = `${MANAGER}&fieldValidation=Strict${verb === "apply" ? "&force=true" : ""}`;
    const path = `${
      pathOf(definition, verb === "apply" ? place : { ...place, name: "" })
    }?${query}`;
    const method = verb === "apply" ? "PATCH" : "POST";
    const stored = await send(method, path, action, isApart ? content : { ...content, status });
    if (status === undefined || !isApart || definition.ownsStatus) return stored;
    const { apiVersion, kind, metadata: { name } } = stored as ApiObject;
    const body = { apiVersion, kind, metadata: { name, ...namespaceIn(place) }, status };
    const statusPath = pathOf(definition, { ...place, name, subresource: "status" });
    return await send("PATCH", `${statusPath}?${MANAGER}&force=true`, action, body);
  }

  const client: InternalClient = {
    send,
    definitions: () => target.definitions(),
    store: (object) => write(object, asObject(object.metadata)?.name ? "apply" : "create"),
    async apply(objects: object | string) {
      if (typeof objects === "string" || objects instanceof URL) {
        return await load(client, [objects]);
      }
      // deno-lint-ignore no-explicit-any -- the overloads state the types
      return await write(objects as JsonObject, "apply") as any;
    },
    async create<Created extends object>(object: Created) {
      return await write(object as JsonObject, "create") as unknown as Created & KubernetesObject;
    },
    async get<Found>(type: string, name: string, namespace: string = DEFAULT_NAMESPACE) {
      const path = pathOf(await named(type), { name, namespace });
      const response = await exchange("GET", path);
      const answer = await response.json();
      if (response.status === 404) return undefined;
      if (!response.ok) throw new StatusError(`get ${type} "${name}"`, response.status, answer);
      return answer as Found;
    },
    async list<Found>(type: string, selection: ObjectSelection = {}) {
      requireFields(selection, SELECTION, `Cannot list ${type}`);
      const { namespace = "", ...selectors } = selection;
      const definition = await named(type);
      const given = Object.entries(selectors).filter(([, value]) => value !== undefined);
      const query = new URLSearchParams(given);
      const path = `${pathOf(definition, { namespace })}?${query}`;
      const { items, apiVersion } = await send("GET", path, `list ${type}`);
      return (items as JsonObject[]).map((item) => ({
        apiVersion,
        kind: definition.kind,
        ...item,
      })) as Found[];
    },
    async patch<Changed>(type: string, name: string, patch: object, place: PatchPlace = {}) {
      requireFields(place, PLACE, `Cannot patch ${type} "${name}"`);
      const { namespace = DEFAULT_NAMESPACE, subresource = "" } = place;
      const path = pathOf(await named(type), { name, namespace, subresource });
      const action = `patch ${type} "${name}"`;
      return await send("PATCH", `${path}?${MANAGER}`, action, patch) as Changed;
    },
    async delete(type, name, namespace = DEFAULT_NAMESPACE) {
      const response = await exchange("DELETE", pathOf(await named(type), { name, namespace }));
      const answer = await response.json();
      if (response.status === 404) return false;
      if (!response.ok) throw new StatusError(`delete ${type} "${name}"`, response.status, answer);
      return true;
    },
  };
  return client;
}

const optionalText = optional(aText);
const SELECTION: Readonly<Record<keyof ObjectSelection, Shape>> = {
  namespace: optionalText,
  labelSelector: optionalText,
  fieldSelector: optionalText,
};
const PLACE: Readonly<Record<keyof PatchPlace, Shape>> = {
  namespace: optionalText,
  subresource: optionalText,
};

/** @throws {RangeError} for an unknown field or a value of a wrong type */
function requireFields(value: unknown, shapes: Shapes, beginning: string): void {
  const complaint = complaintAbout(value, onlyFields(shapes), beginning);
  if (complaint !== undefined) throw new RangeError(complaint);
}

/** Returns the place to write an object to. */
function placeOf(definition: ResourceDefinition, metadata: JsonObject): PathOptions {
  const { name = "", namespace = DEFAULT_NAMESPACE } = metadata as Record<string, string>;
  return { name, ...(definition.namespaced && { namespace }) };
}

const namespaceIn = ({ namespace }: PathOptions): JsonObject =>
  namespace === undefined ? {} : { namespace };

/** Returns the kind and the name of an object, for messages. */
function describe({ kind, metadata }: JsonObject): string {
  const { name, generateName = "", namespace } = (asObject(metadata) ?? {}) as Record<
    string,
    string
  >;
  const where = namespace ? ` in namespace "${namespace}"` : "";
  return `${kind} "${name ?? `${generateName}*`}"${where}`;
}
