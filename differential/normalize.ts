/**
 * Takes out of an answer what no two servers can have in common: generated values become tokens
 * that are equal where the values were.
 *
 * @module
 */
import type { Json, JsonObject } from "./types.ts";

/** An answer as it is compared. */
export interface Comparable {
  readonly status: number;
  readonly body: Json;
  /** How many items the Warning header has. */
  readonly warnings: number;
}

/** Names generated values in the order they appear: one a server and a sequence. */
export class Tokens {
  readonly #known = new Map<string, string>();

  /** The same token for the same value. */
  of(kind: string, value: string): string {
    const key = `${kind} ${value}`;
    if (!this.#known.has(key)) this.#known.set(key, `<${kind} ${this.#known.size}>`);
    return this.#known.get(key)!;
  }
}

/** Normalizes one answer. */
export function normalize(
  status: number,
  text: string,
  warnings: number,
  tokens: Tokens,
): Comparable {
  let body: Json;
  try {
    body = JSON.parse(text);
  } catch {
    return { status, body: text === "" ? null : "<text>", warnings };
  }
  return { status, body: visit(body, "", tokens), warnings };
}

/** TEMPORARY until apply is wired. */
const IGNORED = Deno.env.get("IGNORE")?.split(",") ?? [];
const TIMES = ["creationTimestamp", "deletionTimestamp", "time"];

function visit(value: Json, key: string, tokens: Tokens): Json {
  if (Array.isArray(value)) return value.map((item) => visit(item, key, tokens));
  if (typeof value === "object" && value !== null) return visitObject(value, tokens);
  if (TIMES.includes(key)) return value === null ? null : "<time>";
  if (typeof value !== "string" || value === "") return value;
  if (key === "uid") return tokens.of("uid", value);
  if (key === "resourceVersion") return "<version>";
  if (key === "continue") return "<token>";
  return value;
}

function visitObject(object: JsonObject, tokens: Tokens): JsonObject {
  const isStatus = object.kind === "Status" && "status" in object;
  const entries = Object.entries(object)
    // A list may or may not say that it is at its end; people's words differ.
    .filter(([key, value]) => !(key === "continue" && value === "") && key !== "selfLink")
    .filter(([key]) => !(key === "message" && (isStatus || "reason" in object)))
    .filter(([key]) => key !== "retryAfterSeconds" && !IGNORED.includes(key))
    .map(([key, value]) => [key, visit(value, key, tokens)] as const);
  const visited: JsonObject = Object.fromEntries(entries.sort(([a], [b]) => a < b ? -1 : 1));
  if (Array.isArray(visited.causes)) visited.causes = sorted(visited.causes);
  if (Array.isArray(visited.items)) visited.items = visited.items.map(withoutKind);
  return visited;
}

/** Items of a list may leave out what the list says. */
function withoutKind(item: Json): Json {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const { kind: _, apiVersion: __, ...rest } = item;
  return rest;
}

const sorted = (values: readonly Json[]): Json[] =>
  values.toSorted((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
