/**
 * Declares the types of a structural schema in CEL, and converts JSON values to them.
 *
 * @module
 */
import { Environment } from "@marcbachmann/cel-js";
import type { Json, JsonObject } from "@plumbline/server/api";
import { isObject, type JsonSchema, valuesOf } from "../json_schema.ts";
import { dynamic } from "../../cel/dynamic.ts";
import { escapeName } from "./names.ts";

/** A type in CEL, and the conversion of JSON values to it. */
export interface Declared {
  /** The name of the type, for example `list<int>`. */
  readonly type: string;
  /** Returns a value as the expression sees it. */
  convert(value: Json): unknown;
}

const DYNAMIC: Declared = { type: "dyn", convert: dynamic };

/** Declares types in an environment. */
export class Declarations {
  readonly #environment: Environment;
  readonly #known = new Map<JsonSchema, Declared | undefined>();
  #count = 0;

  /** Declares types in the given environment, which has no types yet. */
  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /**
   * Returns the type of a schema; undefined for a value of any shape, which expressions cannot
   * refer to.
   *
   * @param isResource true for objects with an apiVersion, a kind and metadata
   */
  declare(schema: JsonSchema, isResource = false): Declared | undefined {
    if (this.#known.has(schema)) return this.#known.get(schema);
    const declared = this.#declare(schema, isResource);
    this.#known.set(schema, declared);
    return declared;
  }

  #declare(schema: JsonSchema, isResource: boolean): Declared | undefined {
    if (schema["x-kubernetes-int-or-string"]) return DYNAMIC;
    switch (schema.type) {
      case "boolean":
        return { type: "bool", convert: (value) => value };
      case "number":
        return { type: "double", convert: (value) => value };
      case "integer":
        return {
          type: "int",
          convert: (value) => typeof value === "number" ? BigInt(Math.trunc(value)) : value,
        };
      case "string":
        return this.#string(schema);
      case "array":
        return this.#list(schema);
      case "object":
        return this.#object(schema, isResource);
      default:
        return undefined;
    }
  }

  #string({ format }: JsonSchema): Declared {
    switch (format) {
      case "byte":
        return {
          type: "bytes",
          convert: (value) => typeof value === "string" ? Uint8Array.fromBase64(value) : value,
        };
      case "date":
      case "date-time":
        return {
          type: "google.protobuf.Timestamp",
          convert: (value) => typeof value === "string" ? new Date(value) : value,
        };
      case "duration":
        return {
          type: "google.protobuf.Duration",
          convert: (value) =>
            typeof value === "string" ? PLAIN.evaluate("duration(text)", { text: value }) : value,
        };
      default:
        return { type: "string", convert: (value) => value };
    }
  }

  #list({ items }: JsonSchema): Declared | undefined {
    const item = items && this.declare(items, items["x-kubernetes-embedded-resource"] === true);
    return item && {
      type: `list<${item.type}>`,
      convert: (value) =>
        Array.isArray(value) ? value.map((one) => one === null ? null : item.convert(one)) : value,
    };
  }

  #object(schema: JsonSchema, isResource: boolean): Declared | undefined {
    const values = valuesOf(schema);
    if (!values) return this.#record(schema, isResource);
    const inner = this.declare(values, values["x-kubernetes-embedded-resource"] === true);
    return inner && {
      type: `map<string, ${inner.type}>`,
      convert: (value) =>
        isObject(value)
          ? new Map(
            Object.entries(value).map(([name, one]) => [
              name,
              one === null ? null : inner.convert(one),
            ]),
          )
          : value,
    };
  }

  #record(schema: JsonSchema, isResource: boolean): Declared {
    const properties = { ...schema.properties, ...(isResource && IMPLICIT_SCHEMAS) };
    const fields = new Map<string, { readonly name: string; readonly declared: Declared }>();
    for (const [name, property] of Object.entries(properties)) {
      const isEmbedded = property["x-kubernetes-embedded-resource"] === true;
      const declared = this.declare(property, isEmbedded);
      const escaped = escapeName(name);
      if (declared && escaped) fields.set(name, { name: escaped, declared });
    }
    const type = `Object${++this.#count}`;
    class Instance extends Value {}
    this.#environment.registerType(type, {
      ctor: Instance,
      fields: Object.fromEntries(
        [...fields.values()].map(({ name, declared }) => [name, declared.type]),
      ),
    });
    this.#environment.registerOperator(
      `${type} == ${type}`,
      (left: Instance, right: Instance) => isSame(left, right),
    );
    return {
      type,
      convert(value) {
        if (!isObject(value)) return value;
        const instance = new Instance();
        for (const [name, field] of fields) {
          if (!Object.hasOwn(value, name)) continue;
          const inner = value[name]!;
          instance[field.name] = inner === null ? null : field.declared.convert(inner);
        }
        // Fields that expressions cannot refer to matter for equality.
        Object.defineProperty(instance, WHOLE, { value, enumerable: false });
        return instance;
      },
    };
  }
}

const PLAIN = new Environment().registerVariable("text", "string");

const WHOLE = Symbol("whole");

/** An object of a declared type. */
class Value {
  [name: string]: unknown;
  declare [WHOLE]: JsonObject;
}

/** Returns true if two objects have the same content. */
const isSame = (left: Value, right: Value): boolean =>
  JSON.stringify(sorted(left[WHOLE])) === JSON.stringify(sorted(right[WHOLE]));

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value).sort().map((name) => [name, sorted(value[name]!)]),
  );
}

/** The fields that every object has; of the metadata only the name. */
const IMPLICIT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  apiVersion: { type: "string" },
  kind: { type: "string" },
  metadata: {
    type: "object",
    properties: { name: { type: "string" }, generateName: { type: "string" } },
  },
};
