/**
 * Sets the defaults of unset fields: constants and rules of release 1.26 (specification:
 * Deployment, Secret and subjects of bindings; all others follow real servers).
 *
 * @module
 */
import { copyOf, type Json, type JsonObject } from "../object.ts";
import { type DefaultingContext, type DefaultingRule, RULES } from "./default_rules.ts";
import { type ConstantDefaults, CONSTANTS } from "./default_values.ts";
import { checkedFields, type Field, type ObjectSchema, type Schema } from "./schema.ts";

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
 * import { setSchemaDefaults } from "./defaults.ts";
 * import { definition } from "./schema.ts";
 *
 * assertEquals<unknown>(
 *   setSchemaDefaults({ kind: "Secret" }, definition("core.v1.Secret"), { suffix: "svc.io" }),
 *   { kind: "Secret", metadata: {}, type: "Opaque" },
 * );
 * ```
 */
export function setSchemaDefaults<Value extends Json>(
  value: Value,
  schema: Schema,
  context: DefaultingContext,
): Value {
  if (schema.type === "object") setObjectDefaults(value as JsonObject, schema, context);
  if (schema.type === "list" && hasParts(schema.items)) {
    for (const item of value as Json[]) setSchemaDefaults(item, schema.items, context);
  }
  if (schema.type === "map" && hasParts(schema.values)) {
    for (const inner of Object.values(value as JsonObject)) {
      setSchemaDefaults(inner, schema.values, context);
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
  const { parts, rule, constants, inner } = plan(schema);
  for (const name of parts) object[name] ??= {};
  rule?.(object, context);
  for (const { name, pointer, value } of constants) {
    const isUnsaid = pointer ? object[name] === undefined : !object[name];
    if (isUnsaid) object[name] = typeof value === "object" ? copyOf(value) : value;
  }
  for (const field of inner) {
    const value = object[field.name];
    if (value !== undefined) setSchemaDefaults(value, field.schema, context);
    else setEmptyValue(object, field);
  }
}

/** The defaults of the types of further kinds. */
export interface Defaults {
  /** Constants, by definition and field. */
  readonly constants: ConstantDefaults;
  /** Rules about fields that depend on others, by definition; they run before the constants. */
  readonly rules: Readonly<Record<string, DefaultingRule>>;
}

const rules = { ...RULES };
const constants = { ...CONSTANTS };

/** Adds defaults. All servers of a program share them, as their names have one meaning each. */
export function addDefaults(added: Defaults): void {
  Object.assign(rules, added.rules);
  Object.assign(constants, added.constants);
}

/** The fields of a schema that can get a default, cached because every write passes here. */
interface Plan {
  /** Objects that are never absent. */
  readonly parts: readonly string[];
  readonly rule: DefaultingRule | undefined;
  readonly constants: readonly {
    readonly name: string;
    readonly pointer: boolean;
    readonly value: Json;
  }[];
  /** Fields that can get a default, or contain one that can. */
  readonly inner: readonly Field[];
}

const plans = new WeakMap<ObjectSchema, Plan>();

function plan(schema: ObjectSchema): Plan {
  let made = plans.get(schema);
  if (made === undefined) {
    const fields = checkedFields(schema);
    made = {
      parts: fields.filter(isPart).map(({ name }) => name),
      rule: rules[schema.name],
      constants: Object.entries(constants[schema.name] ?? {}).map(([name, value]) => ({
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

/** Returns true for an object that is never absent. */
function isPart(field: Field): boolean {
  return typeof field.default === "object" && field.schema.type === "object";
}

/** Sets the empty value of a plain field that always has a value. */
function setEmptyValue(object: JsonObject, { name, schema, default: empty }: Field): void {
  if (empty === undefined || schema.type === "time") return;
  if (typeof empty !== "object") object[name] = empty;
  else if (schema.type === "quantity") object[name] = "0";
  else if (schema.type === "intOrString") object[name] = 0;
}
