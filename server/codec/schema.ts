/**
 * Schemas of the served kinds, read from the files under `fixtures/schemas`. A definition is read on
 * first use, so that start-up stays fast and a definition may refer to itself.
 *
 * @module
 */
import apps from "../../fixtures/schemas/apps_v1.json" with { type: "json" };
import authenticationV1 from "../../fixtures/schemas/authentication_v1.json" with { type: "json" };
import authenticationV1alpha1 from "../../fixtures/schemas/authentication_v1alpha1.json" with {
  type: "json",
};
import authorization from "../../fixtures/schemas/authorization_v1.json" with { type: "json" };
import autoscaling from "../../fixtures/schemas/autoscaling_v1.json" with { type: "json" };
import core from "../../fixtures/schemas/core_v1.json" with { type: "json" };
import flowcontrolV1beta2 from "../../fixtures/schemas/flowcontrol_v1beta2.json" with {
  type: "json",
};
import flowcontrolV1beta3 from "../../fixtures/schemas/flowcontrol_v1beta3.json" with {
  type: "json",
};
import meta from "../../fixtures/schemas/meta_v1.json" with { type: "json" };
import rbac from "../../fixtures/schemas/rbac_v1.json" with { type: "json" };
import storageV1 from "../../fixtures/schemas/storage_v1.json" with { type: "json" };
import storageV1beta1 from "../../fixtures/schemas/storage_v1beta1.json" with { type: "json" };
import type { Json } from "../object.ts";

/** One definition of a schema file. */
export interface CompactDefinition {
  /** `{group}/{version} {kind}` of a kind that is served by itself. */
  kind?: string;
  /** The type of each field. */
  fields: Record<string, string>;
  /** The fields that must be there. */
  required?: string[];
  /** What a field is when nothing is said. */
  defaults?: Record<string, Json>;
  /** The plain fields whose empty value (`""`, `0`, `false`) differs from none. */
  pointers?: string[];
  /** The lists and maps that are never left out, even when they are empty. */
  always?: string[];
  /** The values a field may have, where they are few and known. */
  enums?: Record<string, string[]>;
  /** `atomic`, `set`, or the keys of a list that is a map, of the fields that say so. */
  lists?: Record<string, "atomic" | "set" | string[]>;
  /** The strategies of a strategic merge patch and, after a space, the merge key. */
  patch?: Record<string, string>;
  /** True when the object has one owner as a whole. */
  atomic?: boolean;
  /** The fields whose map has one owner as a whole. */
  atomicFields?: string[];
}

/** The type of a value. */
export type Schema = PlainSchema | IntegerSchema | ListSchema | MapSchema | ObjectSchema;

/** The types that need no further words. */
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
 * A value without parts. `bytes` is a base64 string, `quantity` a number or a string such as
 * `100m`, `any` any value, `fields` an object of field ownership.
 */
export interface PlainSchema {
  readonly type: typeof PLAIN_TYPES[number];
}

/** A whole number of 32 or 64 bits. */
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
  /** The fields that tell the items of a list of type `map` apart, otherwise none. */
  readonly keys: readonly string[];
}

/** A map from strings to values of one type. */
export interface MapSchema {
  readonly type: "map";
  readonly values: Schema;
  /** True when the map has one owner as a whole. */
  readonly atomic: boolean;
}

/** How a strategic merge patch treats a field; without any it replaces lists and merges objects. */
export type PatchStrategy = "merge" | "replace" | "retainKeys";

/** A field of an object. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** The value when nothing is said. */
  readonly default?: Json;
  /** True when an empty value (`""`, `0`, `false`) differs from none. */
  readonly pointer: boolean;
  /** True when it is kept even if it is empty; otherwise an empty value is none. */
  readonly keepsEmpty: boolean;
  /** True if an empty value satisfies `required`. @default {false} */
  readonly acceptsEmpty?: boolean;
  /** The values it may have, where they are few and known. */
  readonly enum?: readonly string[];
  readonly patchStrategies: readonly PatchStrategy[];
  /** The merge key of the list items; none if they are scalars. */
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
  /** True when the object has one owner as a whole. */
  readonly atomic: boolean;
}

const definitions = new Map<string, ObjectSchema>();

/**
 * The definition of that name.
 *
 * @param name for example `apps.v1.Deployment`
 * @throws {Error} when there is none, which no request can cause
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
export function definition(name: string): ObjectSchema {
  const known = definitions.get(name);
  if (known) return known;
  const compact = compactDefinition(name);
  if (!compact) throw new Error(`Cannot find the schema of ${name}: no file defines it`);
  const schema = readDefinition(name, compact);
  definitions.set(name, schema);
  return schema;
}

/** The names of the definitions by apiVersion and kind, for each suffix asked for. */
const kinds = new Map<string, ReadonlyMap<string, string>>();

/**
 * The schema of a kind, or undefined when there is none.
 *
 * @param apiVersion group and version as the wire has them
 * @param kind the kind
 * @param suffix the brand-bearing suffix of group names, from the dialect
 */
export function schemaOfKind(
  apiVersion: string,
  kind: string,
  suffix: string,
): ObjectSchema | undefined {
  const name = kindsOf(suffix).get(`${apiVersion} ${kind}`);
  return name === undefined ? undefined : definition(name);
}

function kindsOf(suffix: string): ReadonlyMap<string, string> {
  const known = kinds.get(suffix);
  if (known) return known;
  const found = new Map<string, string>();
  for (const name of definitionNames()) {
    const { kind } = compactDefinition(name)!;
    if (kind) found.set(kind.replace("{suffix}", suffix), name);
  }
  kinds.set(suffix, found);
  return found;
}

function readDefinition(name: string, compact: CompactDefinition): ObjectSchema {
  const fields = new Map<string, Field>();
  for (const field of Object.keys(compact.fields)) {
    fields.set(field, readField(field, compact));
  }
  return { type: "object", name, fields, atomic: compact.atomic === true };
}

function readField(name: string, compact: CompactDefinition): Field {
  const [strategies, mergeKey] = compact.patch?.[name]?.split(" ") ?? [];
  const patchStrategies = (strategies?.split(",") ?? []) as PatchStrategy[];
  const absent = compact.defaults?.[name];
  const values = compact.enums?.[name];
  const pointer = compact.pointers?.includes(name) === true;
  let schema: Schema | undefined;
  return {
    name,
    get schema() {
      return schema ??= readType(compact.fields[name]!, {
        ...listTypeOf(compact.lists?.[name], patchStrategies, mergeKey),
        atomic: compact.atomicFields?.includes(name) ?? false,
      });
    },
    required: compact.required?.includes(name) ?? false,
    ...(absent !== undefined && { default: absent }),
    pointer,
    keepsEmpty: pointer || isEmptyPlain(absent) || compact.always?.includes(name) === true,
    ...(values && { enum: values }),
    patchStrategies,
    ...(mergeKey !== undefined && { mergeKey }),
  };
}

/** A field whose stated default is empty is written even so. */
function isEmptyPlain(value: Json | undefined): boolean {
  return value === "" || value === 0 || value === false;
}

interface Ownership {
  readonly listType: ListType;
  readonly keys: readonly string[];
  readonly atomic: boolean;
}

/** A list that says nothing of its type but is merged by patches is owned item by item as well. */
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

function readType(type: string, ownership: Ownership): Schema {
  if (type.startsWith("[]")) {
    const { listType, keys } = ownership;
    let items: Schema | undefined;
    return {
      type: "list",
      get items() {
        return items ??= readType(type.slice(2), INNER);
      },
      listType,
      keys,
    };
  }
  if (type.startsWith("map[string]")) {
    const values = readType(type.slice("map[string]".length), INNER);
    return { type: "map", values, atomic: ownership.atomic };
  }
  return PLAIN.get(type) ?? INTEGERS[type] ?? definition(type);
}

type SchemaFile = Readonly<Record<string, CompactDefinition>>;

/** The files by the prefix of the names they define. */
const FILES: Readonly<Record<string, unknown>> = {
  "apps.v1": apps,
  "authentication.v1": authenticationV1,
  "authentication.v1alpha1": authenticationV1alpha1,
  "authorization.v1": authorization,
  "autoscaling.v1": autoscaling,
  "core.v1": core,
  "flowcontrol.v1beta2": flowcontrolV1beta2,
  "flowcontrol.v1beta3": flowcontrolV1beta3,
  "meta.v1": meta,
  "rbac.v1": rbac,
  "storage.v1": storageV1,
  "storage.v1beta1": storageV1beta1,
};

/** The definition of a name such as `core.v1.Container`, or undefined. */
export function compactDefinition(name: string): CompactDefinition | undefined {
  return (FILES[name.slice(0, name.lastIndexOf("."))] as SchemaFile | undefined)?.[name];
}

/** The names of all definitions. */
export function definitionNames(): string[] {
  return Object.values(FILES).flatMap((file) => Object.keys(file as SchemaFile));
}
