/**
 * The resource types that the paths of an OpenAPI document show: for servers whose discovery documents
 * do not list them.
 *
 * @module
 */
import type { ServedType } from "../../client/contact.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import type { GroupVersion } from "./discovery.ts";
import { arrayOf, objectOf, textOf } from "./json.ts";

/** The path of a collection or of an object: `name` is a parameter of the latter. */
const SHAPE =
  /^\/(?:api\/(?<core>[^/]+)|apis\/(?<group>[^/]+)\/(?<version>[^/]+))(?<namespace>\/namespaces\/\{[^}]+\})?\/(?<resource>[a-z0-9.-]+)(?<name>\/\{[^}]+\})?(?:\/(?<subresource>[a-z]+))?$/;

/** The verbs of the methods on a collection, and on an object. */
const VERBS = {
  collection: { get: "list", post: "create", delete: "deletecollection" },
  object: { get: "get", put: "update", patch: "patch", delete: "delete" },
} as const;

/** Returns the API versions whose documents or paths an OpenAPI document lists. */
export function groupVersionsInOpenApi(document: Json | undefined): GroupVersion[] {
  const paths = Object.keys(objectOf(objectOf(document).paths)).map((path) =>
    pathOf(document, path)
  );
  const found = paths.flatMap((path) => {
    const [, core, group = "", version] =
      /^\/(?:api\/([^/]+)|apis\/([^/]+)\/([^/]+))(?:\/|$)/.exec(path) ?? [];
    const name = core ?? version;
    return name === undefined ? [] : [`${group}/${name}`];
  });
  return [...new Set(found)].map((each) => {
    const [group = "", version = ""] = each.split("/");
    return { group, version, preferred: true };
  });
}

/** Returns the types of an API version that the paths of a document show. */
export function typesInOpenApi(at: GroupVersion, document: Json | undefined): ServedType[] {
  const types = new Map<string, ServedType>();
  for (const [key, methods] of Object.entries(objectOf(objectOf(document).paths))) {
    const { core, group = "", version, namespace, resource = "", name, subresource } =
      SHAPE.exec(pathOf(document, key))?.groups ?? {};
    if (group !== at.group || (core ?? version) !== at.version || resource === "") continue;
    if (resource === "watch") continue;
    const known = types.get(resource);
    const isSubresource = subresource !== undefined && name !== undefined;
    const found = isSubresource ? [] : verbsOf(objectOf(methods), name !== undefined);
    types.set(resource, {
      ...at,
      resource,
      kind: known?.kind || kindIn(objectOf(methods)),
      namespaced: known?.namespaced === true || namespace !== undefined,
      verbs: [...new Set([...known?.verbs ?? [], ...found])],
      subresources: [...known?.subresources ?? [], ...isSubresource ? [subresource] : []],
    });
  }
  return [...types.values()].filter(({ kind, verbs }) => kind !== "" && verbs.length > 0);
}

/** Returns a path with the base path of its document; the index of version 3 has none at its start. */
function pathOf(document: Json | undefined, path: string): string {
  const base = (textOf(objectOf(document).basePath) ?? "").replace(/\/$/, "");
  return path.startsWith("/") ? `${base}${path}` : `/${path}`;
}

function verbsOf(methods: JsonObject, isObject: boolean): string[] {
  const verbs: Readonly<Record<string, string>> = isObject ? VERBS.object : VERBS.collection;
  const parameters = [
    ...arrayOf(methods.parameters),
    ...arrayOf(objectOf(methods.get).parameters),
  ].map((each) => textOf(objectOf(each).name));
  return [
    ...Object.keys(methods).flatMap((method) => verbs[method] ?? []),
    ...(!isObject && parameters.includes("watch") ? ["watch"] : []),
  ];
}

/** Returns the kind that operations name, or the schema of the body of a create or an update. */
function kindIn(methods: JsonObject): string {
  for (const operation of Object.values(methods).map(objectOf)) {
    const { kind } = objectOf(operation["x-kubernetes-group-version-kind"]);
    if (textOf(kind) !== undefined) return String(kind);
  }
  for (const method of ["post", "put", "get"]) {
    const reference = /"\$ref":"[^"]*[./]([A-Z][A-Za-z0-9]*)"/.exec(
      JSON.stringify(objectOf(objectOf(methods[method]).responses)),
    )?.[1];
    if (reference !== undefined && !/List$|^Status$/.test(reference)) return reference;
  }
  return "";
}
