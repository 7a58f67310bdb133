/**
 * Validates what a schema states about lists besides types and ranges: items of sets and maps are
 * distinct.
 *
 * @module
 */
import type { Cause, Json } from "@plumbline/server/api";
import { invalidCause } from "@plumbline/server/rules";
import { goText } from "./go_text.ts";
import { fieldSchema, isObject, type JsonSchema, memberPath } from "./json_schema.ts";

/** Returns the causes of items that occur twice, at any depth. */
export function validateListTypes(value: Json | undefined, schema: JsonSchema, path = ""): Cause[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!items) return [];
    return [
      ...duplicatesOf(value, schema, path),
      ...value.flatMap((item, at) => validateListTypes(item, items, `${path}[${at}]`)),
    ];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = fieldSchema(schema, name);
    return known ? validateListTypes(inner, known, memberPath(schema, path, name)) : [];
  });
}

function duplicatesOf(value: readonly Json[], schema: JsonSchema, path: string): Cause[] {
  const identity = identityOf(schema);
  if (!identity) return [];
  const keys = value.map(identity);
  const other = keys.indexOf(undefined);
  if (other >= 0) {
    const why = "must be an object for an array of list-type map";
    return [invalidCause(`${path}[${other}]`, value[other], why)];
  }
  const counts = new Map<string, number>();
  return keys.flatMap((key, at): Cause[] => {
    const text = goText(key);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    // An item that occurs several times is reported once.
    return count !== 2 ? [] : [{
      reason: "FieldValueDuplicate",
      field: `${path}[${at}]`,
      message: `Duplicate value: ${text}`,
    }];
  });
}

/** Returns the function that identifies items; undefined for atomic lists. */
function identityOf(schema: JsonSchema): ((item: Json) => Json | undefined) | undefined {
  switch (schema["x-kubernetes-list-type"]) {
    case "set":
      return (item) => item;
    case "map": {
      const names = schema["x-kubernetes-list-map-keys"] ?? [];
      return (item) => {
        if (item === null) return {};
        if (!isObject(item)) return undefined;
        const keys = names.filter((name) => Object.hasOwn(item, name))
          .map((name) => [name, item[name]!] as const);
        return Object.fromEntries(keys);
      };
    }
    default:
      return undefined;
  }
}
