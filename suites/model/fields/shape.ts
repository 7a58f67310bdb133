/**
 * Shapes of objects: the fields of a kind as a tree, with right values, written from the tables of
 * the specification.
 *
 * A right value may contain `{name}`, `{namespace}` and `{group}`, which stand for the name and the
 * namespace of the object and the group of roles.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import type { Place } from "../field_injection.ts";

/** The types of the specification that are not made of others. */
export type ScalarType =
  | "string"
  | "int32"
  | "int64"
  | "boolean"
  | "intOrString"
  | "time"
  | "bytes"
  | DescribedScalar;

/** Scalars of a type that a server describes: their range is not known. */
export type DescribedScalar = "integer" | "number" | "integerOrString";

/** The type of a field. */
export type FieldType = ScalarType | "object" | "list" | "map";

/** What is known of a field beside its type. */
export interface FieldFacts {
  /** The specification lists it as required. */
  readonly required?: true;
  /** The specification does not show the type: only real servers agree on it. */
  readonly undocumented?: true;
  /** Not part of a written object: the server sets it, or it has effects of its own. */
  readonly unset?: true;
  /** Never returned. */
  readonly writeOnly?: true;
  /** An empty value differs from an absent one. */
  readonly keepsEmpty?: true;
  /** Strategic merge patches merge the list of the object by this field. */
  readonly mergeKey?: true;
  /** A value that fits beside the first values of the other fields; the second where absent. */
  readonly other?: Json;
  /** The only values that the specification allows. */
  readonly allowed?: readonly string[];
}

/** The shape of a value. */
export type Shape =
  & FieldFacts
  & (
    | {
      readonly type: ScalarType;
      /** Right values, the first for the first object; none where the object has its own. */
      readonly values: readonly Json[];
    }
    | { readonly type: "object" | "map"; readonly members: Readonly<Record<string, Shape>> }
    | { readonly type: "list"; readonly items: readonly Shape[] }
  );

/** A field of a shape, at its place in an object. */
export interface Field extends FieldFacts {
  readonly place: Place;
  readonly type: FieldType;
  /** The first right value of a scalar, and one more that fits the other fields. */
  readonly values?: readonly Json[];
  /** The first right item of a list. */
  readonly item?: Json;
  /** An item of a list that is an object and has required fields. */
  readonly needed?: true;
}

const scalar = (type: ScalarType) => (...values: readonly Json[]): Shape => ({ type, values });

/** A string; without values the object's own. */
export const string = scalar("string");
/** A 32-bit integer. */
export const int32 = scalar("int32");
/** A 64-bit integer. */
export const int64 = scalar("int64");
/** A boolean. */
export const boolean = scalar("boolean");
/** A 32-bit integer or a string. */
export const intOrString = scalar("intOrString");
/** A time as text. */
export const time = scalar("time");
/** Bytes as base64. */
export const bytes = scalar("bytes");

/** An object with named fields. */
export function object(members: Readonly<Record<string, Shape>>): Shape {
  return { type: "object", members };
}

/** A map from any text. */
export function map(members: Readonly<Record<string, Shape>>): Shape {
  return { type: "map", members };
}

/** A list. */
export function list(...items: readonly Shape[]): Shape {
  return { type: "list", items };
}

/** Adds facts to a shape. */
export function known(facts: FieldFacts, shape: Shape): Shape {
  return { ...shape, ...facts };
}

/** Marks a field as required. */
export function required(shape: Shape): Shape {
  return known({ required: true }, shape);
}

/** Returns every field of a shape; what lies within an undocumented field is undocumented. */
export function shapeFields(shape: Shape): Field[] {
  return within(shape, [], {});
}

function within(shape: Shape, place: Place, above: FieldFacts): Field[] {
  const { required, undocumented, unset, writeOnly, keepsEmpty, mergeKey, allowed } = shape;
  const inherited: FieldFacts = {
    ...(undocumented || above.undocumented ? { undocumented: true } : {}),
    ...(unset || above.unset ? { unset: true } : {}),
    ...(writeOnly || above.writeOnly ? { writeOnly: true } : {}),
  };
  const own: Field = {
    place,
    type: shape.type,
    ...inherited,
    ...(required && { required }),
    ...(keepsEmpty && { keepsEmpty }),
    ...(mergeKey && { mergeKey }),
    ...(allowed && { allowed }),
    ...("values" in shape && { values: valuesOf(shape) }),
    ...(shape.type === "list" && shape.items[0] && { item: rightValue(shape.items[0], 0) }),
    ...(isNeeded(shape, place) && { needed: true }),
  };
  const inner = entriesOf(shape)
    .flatMap(([key, each]) => within(each, [...place, key], inherited));
  return place.length === 0 ? inner : [own, ...inner];
}

function isNeeded(shape: Shape, place: Place): boolean {
  return typeof place.at(-1) === "number" && shape.type === "object" &&
    Object.values(shape.members).some((each) => each.required);
}

function valuesOf({ values, other }: FieldFacts & { values: readonly Json[] }): readonly Json[] {
  const [first, second = first] = values;
  const more = other ?? second;
  return first === undefined ? [] : more === first ? [first] : [first, more!];
}

/**
 * Returns right values for a shape: of each field the one at this position, counted round. A field
 * that is not set is left out, unless it is on the path to `including`.
 */
export function rightValue(shape: Shape, position: number, including: Place = []): Json {
  return valueOf(shape, position, including) ?? {};
}

/** Returns the shape without the fields that the specification does not show. */
export function documented(shape: Shape): Shape {
  if (shape.type === "list") return { ...shape, items: shape.items.map(documented) };
  if (!("members" in shape)) return shape;
  const members = Object.entries(shape.members).filter(([, each]) => !each.undocumented)
    .map(([key, each]) => [key, documented(each)]);
  return { ...shape, members: Object.fromEntries(members) };
}

function valueOf(shape: Shape, position: number, including: Place): Json | undefined {
  switch (shape.type) {
    case "object":
    case "map":
      return Object.fromEntries(membersOf(shape, position, including)) as JsonObject;
    case "list":
      return membersOf(shape, position, including).map(([, value]) => value);
    default:
      return shape.values[position % shape.values.length];
  }
}

function membersOf(
  shape: Shape,
  position: number,
  including: Place,
): (readonly [string | number, Json])[] {
  return entriesOf(shape).flatMap(([key, each]) => {
    const isOnPath = including[0] === key;
    if (each.unset && !isOnPath) return [];
    const value = valueOf(each, position, isOnPath ? including.slice(1) : []);
    return value === undefined ? [] : [[key, value] as const];
  });
}

function entriesOf(shape: Shape): (readonly [string | number, Shape])[] {
  if (shape.type === "list") return shape.items.map((item, index) => [index, item] as const);
  return "members" in shape ? Object.entries(shape.members) : [];
}

/** Returns the longest list of right values that a field of a shape has. */
export function numberOfRightValues(shape: Shape): number {
  return "values" in shape
    ? shape.values.length
    : Math.max(1, ...entriesOf(shape).map(([, each]) => numberOfRightValues(each)));
}

/** Returns the value with each `{word}` in its strings and keys replaced. */
export function filledIn(value: Json, words: Readonly<Record<string, string>>): Json {
  const text = (given: string) => given.replaceAll(/\{(\w+)\}/g, (all, word) => words[word] ?? all);
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.map((item) => filledIn(item, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [text(key), filledIn(each, words)]),
  );
}

/** Returns the members of both objects; where both have one, objects are merged. */
export function merged(below: JsonObject, above: JsonObject): JsonObject {
  const isObject = (value: Json | undefined): value is JsonObject =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  return {
    ...below,
    ...Object.fromEntries(
      Object.entries(above).map(([key, value]) => {
        const own = below[key];
        return [key, isObject(own) && isObject(value) ? merged(own, value) : value];
      }),
    ),
  };
}
