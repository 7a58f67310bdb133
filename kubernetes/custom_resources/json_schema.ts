/**
 * The schemas of CustomResourceDefinitions, and how they address the parts of a value.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";

/** A validation rule in CEL (`x-kubernetes-validations`). */
export interface ValidationRule {
  /** The expression; true for a valid value. */
  readonly rule: string;
  /** The message for an invalid value. */
  readonly message?: string;
  /** An expression whose result is the message. */
  readonly messageExpression?: string;
  /** The reason of the cause. @default {"FieldValueInvalid"} */
  readonly reason?: string;
  /** The field that the cause names, relative to the schema. */
  readonly fieldPath?: string;
  /** True for a rule with `oldSelf` that also applies to new values. @default {false} */
  readonly optionalOldSelf?: boolean;
}

/** A structural schema: `JSONSchemaProps` of `apiextensions/v1`. */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly default?: Json;
  readonly example?: Json;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly enum?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-list-type"?: "atomic" | "set" | "map";
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: "atomic" | "granular";
  readonly "x-kubernetes-validations"?: readonly ValidationRule[];
}

/** Returns the schema of the values of a map; undefined without one. */
export const valuesOf = ({ additionalProperties }: JsonSchema): JsonSchema | undefined =>
  typeof additionalProperties === "object" ? additionalProperties : undefined;

/** Returns the schema of a field: its own one, or that of the values of a map. */
export const fieldSchema = (schema: JsonSchema, name: string): JsonSchema | undefined =>
  schema.properties && Object.hasOwn(schema.properties, name)
    ? schema.properties[name]
    : valuesOf(schema);

/** Returns true for an object that is no list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the path of a field. */
export const pathOf = (path: string, name: string): string => path ? `${path}.${name}` : name;

/** Returns the path of a field of an object, or of a value of a map, which has its key in brackets. */
export const memberPath = ({ properties = {} }: JsonSchema, path: string, name: string): string =>
  Object.hasOwn(properties, name) ? pathOf(path, name) : `${path}[${name}]`;

/** The fields that every object and every embedded object has without a schema. */
export const IMPLICIT: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Sets a member also if its name is `__proto__`. */
export function setMember(object: JsonObject, name: string, value: Json): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, writable: true });
}

/** Returns true if a schema or a part of it has rules. */
export function hasRules(schema: JsonSchema): boolean {
  if ((schema["x-kubernetes-validations"] ?? []).length > 0) return true;
  return partsOf(schema).some(hasRules);
}

/** Returns true if a part of a schema is that of an embedded object. */
export const hasEmbedded = (schema: JsonSchema): boolean =>
  partsOf(schema).some((part) =>
    part["x-kubernetes-embedded-resource"] === true || hasEmbedded(part)
  );

const partsOf = (schema: JsonSchema): readonly JsonSchema[] => [
  ...Object.values(schema.properties ?? {}),
  ...[valuesOf(schema), schema.items].filter((part) => isObject(part)) as JsonSchema[],
];
