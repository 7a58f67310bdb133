/**
 * Fills in what an object does not say (interface, the defaults of Deployment, Secret and the
 * subjects of bindings; the pod template's follow real servers).
 *
 * @module
 */
import type { Json, JsonObject } from "../object.ts";
import { CONSTANTS, type DefaultingContext, RULES } from "./default_rules.ts";
import type { Field, ObjectSchema, Schema } from "./schema.ts";

/**
 * Sets the defaults of an object, in place.
 *
 * @param value a decoded object of the schema
 * @param schema the schema of the kind
 * @param context the suffix of group names
 * @returns the object
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { setDefaults } from "./defaults.ts";
 * import { definition } from "./schema.ts";
 *
 * assertEquals<unknown>(
 *   setDefaults({ kind: "Secret" }, definition("core.v1.Secret"), { suffix: "svc.io" }),
 *   { kind: "Secret", metadata: {}, type: "Opaque" },
 * );
 * ```
 */
export function setDefaults<Value extends Json>(
  value: Value,
  schema: Schema,
  context: DefaultingContext,
): Value {
  if (schema.type === "object") setObjectDefaults(value as JsonObject, schema, context);
  if (schema.type === "list" && hasParts(schema.items)) {
    for (const item of value as Json[]) setDefaults(item, schema.items, context);
  }
  if (schema.type === "map" && hasParts(schema.values)) {
    for (const inner of Object.values(value as JsonObject)) {
      setDefaults(inner, schema.values, context);
    }
  }
  return value;
}

function hasParts({ type }: Schema): boolean {
  return type === "object" || type === "list" || type === "map";
}

function setObjectDefaults(
  object: JsonObject,
  schema: ObjectSchema,
  context: DefaultingContext,
): void {
  const { parts, constants, inner } = plan(schema);
  for (const name of parts) object[name] ??= {};
  RULES[schema.name]?.(object, context);
  for (const { name, pointer, value } of constants) {
    const isUnsaid = pointer ? object[name] === undefined : !object[name];
    if (isUnsaid) object[name] = typeof value === "object" ? structuredClone(value) : value;
  }
  for (const field of inner) {
    const value = object[field.name];
    if (value !== undefined) setDefaults(value, field.schema, context);
    else setEmptyValue(object, field);
  }
}

/** What is to be done with an object of a schema: each write passes here, with few fields to fill. */
interface Plan {
  /** Fields that are never absent. */
  readonly parts: readonly string[];
  readonly constants: readonly {
    readonly name: string;
    readonly pointer: boolean;
    readonly value: Json;
  }[];
  /** Fields in which, or in the place of which, there may be something to write. */
  readonly inner: readonly Field[];
}

const plans = new WeakMap<ObjectSchema, Plan>();

function plan(schema: ObjectSchema): Plan {
  let made = plans.get(schema);
  if (made === undefined) {
    const fields = [...schema.fields.values()];
    made = {
      parts: fields.filter(isPart).map(({ name }) => name),
      constants: Object.entries(CONSTANTS[schema.name] ?? {}).map(([name, value]) => ({
        name,
        pointer: schema.fields.get(name)!.pointer,
        value,
      })),
      inner: fields.filter(({ schema, default: empty }) => hasParts(schema) || empty !== undefined),
    };
    plans.set(schema, made);
  }
  return made;
}

/** True for an object that is part of another, and so never absent. */
function isPart(field: Field): boolean {
  return typeof field.default === "object" && field.schema.type === "object";
}

/** Writes out the empty value of a plain field that always has one. */
function setEmptyValue(object: JsonObject, { name, schema, default: empty }: Field): void {
  if (empty === undefined || schema.type === "time") return;
  if (typeof empty !== "object") object[name] = empty;
  else if (schema.type === "quantity") object[name] = "0";
  else if (schema.type === "intOrString") object[name] = 0;
}
