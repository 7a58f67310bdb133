/**
 * Bodies as text: unlike JSON values they can have a field twice.
 *
 * @module
 */
import type { Json } from "../client/http_client.ts";

/** A value, with the members of objects in order. */
export type Tree =
  | { readonly kind: "scalar"; readonly value: null | boolean | number | string }
  | { readonly kind: "array"; readonly items: readonly Tree[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [string, Tree])[] };

/** Returns a value as a tree. */
export function treeOf(value: Json): Tree {
  if (Array.isArray(value)) return { kind: "array", items: value.map(treeOf) };
  if (typeof value !== "object" || value === null) return { kind: "scalar", value };
  const members = Object.entries(value).map(([key, each]) => [key, treeOf(each)] as const);
  return { kind: "object", members };
}

/** Returns a tree as JSON text. */
export function jsonText(tree: Tree): string {
  switch (tree.kind) {
    case "scalar":
      return JSON.stringify(tree.value);
    case "array":
      return `[${tree.items.map(jsonText).join()}]`;
    case "object":
      return `{${
        tree.members.map(([key, value]) => `${JSON.stringify(key)}:${jsonText(value)}`).join()
      }}`;
  }
}

/** Returns a tree as YAML text in block style, with the scalars of JSON. */
export function yamlText(tree: Tree, indent = ""): string {
  switch (tree.kind) {
    case "scalar":
      return `${JSON.stringify(tree.value)}\n`;
    case "array":
      if (tree.items.length === 0) return "[]\n";
      return "\n" + tree.items.map((item) => `${indent}- ${inline(item, `${indent}  `)}`).join("");
    case "object":
      if (tree.members.length === 0) return "{}\n";
      return "\n" + tree.members
        .map(([key, value]) => `${indent}${JSON.stringify(key)}: ${yamlText(value, `${indent}  `)}`)
        .join("");
  }
}

/** Returns an item of an array, which begins on the line of its dash. */
function inline(item: Tree, indent: string): string {
  return yamlText(item, indent).replace(/^\n\s*/, "");
}
