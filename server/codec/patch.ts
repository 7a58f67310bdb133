/**
 * JSON patch (RFC 6902) and JSON merge patch (RFC 7396).
 *
 * @module
 */
import { ApiError, badRequest } from "../api_error.ts";
import { copyOf, equal, type Json, type JsonObject, setKey } from "../object.ts";
import { MAX_DEPTH } from "./json.ts";

/** The maximum number of operations in a patch. */
const OPERATIONS_LIMIT = 10_000;

/** The maximum that a patch may copy, in characters of JSON. */
const COPY_LIMIT = 1024 * 1024;

/** The maximum number of parts of all pointers: each part of each one is a step to take. */
const STEPS_LIMIT = 200_000;

type Operation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: Json }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string }
  | { readonly op: "remove"; readonly path: string };

/** The member that an operation needs besides its path. */
const NEEDS: Readonly<Record<string, "value" | "from" | undefined>> = {
  add: "value",
  replace: "value",
  test: "value",
  move: "from",
  copy: "from",
  remove: undefined,
};

/** How a JSON patch is applied. */
export interface JsonPatchOptions {
  /**
   * True if a `test` for null passes where the object has no such member, as on real servers. RFC
   * 6902 requires the member. @default {false}
   */
  readonly absentIsNull?: boolean;
}

/** The reason why an operation cannot be applied. */
class Inapplicable extends Error {}

/**
 * The document under the name "": a pointer, split at its slashes, begins with it. So an operation on
 * the whole document has a parent to work on.
 */
type Holder = { "": Json };

/**
 * Applies a JSON patch, all operations or none, without changing the argument.
 *
 * @throws {ApiError} BadRequest for an invalid patch, Invalid for one that cannot be applied
 */
export function applyJsonPatch(
  content: JsonObject,
  patch: unknown,
  options: JsonPatchOptions = {},
): Json {
  const holder: Holder = { "": copyOf(content) };
  let copied = 0;
  for (const [index, operation] of readOperations(patch).entries()) {
    try {
      // Thirty copies of a value into itself are a billion values.
      if (operation.op === "copy") copied = addCopy(copied, valueAt(holder, operation.from));
      apply(holder, operation, options);
    } catch (error) {
      if (!(error instanceof Inapplicable)) throw error;
      throw new ApiError(
        "Invalid",
        `the server rejected our request due to an error in our request: operation ${index} of the patch, ${
          JSON.stringify(operation)
        }: ${error.message}`,
      );
    }
  }
  // Each operation can add depth, until the result is too deep to be written.
  if (!isWithin(holder[""], MAX_DEPTH)) {
    throw badRequest(
      `Cannot apply the JSON patch as what remains is nested deeper than ${MAX_DEPTH}`,
    );
  }
  return holder[""];
}

/** Returns true if a value is nested no deeper than a limit. */
const isWithin = (value: Json, depth: number): boolean =>
  typeof value !== "object" || value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1)));

/** Applies one operation. */
function apply(holder: Holder, operation: Operation, options: JsonPatchOptions): void {
  const { op, path } = operation;
  switch (op) {
    case "add":
      return add(holder, path, copyOf(operation.value));
    case "remove":
      return void take(holder, path);
    case "replace": {
      const { parent, key } = placeOf(holder, path);
      return setKey(parent as JsonObject, key, copyOf(operation.value));
    }
    case "copy":
      return add(holder, path, copyOf(valueAt(holder, operation.from)));
    case "move": {
      const { from } = operation;
      if (path.startsWith(`${from}/`)) {
        throw new Inapplicable("a value cannot be moved into itself");
      }
      if (path === from) return void valueAt(holder, from);
      return add(holder, path, take(holder, from));
    }
    case "test":
      return test(holder, path, operation.value, options);
  }
}

/** A member of an object, or an item of a list. */
interface Place {
  readonly parent: JsonObject | Json[];
  readonly key: string;
}

/** Returns the place that a pointer names; a new one may have any name, or end a list. */
function placeOf(holder: Holder, pointer: string, isNew = false): Place {
  const keys = pointer.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key = keys.pop()!;
  let parent: Json = holder;
  for (const outer of keys) {
    if (!isMember(parent, outer)) throw missing(outer);
    parent = (parent as JsonObject)[outer]!;
  }
  const isFree = isNew && (isList(parent) ? isEnd(parent, key) : isObject(parent));
  if (!isFree && !isMember(parent, key)) throw missing(key);
  return { parent: parent as JsonObject, key };
}

const missing = (key: string) => new Inapplicable(`there is no member ${JSON.stringify(key)}`);

/** Returns true for a member of an object or an item of a list; neither is inherited. */
const isMember = (value: Json, key: string): boolean =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) &&
  !(isList(value) && !INDEX.test(key));

const INDEX = /^(0|[1-9]\d*)$/;

/** Returns true for the place behind the last item. */
const isEnd = (list: readonly Json[], key: string) => key === "-" || key === String(list.length);

function valueAt(holder: Holder, pointer: string): Json {
  const { parent, key } = placeOf(holder, pointer);
  return (parent as JsonObject)[key]!;
}

function add(holder: Holder, path: string, value: Json): void {
  const { parent, key } = placeOf(holder, path, true);
  if (!isList(parent)) setKey(parent, key, value);
  else parent.splice(key === "-" ? parent.length : Number(key), 0, value);
}

/** Removes a value and returns it. */
function take(holder: Holder, path: string): Json {
  const { parent, key } = placeOf(holder, path);
  const value = (parent as JsonObject)[key]!;
  if (isList(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return value;
}

function test(
  holder: Holder,
  path: string,
  expected: Json,
  { absentIsNull = false }: JsonPatchOptions,
): void {
  const { parent, key } = placeOf(holder, path, absentIsNull && expected === null);
  const actual = Object.hasOwn(parent, key) ? (parent as JsonObject)[key]! : undefined;
  if (actual === undefined && isList(parent)) throw missing(key);
  if (!equal(actual ?? null, expected)) {
    throw new Inapplicable("Test failed: the value is another one");
  }
}

/** Returns how much is copied in all, in characters of JSON, which must be within the limit. */
function addCopy(copied: number, value: Json): number {
  const size = copied + sizeOf(value);
  if (size <= COPY_LIMIT) return size;
  throw new ApiError(
    "RequestEntityTooLarge",
    `Cannot apply a JSON patch that copies so much as the limit is ${COPY_LIMIT} bytes`,
  );
}

function sizeOf(value: Json): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    // Nested too deep to be written.
    return Infinity;
  }
}

function readOperations(patch: unknown): Operation[] {
  if (!Array.isArray(patch)) {
    throw badRequest("error decoding patch: json: the patch must be a list of operations");
  }
  checkCount(patch.length);
  patch.forEach((operation, index) => {
    const error = operationError(operation);
    if (error) throw badRequest(`error decoding patch: operation ${index}: ${error}`);
  });
  checkSteps(patch);
  return patch;
}

function checkCount(count: number): void {
  if (count <= OPERATIONS_LIMIT) return;
  throw new ApiError(
    "RequestEntityTooLarge",
    `The allowed maximum operations in a JSON patch is ${OPERATIONS_LIMIT}, got ${count}`,
  );
}

function checkSteps(operations: readonly Operation[]): void {
  let steps = 0;
  for (const operation of operations) {
    steps += partsOf(operation.path) +
      partsOf("from" in operation && NEEDS[operation.op] === "from" ? operation.from : "");
  }
  if (steps <= STEPS_LIMIT) return;
  throw new ApiError(
    "RequestEntityTooLarge",
    `Cannot apply a JSON patch whose pointers have ${steps} parts as the limit is ${STEPS_LIMIT}`,
  );
}

/** Returns the number of parts of a pointer. */
function partsOf(pointer: string): number {
  let count = 0;
  for (let at = pointer.indexOf("/"); at >= 0; at = pointer.indexOf("/", at + 1)) count++;
  return count;
}

function operationError(operation: unknown): string | undefined {
  if (typeof operation !== "object" || operation === null) return "it must be an object";
  const { op, path, from } = operation as Record<string, unknown>;
  if (typeof op !== "string" || !Object.hasOwn(NEEDS, op)) {
    return `there is no op ${JSON.stringify(op)}`;
  }
  if (!isPointer(path)) return `its path is no JSON pointer: ${JSON.stringify(path)}`;
  if (NEEDS[op] === "value" && !Object.hasOwn(operation, "value")) return "it has no value";
  if (NEEDS[op] === "from" && !isPointer(from)) {
    return `its from is no JSON pointer: ${JSON.stringify(from)}`;
  }
  // Real servers read the member in every operation, although most have no use for it.
  if (typeof (from ?? "") !== "string") return "its from is no text";
  return undefined;
}

const isPointer = (value: unknown) =>
  typeof value === "string" && (value === "" || value.startsWith("/"));

/**
 * Merges a JSON merge patch into a target: null removes, objects are merged, everything else is
 * replaced. Neither argument is changed.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { applyMergePatch } from "./patch.ts";
 *
 * assertEquals(applyMergePatch({ a: 1, b: 2 }, { b: null, c: 3 }), { a: 1, c: 3 });
 * ```
 */
export function applyMergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const before = isObject(target) ? target : {};
  const merged: JsonObject = {};
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(patch, key)) setKey(merged, key, before[key]!);
    else if (patch[key] !== null) setKey(merged, key, applyMergePatch(before[key]!, patch[key]!));
  }
  for (const key of Object.keys(patch)) {
    const value = patch[key]!;
    if (value === null || Object.hasOwn(before, key)) continue;
    setKey(merged, key, applyMergePatch(null, value));
  }
  return merged;
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isList = (value: Json): value is Json[] => Array.isArray(value);
