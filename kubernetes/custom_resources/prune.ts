/**
 * Removes the fields that a structural schema does not have.
 *
 * @module
 */
import { decodeValue, definition, type ObjectSchema } from "@plumbline/server/codec";
import { equal, type Json, type JsonObject } from "@plumbline/server/api";
import {
  fieldSchema,
  IMPLICIT,
  isObject,
  type JsonSchema,
  pathOf,
  setMember,
} from "./json_schema.ts";

/** A value without unknown fields, and the paths of those that were removed. */
export interface Pruned {
  readonly value: Json;
  readonly unknown: readonly string[];
  /** True if metadata of an embedded object had another form than that of the copy. */
  readonly isReformed: boolean;
}

/**
 * Returns a copy of a value without the fields that its schema does not have, at any depth. The
 * fields of a value with `x-kubernetes-preserve-unknown-fields` are kept; those with a schema of
 * their own are pruned by it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { prune } from "./prune.ts";
 *
 * const schema = { type: "object", properties: { a: { type: "string" } } };
 * assertEquals(prune({ a: "x", b: 1 }, schema).value, { a: "x" });
 * ```
 */
export function prune(
  value: Json,
  schema: JsonSchema,
  options: {
    readonly isResource?: boolean;
    /**
     * True to report no unknown fields of integers or strings: the typed form of an apply has any
     * value there.
     */
    readonly isApplied?: boolean;
    /** Called with the path of metadata of an embedded object, or of its type, that is none. */
    readonly malformed?: (path: string) => void;
  } = {},
): Pruned {
  const unknown: string[] = [];
  const { isApplied = false, malformed = () => {} } = options;
  const found: Found = { unknown, isApplied, isReformed: false, malformed };
  const pruned = pruneAt(value, schema, "", found, options.isResource ?? false);
  return { value: pruned, unknown, isReformed: found.isReformed };
}

/** What pruning finds. */
interface Found {
  readonly unknown: string[];
  readonly isApplied: boolean;
  isReformed: boolean;
  malformed(path: string): void;
}

function pruneAt(
  value: Json,
  schema: JsonSchema,
  path: string,
  found: Found,
  isResource: boolean,
): Json {
  const keeps = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (Array.isArray(value)) {
    if (keeps && !schema.items) return value;
    // A list in place of another value has items without any field.
    const isEither = schema["x-kubernetes-int-or-string"] === true;
    const items = schema.items ?? { "x-kubernetes-int-or-string": isEither };
    return value.map((item, at) =>
      pruneAt(item, items, `${path}[${at}]`, found, isEmbedded(items))
    );
  }
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const [name, inner] of Object.entries(value)) {
    const at = pathOf(path, name);
    if (isResource && name === "metadata" && path !== "") {
      setMember(result, name, pruneMetadata(inner, at, found));
      continue;
    }
    // The typed form of an apply has checked the type of the other two.
    const isType = isResource && path !== "" && name !== "metadata" && IMPLICIT.has(name);
    if (isType && typeof inner !== "string" && !found.isApplied) found.malformed(at);
    const known = fieldSchema(schema, name);
    if (isResource && IMPLICIT.has(name)) setMember(result, name, inner);
    else if (known) setMember(result, name, pruneAt(inner, known, at, found, isEmbedded(known)));
    else if (keeps) setMember(result, name, inner);
    else if (!found.isApplied || !schema["x-kubernetes-int-or-string"]) found.unknown.push(at);
  }
  return result;
}

const isEmbedded = (schema: JsonSchema): boolean =>
  schema["x-kubernetes-embedded-resource"] === true;

/**
 * Prunes the metadata of an embedded object. An apply keeps the form that was sent for the
 * validation and the storage; reads show the decoded form.
 */
function pruneMetadata(value: Json, path: string, found: Found): Json {
  if (value === null) return reformed({}, value, found);
  if (!isObject(value)) {
    found.malformed(path);
    return value;
  }
  try {
    const decoded = decodeValue(value, OBJECT_META());
    found.unknown.push(...decoded.unknown.map((field) => pathOf(path, field)));
    if (decoded.unknown.length > 0) return decoded.object;
    return equal(decoded.object, value) ? value : reformed(decoded.object, value, found);
  } catch {
    if (!found.isApplied) found.malformed(path);
    return reformed(readableOf(value), value, found);
  }
}

function reformed(shown: JsonObject, sent: Json, found: Found): Json {
  found.isReformed = true;
  return found.isApplied ? sent : shown;
}

/** Returns the fields of metadata that can be decoded. */
const readableOf = (metadata: JsonObject): JsonObject =>
  Object.assign(
    {},
    ...Object.entries(metadata).map(([name, value]) => {
      try {
        return decodeValue({ [name]: value }, OBJECT_META()).object;
      } catch {
        return {};
      }
    }),
  );

const OBJECT_META = (): ObjectSchema => definition("meta.v1.ObjectMeta");
