/**
 * JSON patch (RFC 6902), by the library `rfc6902`, with this server's refusals.
 *
 * @module
 */
import { applyPatch, type Operation } from "rfc6902";
import { ApiError, badRequest } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";

/** As many operations as one patch may have. */
const OPERATIONS_LIMIT = 10_000;

const NEEDS: Readonly<Record<string, "value" | "from" | undefined>> = {
  add: "value",
  replace: "value",
  test: "value",
  move: "from",
  copy: "from",
  remove: undefined,
};

/**
 * The content with the operations applied, all or none. The content given is left as it is.
 *
 * @throws {ApiError} BadRequest for what is no JSON patch, Invalid for one that does not fit
 */
export function applyJsonPatch(content: JsonObject, patch: unknown): Json {
  const operations = readOperations(patch);
  // A patch of the whole document needs something around it to be set on.
  const holder = { document: structuredClone(content) as Json };
  const rooted = operations.map((operation) => ({
    ...operation,
    path: `/document${operation.path}`,
    ...("from" in operation && { from: `/document${operation.from}` }),
  } as Operation));
  for (const [index, operation] of rooted.entries()) {
    const fault = applyOne(holder, operation);
    if (fault === undefined) continue;
    throw new ApiError(
      "Invalid",
      `Cannot apply operation ${index} of the JSON patch, ${
        JSON.stringify(operations[index])
      }: ${fault}`,
    );
  }
  return holder.document;
}

/** Why an operation does not fit; undefined when it was applied. */
function applyOne(holder: { document: Json }, operation: Operation): string | undefined {
  try {
    return applyPatch(holder, [operation])[0]?.message;
  } catch (error) {
    return (error as Error).message;
  }
}

function readOperations(patch: unknown): Operation[] {
  if (!Array.isArray(patch)) {
    throw badRequest("Cannot read the JSON patch as it must be a list of operations");
  }
  if (patch.length > OPERATIONS_LIMIT) {
    throw new ApiError(
      "RequestEntityTooLarge",
      `Cannot apply ${patch.length} operations as the limit is ${OPERATIONS_LIMIT}`,
    );
  }
  patch.forEach((operation, index) => {
    const fault = faultOf(operation);
    if (fault) throw badRequest(`Cannot read operation ${index} of the JSON patch as ${fault}`);
  });
  return patch;
}

function faultOf(operation: unknown): string | undefined {
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
  return undefined;
}

const isPointer = (value: unknown) =>
  typeof value === "string" && (value === "" || value.startsWith("/"));
