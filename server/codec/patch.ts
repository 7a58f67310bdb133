/**
 * JSON patch (RFC 6902) and JSON merge patch (RFC 7396).
 *
 * @module
 */
import { applyPatch, type Operation, Pointer } from "rfc6902";
import { ApiError, badRequest } from "../api_error.ts";
import { copyOf, equal, type Json, type JsonObject } from "../object.ts";
import { MAX_DEPTH } from "./json.ts";

/** The maximum number of operations in a patch. */
const OPERATIONS_LIMIT = 10_000;

/** The maximum that a patch may copy, in characters of JSON. */
const COPY_LIMIT = 1024 * 1024;

/** The maximum number of parts of all pointers: each part of each one is a step to take. */
const STEPS_LIMIT = 200_000;

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
  const operations = readOperations(patch);
  if (!JSON.stringify(patch).includes(PROTO)) return applyOperations(content, operations, options);
  // The library would set the prototype instead of a member of this name.
  const [document, renamed] = [content, operations as unknown as Json].map((value) =>
    withNames(value, PROTO, STAND_IN)
  ) as [JsonObject, Json];
  const patched = applyOperations(document, renamed as unknown as Operation[], options);
  return withNames(patched, STAND_IN, PROTO);
}

const PROTO = "__proto__";

/** A name that no object has: the character cannot be in a key. */
const STAND_IN = "\u0000proto";

/** Returns a value in which members, and parts of pointers, have another name. */
function withNames(value: Json, before: string, after: string): Json {
  if (Array.isArray(value)) return value.map((item) => withNames(item, before, after));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key === before ? after : key,
      typeof inner === "string" && (key === "path" || key === "from")
        ? inner.split("/").map((token) => token === before ? after : token).join("/")
        : withNames(inner, before, after),
    ]),
  );
}

function applyOperations(
  content: JsonObject,
  operations: readonly Operation[],
  options: JsonPatchOptions,
): Json {
  // An operation on the whole document needs a parent to set it on.
  const holder = { document: copyOf(content) };
  const rooted = operations.map((operation) => ({
    ...operation,
    path: `/document${operation.path}`,
    ...(hasSource(operation) && { from: `/document${operation.from}` }),
  } as Operation));
  let copied = 0;
  for (const [index, operation] of rooted.entries()) {
    // Thirty copies of a value into itself are a billion values.
    copied = addCopy(copied, sizeOfCopy(holder, operation));
    const error = applyOne(holder, operation, options);
    if (error === undefined) continue;
    throw new ApiError(
      "Invalid",
      `the server rejected our request due to an error in our request: operation ${index} of the patch, ${
        JSON.stringify(operations[index])
      }: ${error}`,
    );
  }
  // Each operation can add depth, until the result is too deep to be written.
  if (!isWithin(holder.document, MAX_DEPTH)) {
    throw badRequest(
      `Cannot apply the JSON patch as what remains is nested deeper than ${MAX_DEPTH}`,
    );
  }
  return holder.document;
}

/** Returns true if a value is nested no deeper than a limit. */
const isWithin = (value: Json, depth: number): boolean =>
  typeof value !== "object" || value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1)));

/** Applies one operation; returns the reason if it cannot be applied. */
function applyOne(
  holder: { document: Json },
  operation: Operation,
  { absentIsNull = false }: JsonPatchOptions,
): string | undefined {
  const { op, path } = operation;
  if (absentIsNull && op === "test" && operation.value === null && lacksLast(holder, path)) {
    return undefined;
  }
  const isNew = op === "add" || op === "move" || op === "copy";
  const stray = strayToken(holder, path, { isNew }) ??
    (hasSource(operation) ? strayToken(holder, operation.from, { isNew: false }) : undefined);
  if (stray !== undefined) return `there is no member ${JSON.stringify(stray)}`;
  if (operation.op === "test") return applyTest(holder, operation);
  try {
    const steps = operation.op === "move" ? stepsOfMove(holder, operation) : [operation];
    return applyPatch(holder, steps).find((error) => error !== null)?.message;
  } catch (error) {
    return (error as Error).message;
  }
}

/** True if an operation reads from a second place; the others may have such a member, unread. */
const hasSource = (operation: Operation): operation is Operation & { op: "move" | "copy" } =>
  NEEDS[operation.op] === "from";

/** Compares; the library lists the differences first, which takes long for lists. */
function applyTest(
  holder: { document: Json },
  { path, value }: Operation & { op: "test" },
): string | undefined {
  const actual = Pointer.fromJSON(path).evaluate(holder).value;
  return equal(actual, value) ? undefined : `Test failed: ${actual} != ${value}`;
}

/**
 * Returns the first part of a pointer that is no member of its object or list. The library accepts
 * inherited members and a list's length.
 *
 * @param isNew true if the last part need not exist yet
 */
function strayToken(
  holder: { document: Json },
  pointer: string,
  { isNew }: { isNew: boolean },
): string | undefined {
  const [, ...tokens] = Pointer.fromJSON(pointer).tokens;
  let node: Json | undefined = holder;
  for (const [at, token] of tokens.entries()) {
    const mayBeNew = isNew && at === tokens.length - 1;
    if (!isMember(node, token, mayBeNew)) return token;
    node = (node as JsonObject)[token];
  }
  return undefined;
}

/** True if the last part of a pointer, and no other, is absent from its object. */
function lacksLast(holder: { document: Json }, pointer: string): boolean {
  const parent =
    Pointer.fromJSON(pointer.slice(0, pointer.lastIndexOf("/"))).evaluate(holder).value;
  return isObject(parent) && strayToken(holder, pointer, { isNew: true }) === undefined &&
    strayToken(holder, pointer, { isNew: false }) !== undefined;
}

function isMember(node: Json | undefined, token: string, mayBeNew: boolean): boolean {
  if (typeof node !== "object" || node === null) return false;
  if (Array.isArray(node) && !INDEX.test(token)) return mayBeNew && token === "-";
  return mayBeNew || Object.hasOwn(node, token);
}

const INDEX = /^(0|[1-9]\d*)$/;

/**
 * Replaces a move by a removal and an addition: the library's own move accepts an index beyond the
 * end of a list.
 */
function stepsOfMove(holder: { document: Json }, move: Operation & { op: "move" }): Operation[] {
  const { from, path } = move;
  const { value } = Pointer.fromJSON(from).evaluate(holder);
  if (value === undefined || path === from || path.startsWith(`${from}/`)) return [move];
  return [{ op: "remove", path: from }, { op: "add", path, value }];
}

/** Returns how much is copied in all, which must be within the limit. */
function addCopy(copied: number, size: number): number {
  if (copied + size <= COPY_LIMIT) return copied + size;
  throw new ApiError(
    "RequestEntityTooLarge",
    `Cannot apply a JSON patch that copies so much as the limit is ${COPY_LIMIT} bytes`,
  );
}

/** Returns how much an operation copies, in characters of JSON. */
function sizeOfCopy(holder: { document: Json }, operation: Operation): number {
  if (operation.op !== "copy") return 0;
  const { value } = Pointer.fromJSON(operation.from).evaluate(holder);
  if (value === undefined) return 0;
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
    steps += partsOf(operation.path) + partsOf(hasSource(operation) ? operation.from : "");
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
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key) ?? null, value));
  }
  return Object.fromEntries(merged);
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
