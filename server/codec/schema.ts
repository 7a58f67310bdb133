/**
 * Schemas of the served kinds, read from the files in `fixtures/schemas`. A definition is read on
 * first use, so that start-up is fast and a definition may refer to itself.
 *
 * @module
 */
import admissionregistrationV1 from "../../fixtures/schemas/admissionregistration_v1.json" with {
  type: "json",
};
import apiextensionsV1 from "../../fixtures/schemas/apiextensions_v1.json" with { type: "json" };
import apiregistrationV1 from "../../fixtures/schemas/apiregistration_v1.json" with {
  type: "json",
};
import appsV1 from "../../fixtures/schemas/apps_v1.json" with { type: "json" };
import authenticationV1 from "../../fixtures/schemas/authentication_v1.json" with { type: "json" };
import authenticationV1alpha1 from "../../fixtures/schemas/authentication_v1alpha1.json" with {
  type: "json",
};
import authorizationV1 from "../../fixtures/schemas/authorization_v1.json" with { type: "json" };
import autoscalingV1 from "../../fixtures/schemas/autoscaling_v1.json" with { type: "json" };
import autoscalingV2 from "../../fixtures/schemas/autoscaling_v2.json" with { type: "json" };
import batchV1 from "../../fixtures/schemas/batch_v1.json" with { type: "json" };
import certificatesV1 from "../../fixtures/schemas/certificates_v1.json" with { type: "json" };
import coordinationV1 from "../../fixtures/schemas/coordination_v1.json" with { type: "json" };
import coreV1 from "../../fixtures/schemas/core_v1.json" with { type: "json" };
import discoveryV1 from "../../fixtures/schemas/discovery_v1.json" with { type: "json" };
import eventsV1 from "../../fixtures/schemas/events_v1.json" with { type: "json" };
import flowcontrolV1beta2 from "../../fixtures/schemas/flowcontrol_v1beta2.json" with {
  type: "json",
};
import flowcontrolV1beta3 from "../../fixtures/schemas/flowcontrol_v1beta3.json" with {
  type: "json",
};
import metaV1 from "../../fixtures/schemas/meta_v1.json" with { type: "json" };
import newer from "../../fixtures/schemas/newer.json" with { type: "json" };
import networkingV1 from "../../fixtures/schemas/networking_v1.json" with { type: "json" };
import nodeV1 from "../../fixtures/schemas/node_v1.json" with { type: "json" };
import policyV1 from "../../fixtures/schemas/policy_v1.json" with { type: "json" };
import rbacV1 from "../../fixtures/schemas/rbac_v1.json" with { type: "json" };
import schedulingV1 from "../../fixtures/schemas/scheduling_v1.json" with { type: "json" };
import storageV1 from "../../fixtures/schemas/storage_v1.json" with { type: "json" };
import storageV1beta1 from "../../fixtures/schemas/storage_v1beta1.json" with { type: "json" };
import type { Json } from "../object.ts";
import type { Decoded } from "./decoded.ts";
import type { ParsedDocument } from "./json.ts";

/** A definition in a schema file. */
export interface CompactDefinition {
  /** `{group}/{version} {kind}` of a kind that is served by itself. */
  kind?: string;
  /** The type of each field. */
  fields: Record<string, string>;
  /** The required fields. */
  required?: string[];
  /** The defaults of fields. */
  defaults?: Record<string, Json>;
  /** The plain fields whose empty value (`""`, `0`, `false`) differs from unset. */
  pointers?: string[];
  /** The lists and maps that are never left out, even when empty. */
  always?: string[];
  /** The allowed values of fields, where they are few and known. */
  enums?: Record<string, string[]>;
  /** The types of lists: `atomic`, `set`, or the keys of a map list. */
  lists?: Record<string, "atomic" | "set" | string[]>;
  /** The strategies of a strategic merge patch and, after a space, the merge key. */
  patch?: Record<string, string>;
  /** True if the object has one owner as a whole. */
  atomic?: boolean;
  /** The maps that have one owner as a whole. */
  atomicFields?: string[];
  /** The objects that have an owner for each field here, unlike elsewhere. */
  granularFields?: string[];
}

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
  readonly read?: (document: ParsedDocument) => Decoded;
}

/** Returns the fields whose values have the types of the schema: of custom resources the metadata. */
export const checkedFields = ({ fields, read }: ObjectSchema): Field[] =>
  [...fields.values()].filter(({ name }) => !read || name === "metadata");

const definitions = new Map<string, ObjectSchema>();

/**
 * Returns the definition with a name.
 *
 * @param name for example `apps.v1.Deployment` @throws {Error} when it does not exist, which no
 * request can cause
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

/** The names of the definitions by apiVersion and kind, for each suffix in use. */
const kinds = new Map<string, ReadonlyMap<string, string>>();

/**
 * Returns the schema of a kind, or undefined if there is none.
 *
 * @param apiVersion group and version, as in objects @param kind the kind @param suffix the
 * brand-bearing suffix of group names, from the dialect
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
      if (schema) return schema;
      const read = readType(compact.fields[name]!, {
        ...listTypeOf(compact.lists?.[name], patchStrategies, mergeKey),
        atomic: compact.atomicFields?.includes(name) ?? false,
      });
      const isGranular = read.type === "object" && compact.granularFields?.includes(name);
      return schema = isGranular ? { ...read, atomic: false } : read;
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
  "admissionregistration.v1": admissionregistrationV1,
  "apiextensions.v1": apiextensionsV1,
  "apiregistration.v1": apiregistrationV1,
  "apps.v1": appsV1,
  "authentication.v1": authenticationV1,
  "authentication.v1alpha1": authenticationV1alpha1,
  "authorization.v1": authorizationV1,
  "autoscaling.v1": autoscalingV1,
  "autoscaling.v2": autoscalingV2,
  "batch.v1": batchV1,
  "certificates.v1": certificatesV1,
  "coordination.v1": coordinationV1,
  "core.v1": coreV1,
  "discovery.v1": discoveryV1,
  "events.v1": eventsV1,
  "flowcontrol.v1beta2": flowcontrolV1beta2,
  "flowcontrol.v1beta3": flowcontrolV1beta3,
  "meta.v1": metaV1,
  "networking.v1": networkingV1,
  "node.v1": nodeV1,
  "policy.v1": policyV1,
  "rbac.v1": rbacV1,
  "scheduling.v1": schedulingV1,
  "storage.v1": storageV1,
  "storage.v1beta1": storageV1beta1,
};

/**
 * Returns a definition by its name, such as `core.v1.Container`, or undefined.
 *
 * @param options.isOld true to leave out the fields of later releases @default {false}
 */
export function compactDefinition(
  name: string,
  { isOld = false }: { readonly isOld?: boolean } = {},
): CompactDefinition | undefined {
  const later = isOld ? undefined : (newer as unknown as SchemaFile)[name];
  return later ?? (FILES[name.slice(0, name.lastIndexOf("."))] as SchemaFile | undefined)?.[name];
}

/** Returns the names of all definitions. */
export function definitionNames(): string[] {
  const names = [...Object.values(FILES), newer].flatMap((file) => Object.keys(file as SchemaFile));
  return [...new Set(names)];
}
