/**
 * Model of JSON patches (RFC 6902).
 *
 * @module
 */
import type { Json } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import { sameJson } from "./same_json.ts";

/** An operation; its paths are JSON pointers (RFC 6901). */
export type PatchOperation =
  | { readonly op: "add"; readonly path: string; readonly value: Json }
  | { readonly op: "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "test"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move"; readonly from: string; readonly path: string }
  | { readonly op: "copy"; readonly from: string; readonly path: string };

/** Returns the document after all operations; undefined if one fails and nothing changes. */
export function jsonPatched(
  document: Json,
  operations: readonly PatchOperation[],
): Json | undefined {
  let current: Json | undefined = document;
  for (const operation of operations) {
    if (current === undefined) return undefined;
    current = applied(current, operation);
  }
  return current;
}

function applied(document: Json, operation: PatchOperation): Json | undefined {
  const path = tokensOf(operation.path);
  if (operation.op === "add") return added(document, path, operation.value);
  if (operation.op === "remove") return removed(document, path);
  if (operation.op === "replace") {
    if (path.length === 0) return operation.value;
    const without = removed(document, path);
    return without === undefined ? undefined : added(without, path, operation.value);
  }
  if (operation.op === "test") {
    const value = valueAt(document, path);
    return value !== undefined && sameJson(value, operation.value) ? document : undefined;
  }
  const from = tokensOf(operation.from);
  const value = valueAt(document, from);
  const rest = operation.op === "move" ? removed(document, from) : document;
  return value === undefined || rest === undefined ? undefined : added(rest, path, value);
}

/** Splits a JSON pointer into its unescaped tokens. */
function tokensOf(pointer: string): string[] {
  return pointer.split("/").slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(document: Json, [key, ...rest]: readonly string[]): Json | undefined {
  if (key === undefined) return document;
  const inner = Array.isArray(document) ? document[indexOf(key)] : asObject(document)?.[key];
  return inner === undefined ? undefined : valueAt(inner, rest);
}

function added(document: Json, path: readonly string[], value: Json): Json | undefined {
  if (path.length === 0) return value;
  return within(document, path, (parent, key) => {
    if (!Array.isArray(parent)) return { ...parent, [key]: value };
    const index = key === "-" ? parent.length : indexOf(key);
    return index <= parent.length ? parent.toSpliced(index, 0, value) : undefined;
  });
}

function removed(document: Json, path: readonly string[]): Json | undefined {
  return within(document, path, (parent, key) => {
    if (Array.isArray(parent)) {
      return indexOf(key) < parent.length ? parent.toSpliced(indexOf(key), 1) : undefined;
    }
    const { [key]: gone, ...rest } = parent;
    return gone === undefined ? undefined : rest;
  });
}

/** Returns the document with the parent of the path's last token changed. */
function within(
  document: Json,
  [key, ...rest]: readonly string[],
  change: (parent: Json[] | { [key: string]: Json }, key: string) => Json | undefined,
): Json | undefined {
  if (key === undefined || typeof document !== "object" || document === null) return undefined;
  if (rest.length === 0) return change(document, key);
  const inner = valueAt(document, [key]);
  const changed = inner === undefined ? undefined : within(inner, rest, change);
  if (changed === undefined) return undefined;
  return Array.isArray(document)
    ? document.with(indexOf(key), changed)
    : { ...document, [key]: changed };
}

/** Parses an index; Infinity if the token is not one. */
function indexOf(token: string): number {
  return /^(0|[1-9][0-9]*)$/.test(token) ? Number(token) : Infinity;
}
