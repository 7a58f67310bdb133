/**
 * Schemas of the served kinds, read from data. A definition is read on
 * first use, so that start-up is fast and a definition may refer to itself.
 *
 * @module
 */
import { type AnyRelease, isNewest, NEWEST_RELEASE } from "../release.ts";
import type { Dialect } from "../dialect.ts";
import type { Json } from "../object.ts";
import type { Decoded } from "./decoded.ts";
import type { ParsedDocument } from "./json.ts";
import {
  addDefinitions,
  type CompactDefinition,
  compactDefinition,
  definitionNames,
  type DefinitionTables,
} from "./schema_files.ts";

/** The type of a value. */
export type Schema = PlainSchema | IntegerSchema | ListSchema | MapSchema | ObjectSchema;

/** The types without parameters. */
const PLAIN_TYPES = [
  "string",
  "boolean",
  "number",
  "bytes",
  "time",
  "microTime",
  "intOrString",
  "quantity",
  "any",
  "fields",
] as const;

/**
 * A type without parts. `bytes` is a base64 string, `quantity` a number or a string such as `100m`,
 * `any` any value, `fields` a set of owned fields.
 */
export interface PlainSchema {
  readonly type: typeof PLAIN_TYPES[number];
}

/** An integer of 32 or 64 bits. */
export interface IntegerSchema {
  readonly type: "integer";
  readonly width: 32 | 64;
}

/** The identity of list items: none (`atomic`), their value (`set`) or keys within them (`map`). */
export type ListType = "atomic" | "set" | "map";

/** A list. */
export interface ListSchema {
  readonly type: "list";
  readonly items: Schema;
  readonly listType: ListType;
  /** The fields that identify the items of a list of type `map`, otherwise empty. */
  readonly keys: readonly string[];
}

/** A map from strings to values of one type. */
export interface MapSchema {
  readonly type: "map";
  readonly values: Schema;
  /** True if the map has one owner as a whole. */
  readonly atomic: boolean;
  /** True for a value without a schema: only if it is an object, it has parts. */
  readonly isDeduced?: boolean;
}

/** A value without a schema: objects have a part for each key, any other value has none. */
export const DEDUCED: MapSchema = {
  type: "map",
  get values() {
    return DEDUCED;
  },
  atomic: false,
  isDeduced: true,
};

/**
 * The strategic merge patch strategy of a field. The default is to replace lists and merge objects.
 */
export type PatchStrategy = "merge" | "replace" | "retainKeys";

/** A field of an object. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** True if an empty object does not have it, although it is required. @default {false} */
  readonly omitted?: boolean;
  /** The default value. */
  readonly default?: Json;
  /** True if an empty value (`""`, `0`, `false`) differs from unset. */
  readonly pointer: boolean;
  /** True if an empty value is kept; otherwise it is left out. */
  readonly keepsEmpty: boolean;
  /** True if an empty value satisfies `required`. @default {false} */
  readonly acceptsEmpty?: boolean;
  /** The allowed values, where they are few and known. */
  readonly enum?: readonly string[];
  readonly patchStrategies: readonly PatchStrategy[];
  /** The merge key of the list items; absent for scalars. */
  readonly mergeKey?: string;
}

/**
 * An object with known fields.
 *
 * @internal
 */
export interface ObjectSchema {
  readonly type: "object";
  /** The definition's name, for example `core.v1.Container`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** True if the object has one owner as a whole. */
  readonly atomic: boolean;
  /** The schema of fields that are not known, if they are kept. */
  readonly unknown?: Schema;
  /**
   * Reads a body in place of the fields, except those of the metadata. Custom resources have it:
   * their values are validated, rather than rejected for their types.
   */
  readonly read?: (document: ParsedDocument, options: { readonly isApplied: boolean }) => Decoded;
}

/** Returns the fields whose values have the types of the schema: of custom resources the metadata. */
export const checkedFields = ({ fields, read }: ObjectSchema): Field[] =>
  [...fields.values()].filter(({ name }) => !read || name === "metadata");

/** The definitions that were read: those of release 1.26, and those of the newest release. */
const definitions = {
  first: new Map<string, ObjectSchema>(),
  newest: new Map<string, ObjectSchema>(),
};

/**
 * Returns the definition with a name.
 *
 * @param name for example `apps.v1.Deployment`
 * @param release the release whose fields it has @default {"1.26"}
 * @throws {Error} when it does not exist, which no request can cause
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { definition } from "./schema.ts";
 *
 * const replicas = definition("apps.v1.DeploymentSpec").fields.get("replicas");
 * assertEquals(replicas?.schema, { type: "integer", width: 32 });
 * ```
 */
export function definition(name: string, release?: AnyRelease): ObjectSchema {
  const read = isNewest(release) ? definitions.newest : definitions.first;
  const known = read.get(name);
  if (known) return known;
  const compact = compactDefinition(name, { release });
  if (!compact) throw new Error(`Cannot find the schema of ${name}: no file defines it`);
  const fields = new Map<string, Field>();
  const schema: ObjectSchema = { type: "object", name, fields, atomic: compact.atomic === true };
  // Before its fields are read, as one of them may refer to it.
  read.set(name, schema);
  const always = [...compact.always ?? [], ...REJECTED_EMPTY[name] ?? []];
  const find = (other: string) => definition(other, release);
  for (const field of Object.keys(compact.fields)) {
    fields.set(field, readField(field, { ...compact, always }, find));
  }
  return schema;
}

/** Adds the types of further kinds: what was read before stays. */
export function addTypes(tables: DefinitionTables): void {
  addDefinitions(tables);
  kinds.clear();
}

/** The names of the definitions by apiVersion and kind, for each suffix in use. */
const kinds = new Map<string, ReadonlyMap<string, string>>();

/**
 * Returns the schema of a kind, or undefined if there is none.
 *
 * @param apiVersion group and version, as in objects
 * @param kind the kind
 * @param dialect the brand-bearing suffix of group names, and the release whose fields it has
 */
export function schemaOfKind(
  apiVersion: string,
  kind: string,
  { suffix, release }: Pick<Dialect, "suffix" | "release">,
): ObjectSchema | undefined {
  const name = kindsOf(suffix).get(`${apiVersion} ${kind}`);
  return name === undefined ? undefined : definition(name, release);
}

function kindsOf(suffix: string): ReadonlyMap<string, string> {
  const known = kinds.get(suffix);
  if (known) return known;
  const found = new Map<string, string>();
  for (const name of definitionNames()) {
    const { kind } = compactDefinition(name, { release: NEWEST_RELEASE })!;
    if (kind) found.set(kind.replace("{suffix}", suffix), name);
  }
  kinds.set(suffix, found);
  return found;
}

/** The lists that validation rejects even if they are empty, by definition. */
const REJECTED_EMPTY: Readonly<Record<string, readonly string[]>> = {
  "core.v1.EphemeralContainer": ["ports"],
};

/** Returns the definition that a field's type names. */
type Find = (name: string) => ObjectSchema;

function readField(name: string, compact: CompactDefinition, find: Find): Field {
  const [strategies, mergeKey] = compact.patch?.[name]?.split(" ") ?? [];
  const patchStrategies = (strategies?.split(",") ?? []) as PatchStrategy[];
  const absent = compact.defaults?.[name];
  const values = compact.enums?.[name];
  const pointer = compact.pointers?.includes(name) === true;
  const type = readType(compact.fields[name]!, {
    ...listTypeOf(compact.lists?.[name], patchStrategies, mergeKey),
    atomic: compact.atomicFields?.includes(name) ?? false,
  }, find);
  const isGranular = type.type === "object" && compact.granularFields?.includes(name);
  return {
    name,
    schema: isGranular ? { ...type, atomic: false } : type,
    required: compact.required?.includes(name) ?? false,
    ...(compact.omitted?.includes(name) && { omitted: true }),
    ...(absent !== undefined && { default: absent }),
    pointer,
    keepsEmpty: pointer || isEmptyPlain(absent) || compact.always?.includes(name) === true,
    ...(values && { enum: values }),
    patchStrategies,
    ...(mergeKey !== undefined && { mergeKey }),
  };
}

/** Returns true for an empty default, which is set like any other. */
function isEmptyPlain(value: Json | undefined): boolean {
  return value === "" || value === 0 || value === false;
}

interface Ownership {
  readonly listType: ListType;
  readonly keys: readonly string[];
  readonly atomic: boolean;
}

/**
 * Returns the type of a list. Without a stated type, a list that patches merge is merged by apply
 * too.
 */
function listTypeOf(
  stated: "atomic" | "set" | string[] | undefined,
  patchStrategies: readonly PatchStrategy[],
  mergeKey: string | undefined,
): Pick<Ownership, "listType" | "keys"> {
  if (Array.isArray(stated)) return { listType: "map", keys: stated };
  if (stated) return { listType: stated, keys: [] };
  if (!patchStrategies.includes("merge")) return { listType: "atomic", keys: [] };
  return mergeKey === undefined
    ? { listType: "set", keys: [] }
    : { listType: "map", keys: [mergeKey] };
}

const PLAIN = new Map<string, Schema>(PLAIN_TYPES.map((type) => [type, { type }]));
const INTEGERS: Readonly<Record<string, IntegerSchema>> = {
  int32: { type: "integer", width: 32 },
  int64: { type: "integer", width: 64 },
};
const INNER: Ownership = { listType: "atomic", keys: [], atomic: false };

function readType(type: string, ownership: Ownership, find: Find): Schema {
  if (type.startsWith("[]")) {
    const { listType, keys } = ownership;
    return { type: "list", items: readType(type.slice(2), INNER, find), listType, keys };
  }
  if (type.startsWith("map[string]")) {
    const values = readType(type.slice("map[string]".length), INNER, find);
    return { type: "map", values, atomic: ownership.atomic };
  }
  return PLAIN.get(type) ?? INTEGERS[type] ?? find(type);
}
