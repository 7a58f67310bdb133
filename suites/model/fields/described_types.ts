/**
 * The fields of resource types that a server describes itself: those that its objects have.
 *
 * @module
 */
import type { Dialect } from "../../client/dialect.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import type { DescribedValue, ResourceType } from "../../client/resource_type.ts";
import { asObject } from "../object.ts";
import { CLUSTER_OBJECT_META, OBJECT_META } from "./metadata.ts";
import { known, list, map, object, type Shape, string } from "./shape.ts";
import type { FieldedType } from "./stored_types.ts";

/** The contents of objects whose values are right, the first of them in every object. */
const CONTENTS = [1, 2, 3, 5, 8] as const;

/** Stands for the words that depend on an object, as in shapes. */
const PLACE = { name: "{name}", namespace: "{namespace}" } as const;

/** The scalars that a server may describe. */
const SCALARS = {
  "string": "string",
  "boolean": "boolean",
  "integer": "integer",
  "number": "number",
  "int or string": "integerOrString",
} as const;

/**
 * Returns the fields of a discovered type. What the server does not describe is left out, and so are
 * fields that its objects do not have: nobody knows values for them.
 */
export function describedType(type: ResourceType, dialect: Dialect): FieldedType {
  const { resource, described, namespaced } = type;
  const objects = CONTENTS.map((content) =>
    type.body(dialect, content, PLACE.name, { namespace: PLACE.namespace })
  );
  const [first = {}] = objects;
  const members = {
    apiVersion: string(),
    kind: string(),
    metadata: namespaced ? OBJECT_META : CLUSTER_OBJECT_META,
    ...described && membersOf(described, first, objects),
  };
  const isClosed = described !== undefined && isObject(described);
  return {
    id: resource,
    resource,
    shape: isClosed ? object(members) : map(members),
    isDescribed: true,
  };
}

/** Returns the shapes of the fields that are known. */
function membersOf(
  described: DescribedValue,
  value: JsonObject,
  others: readonly (Json | undefined)[],
): Record<string, Shape> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]): [string, Shape][] => {
      const field = described.field(key);
      const found = field && shapeOf(field, each, others.map((other) => asObject(other)?.[key]));
      return found === undefined ? [] : [[key, found]];
    }),
  );
}

/** Returns the shape of a value; undefined if its description does not say enough. */
function shapeOf(
  described: DescribedValue,
  value: Json,
  others: readonly (Json | undefined)[],
): Shape | undefined {
  // A quantity may be a number, too.
  if (described.name === "Quantity" || value === null) return undefined;
  const members = asObject(value);
  if (members !== undefined && (described.fields.length > 0 || described.type === "map")) {
    const inner = membersOf(described, members, others);
    return isObject(described) ? object(inner) : map(inner);
  }
  if (Array.isArray(value) && described.type === "list") {
    const { items } = described;
    const shapes = value.flatMap((item) => (items && shapeOf(items, item, [])) ?? [])
      .map((item) => withMergeKey(item, described.mergeKey));
    // Items are written as a whole.
    const isWhole = shapes.length === value.length &&
      isComplete(value, list(...shapes));
    return isWhole ? list(...shapes) : known({ unset: true }, list());
  }
  const scalar = SCALARS[described.type as keyof typeof SCALARS];
  if (scalar === undefined || members !== undefined || Array.isArray(value)) return undefined;
  const values = [value, ...others].filter((each) =>
    each !== undefined && typeof each === typeof value && each !== null
  ) as Json[];
  return { type: scalar, values: hasWords(value) ? [] : [...new Set(values)] };
}

/** Marks the field by which strategic merge patches merge the list of an item. */
function withMergeKey(item: Shape, key: string | undefined): Shape {
  if (key === undefined || !("members" in item) || item.members[key] === undefined) return item;
  const members = { ...item.members, [key]: known({ mergeKey: true }, item.members[key]) };
  return { ...item, members };
}

/** Returns true for an object that has described fields and no others. */
function isObject({ type, open, fields }: DescribedValue): boolean {
  return type === "object" && !open && fields.length > 0;
}

/** Returns true for a value with words that depend on its object. */
function hasWords(value: Json): boolean {
  return JSON.stringify(value).includes("{n");
}

/** Returns true if a shape has every part of a value, with a right value. */
function isComplete(value: Json, shape: Shape): boolean {
  if (shape.unset) return false;
  if (Array.isArray(value)) {
    return shape.type === "list" && value.every((item, index) => {
      const inner = shape.items[index];
      return inner !== undefined && isComplete(item, inner);
    });
  }
  const members = asObject(value);
  if (members === undefined) return "values" in shape && shape.values.length > 0;
  return "members" in shape && Object.entries(members).every(([key, each]) => {
    const inner = shape.members[key];
    return inner !== undefined && isComplete(each, inner);
  });
}
