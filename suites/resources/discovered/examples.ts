/**
 * Examples of objects in manifests that a user gives.
 *
 * @module
 */
import { parseAll } from "@std/yaml";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { arrayOf, objectOf, textOf } from "./json.ts";
import type { Example } from "../../client/type_selection.ts";
import { ENVELOPE } from "./valid_object.ts";

/**
 * Returns the objects of a manifest in YAML or JSON: of one or more documents, or of a List.
 *
 * @throws {SyntaxError} if it is neither
 */
export function parseExamples(text: string): Example[] {
  const documents = parseAll(text) as unknown as Json[];
  return documents.flatMap((document) => {
    const { items } = objectOf(document);
    return items === undefined ? [document] : [...arrayOf(items)];
  }).map(objectOf).flatMap(({ apiVersion, kind, metadata, ...others }) => {
    if (textOf(apiVersion) === undefined || textOf(kind) === undefined) return [];
    const name = textOf(objectOf(metadata).name) ?? "";
    const label = name.split(".")[0]!;
    const fields = Object.fromEntries(
      Object.entries(others).filter(([key]) => !ENVELOPE.includes(key)),
    );
    return [{
      apiVersion: String(apiVersion),
      kind: String(kind),
      fields: renamed(fields, { name, label }) as JsonObject,
      ...(name !== "" && { name }),
    }];
  });
}

/** The name of an example, and the part of it before the first dot. */
interface ExampleName {
  readonly name: string;
  readonly label: string;
}

/**
 * Replaces texts that are exactly the example's name, as its labels and selectors often are. Parts
 * of a name with a dot are in other fields, too: they are replaced also within a text.
 */
function renamed(value: Json, name: ExampleName): Json {
  if (typeof value === "string") return withPlaceholders(value, name);
  if (Array.isArray(value)) return value.map((item) => renamed(item, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, renamed(each, name)]),
  );
}

function withPlaceholders(text: string, { name, label }: ExampleName): string {
  if (name === "") return text;
  if (text === name) return "{name}";
  return label === name || label === "" ? text : text.replaceAll(label, "{label}");
}
