/**
 * Reads objects from manifests: values, YAML and JSON texts, files and folders.
 *
 * @module
 */
import { ConfigurationError } from "../api_versions/configuration.ts";
import type { Json, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";

/**
 * Objects to store: the path or the `file:` URL of a file or a folder, YAML or JSON text (of more
 * than one line, or beginning with `{`), or an object as a value.
 */
export type Manifest = string | URL | object;

/** An object of a manifest. */
export interface Document {
  /** Its place, such as `manifests/web.yaml, document 2`; empty for a value. */
  readonly source: string;
  readonly object: JsonObject;
}

/** The names of files that a folder is searched for. */
const MANIFEST = /\.(ya?ml|json)$/;

/**
 * Returns the objects of a manifest in order. A folder is searched with the folders in it, sorted
 * by name. The items of a List are objects of their own.
 *
 * @throws {ConfigurationError} for a file that cannot be read, parsed, or that has no objects
 */
export async function documentsOf(manifest: Manifest): Promise<readonly Document[]> {
  if (typeof manifest === "object" && !(manifest instanceof URL)) {
    return itemsOf({ source: "", object: plain(manifest) });
  }
  if (typeof manifest === "string" && /\n|^\s*\{/.test(manifest)) {
    return await parse(manifest, "YAML");
  }
  const { readFile } = await import("node:fs/promises");
  const documents: Document[] = [];
  for (const path of await filesOf(manifest)) {
    const text = await unreadable(path, () => readFile(path, "utf8"));
    documents.push(...await parse(text, String(path)));
  }
  return documents;
}

/** Returns a value without fields that JSON does not have. */
const plain = (object: object): JsonObject => JSON.parse(JSON.stringify(object));

async function filesOf(manifest: string | URL): Promise<readonly (string | URL)[]> {
  const { readdir, stat } = await import("node:fs/promises");
  const found = await unreadable(manifest, () => stat(manifest));
  if (!found.isDirectory()) return [manifest];
  const names = (await readdir(manifest, { recursive: true })).filter((name) =>
    MANIFEST.test(name)
  );
  if (names.length === 0) {
    throw new ConfigurationError(
      `Cannot load ${manifest} as the folder has no files *.yaml, *.yml or *.json`,
    );
  }
  const folder = String(manifest).replace(/\/$/, "");
  return names.sort().map((name) => {
    const path = `${folder}/${name}`;
    return manifest instanceof URL ? new URL(path) : path;
  });
}

async function unreadable<Result>(
  path: string | URL,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const { code } = error as { code?: string };
    const why = code === "ENOENT"
      ? "there is no such file or folder"
      : error instanceof Error
      ? error.message
      : String(error);
    throw new ConfigurationError(`Cannot load ${path}: ${why}`, { cause: error });
  }
}

async function parse(text: string, source: string): Promise<Document[]> {
  const { readYamlDocuments } = await import("../codec/yaml_parser.ts");
  try {
    const documents = readYamlDocuments(text.replace(/^\ufeff/, ""));
    const objects = documents.flatMap(({ value, duplicates: [duplicate] }, index) => {
      if (value === null) return [];
      const place = `${source}, document ${index + 1}`;
      if (duplicate) {
        throw new ConfigurationError(
          `Cannot load ${place} as it sets the field ${duplicate.join(".")} twice`,
        );
      }
      return itemsOf({ source: place, object: objectIn(value, place) });
    });
    return objects;
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`Cannot load ${source}: ${why}`, { cause: error });
  }
}

function objectIn(value: Json, place: string): JsonObject {
  const object = asObject(value);
  if (object) return object;
  throw new ConfigurationError(
    `Cannot load ${place} as it must be an object: current value is ${JSON.stringify(value)}`,
  );
}

/** Returns the items of a List, else the object itself. */
function itemsOf({ source, object }: Document): Document[] {
  const { kind, apiVersion, items } = object;
  if (typeof kind !== "string" || !kind.endsWith("List") || !Array.isArray(items)) {
    return [{ source, object }];
  }
  const itemKind = kind.slice(0, -"List".length);
  return items.flatMap((item, index) => {
    const place = `${source || kind}, item ${index + 1}`;
    // The items of a list that a server answered have no kind of their own.
    const typed: JsonObject = itemKind === ""
      ? {}
      : { apiVersion: apiVersion ?? "", kind: itemKind };
    return itemsOf({ source: place, object: { ...typed, ...objectIn(item, place) } });
  });
}
