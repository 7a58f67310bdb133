/**
 * Reads the discovery and OpenAPI documents of a server.
 *
 * @module
 */
import type { HttpClient, Json } from "../../client/http_client.ts";
import { groupVersionsOf, type ListedType, pathOf, typesIn } from "./discovery.ts";
import { objectOf, textOf } from "./json.ts";
import { type Schema, Schemas } from "./schema.ts";

/** Returns the types of every group version that discovery lists. */
export async function readListedTypes(client: HttpClient): Promise<ListedType[]> {
  const versions = groupVersionsOf(await read(client, "/api"), await read(client, "/apis"));
  const types: ListedType[] = [];
  for (const version of versions) {
    types.push(...typesIn(version, await read(client, pathOf(version))));
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
  async schemaOf(type: ListedType): Promise<Schema | undefined> {
    const schemas = await this.#once(pathOf(type), () => this.#version3(type)) ??
      await this.#once("/openapi/v2", () => this.#read("/openapi/v2"));
    return schemas?.ofKind(type.group, type.version, type.kind);
  }

  async #version3(type: ListedType): Promise<Schemas | undefined> {
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
    const json = await read(this.#client, path);
    return json === undefined ? undefined : new Schemas(json);
  }
}

/** Returns the document at a path; undefined without one. */
async function read(client: HttpClient, address: string): Promise<Json | undefined> {
  const [path, query = ""] = address.split("?") as [string, string?];
  const { status, json } = await client.send({
    method: "GET",
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: { accept: "application/json" },
  });
  return status === 200 ? json : undefined;
}
