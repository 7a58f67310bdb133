/**
 * Reads the discovery and OpenAPI documents of a server.
 *
 * @module
 */
import type { DiscoveredResource, ServedType } from "../../client/contact.ts";
import type { HttpClient, HttpResponse, Json } from "../../client/http_client.ts";
import { groupVersionIn, typesAnswering } from "./answering_types.ts";
import { AGGREGATED, typesInAggregated } from "./aggregated.ts";
import { type GroupVersion, groupVersionsOf, pathOf, resourcesIn, typesIn } from "./discovery.ts";
import { objectOf, textOf } from "./json.ts";
import { groupVersionsInOpenApi, typesInOpenApi } from "./openapi_paths.ts";
import { type Schema, Schemas } from "./schema.ts";

/** The documents that list the types of a server. */
export type DiscoverySource =
  | "discovery"
  | "aggregated discovery"
  | "OpenAPI"
  | "their lists"
  | "none";

/** What a server lists. */
export interface Discovery {
  readonly types: readonly ServedType[];
  /** The resources and subresources that the documents of groups list. */
  readonly resources: readonly DiscoveredResource[];
  /** The documents that the types are from: the first kind that lists any. */
  readonly source: DiscoverySource;
  /** The responses to the requests for `/apis` and `/api`. */
  readonly answers: readonly { readonly path: string; readonly response: HttpResponse }[];
}

/** Returns the types of every group version that discovery lists. */
export async function readListedTypes(client: HttpClient): Promise<readonly ServedType[]> {
  return (await readDiscovery(client)).types;
}

/**
 * Returns the types that a server lists: in the documents of its groups; without those in aggregated
 * discovery; without that in the paths of its OpenAPI documents.
 *
 * @param named names of types as options give them: groups that they name are asked for, too
 */
export async function readDiscovery(
  client: HttpClient,
  named: readonly string[] = [],
): Promise<Discovery> {
  const answers = [];
  for (const path of ["/apis", "/api"]) {
    answers.push({ path, response: await get(client, path) });
  }
  const [groups, core] = answers.map(({ response }) => documentOf(response));
  const versions = [...groupVersionsOf(core, groups), ...named.flatMap(groupVersionIn)];
  const { types, resources } = await readVersions(client, versions);
  if (types.length > 0) return { types, resources, source: "discovery", answers };
  const aggregated = [];
  for (const { path } of answers) {
    aggregated.push(...typesInAggregated(documentOf(await get(client, path, AGGREGATED))));
  }
  if (aggregated.length > 0) {
    return { types: aggregated, resources, source: "aggregated discovery", answers };
  }
  const described = await readOpenApi(client);
  if (described.length > 0) return { types: described, resources, source: "OpenAPI", answers };
  const answering = await typesAnswering(client, named);
  const source = answering.length > 0 ? "their lists" : "none";
  return { types: answering, resources, source, answers };
}

/** Returns what the documents of these API versions list. */
async function readVersions(
  client: HttpClient,
  versions: readonly GroupVersion[],
): Promise<Pick<Discovery, "types" | "resources">> {
  const known = new Set<string>();
  const types: ServedType[] = [];
  const resources: DiscoveredResource[] = [];
  for (const version of versions) {
    const path = pathOf(version);
    if (known.has(path)) continue;
    known.add(path);
    const document = documentOf(await get(client, path));
    types.push(...typesIn(version, document));
    resources.push(...resourcesIn(version, document));
  }
  return { types, resources };
}

/** Returns the types that the OpenAPI documents describe, or the groups that they name list. */
async function readOpenApi(client: HttpClient): Promise<readonly ServedType[]> {
  const index = documentOf(await get(client, "/openapi/v3"));
  const types: ServedType[] = [];
  for (const version of groupVersionsInOpenApi(index)) {
    const entry = objectOf(objectOf(objectOf(index).paths)[pathOf(version).slice(1)]);
    const path = textOf(entry.serverRelativeURL);
    const { types: listed } = await readVersions(client, [version]);
    types.push(
      ...listed.length > 0 || path === undefined
        ? listed
        : typesInOpenApi(version, documentOf(await get(client, path))),
    );
  }
  if (types.length > 0) return types;
  const document = documentOf(await get(client, "/openapi/v2"));
  for (const version of groupVersionsInOpenApi(document)) {
    const { types: listed } = await readVersions(client, [version]);
    types.push(...listed.length > 0 ? listed : typesInOpenApi(version, document));
  }
  return types;
}

/** Reads schemas as they are asked for: of version 3 of OpenAPI, or of version 2 without it. */
export class SchemaReader {
  readonly #client: HttpClient;
  readonly #documents = new Map<string, Promise<Schemas | undefined>>();

  /** Creates it without a request. */
  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Returns the schema of a type; undefined if the server has none. */
  async schemaOf(
    type: Pick<ServedType, "group" | "version" | "kind">,
  ): Promise<Schema | undefined> {
    const schemas = await this.#once(pathOf(type), () => this.#version3(type)) ??
      await this.#once("/openapi/v2", () => this.#read("/openapi/v2"));
    return schemas?.ofKind(type.group, type.version, type.kind);
  }

  async #version3(
    type: Pick<ServedType, "group" | "version">,
  ): Promise<Schemas | undefined> {
    const index = await this.#once("/openapi/v3", () => this.#read("/openapi/v3"));
    const { paths } = index?.document ?? {};
    const path = textOf(objectOf(objectOf(paths)[pathOf(type).slice(1)]).serverRelativeURL);
    return path === undefined ? undefined : await this.#read(path);
  }

  #once(key: string, make: () => Promise<Schemas | undefined>): Promise<Schemas | undefined> {
    const known = this.#documents.get(key) ?? make();
    this.#documents.set(key, known);
    return known;
  }

  async #read(path: string): Promise<Schemas | undefined> {
    const json = documentOf(await get(this.#client, path));
    return json === undefined ? undefined : new Schemas(json);
  }
}

/** Returns the document of a response; undefined without one. */
function documentOf({ status, json }: HttpResponse): Json | undefined {
  return status === 200 ? json : undefined;
}

async function get(
  client: HttpClient,
  address: string,
  accept = "application/json",
): Promise<HttpResponse> {
  const [path, query = ""] = address.split("?") as [string, string?];
  return await client.send({
    method: "GET",
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: { accept },
  });
}
