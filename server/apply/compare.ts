/**
 * What changed between two states of an object, field by field.
 *
 * @module
 */
import type { ListSchema, MapSchema, ObjectSchema, Schema } from "../codec/schema.ts";
import { equal } from "../json_equal.ts";
import type { Json, JsonObject } from "../object.ts";
import { EMPTY, type FieldSet, has, insert, insertEntry, isEmpty } from "./field_set.ts";
import { fieldsOf, type Granular, isGranular, itemsOf, ownField, typeOfField } from "./parts.ts";
import { fieldElement, type PathElement } from "./path_element.ts";

/** The fields that differ between two states. */
export interface Comparison {
  /** The fields that are there afterwards and were not, or had another value. */
  readonly changed: FieldSet;
  /** The fields that are there no more. */
  readonly removed: FieldSet;
}

/** Tells whether a comparison found no difference. */
export const isSame = ({ changed, removed }: Comparison): boolean =>
  isEmpty(changed) && isEmpty(removed);

/**
 * Compares two states of an object.
 *
 * @param ignored the fields that are not looked at, nor anything below them
 * @throws {StructureError} when one does not have the structure the schema tells of
 */
export function compare(
  before: JsonObject,
  after: JsonObject,
  schema: ObjectSchema,
  ignored: FieldSet = EMPTY,
): Comparison {
  const walk: Walk = { path: [], changed: {}, removed: {} };
  visit(before, after, schema, walk, ignored);
  return walk;
}

interface Walk extends Comparison {
  /** The way to the value at hand. */
  readonly path: PathElement[];
}

type Value = Json | undefined;

function visit(before: Value, after: Value, schema: Schema, walk: Walk, ignored: FieldSet): void {
  if (before === after) return;
  if (before === undefined && ignored === EMPTY) {
    insertEntry(walk.changed, walk.path, newEntry(after!, schema, walk.path));
    return;
  }
  const hasParts = isGranular(schema) && visitParts(before, after, schema, walk, ignored);
  if (before === undefined) insert(walk.changed, walk.path);
  else if (after === undefined) insert(walk.removed, walk.path);
  // What has no parts on either side differs as a whole; otherwise its parts tell.
  else if (!hasParts && !equal(before, after)) insert(walk.changed, walk.path);
}

/** Visits the fields or items of a value and tells whether there are any. */
function visitParts(
  before: Value,
  after: Value,
  schema: Granular,
  walk: Walk,
  ignored: FieldSet,
): boolean {
  return schema.type === "list"
    ? visitItems(before, after, schema, walk)
    : visitFields(before, after, schema, walk, ignored);
}

function visitFields(
  before: Value,
  after: Value,
  schema: ObjectSchema | MapSchema,
  walk: Walk,
  ignored: FieldSet,
): boolean {
  const [left, right] = [fieldsOf(before, walk.path), fieldsOf(after, walk.path)];
  const [mine, others] = [Object.keys(left), Object.keys(right)];
  for (const name of mine) {
    const [value, other] = [left[name], ownField(right, name)];
    if (value !== other) visitField(name, value, other, schema, walk, ignored);
  }
  for (const name of others) {
    if (Object.hasOwn(left, name)) continue;
    visitField(name, undefined, right[name], schema, walk, ignored);
  }
  return mine.length + others.length > 0;
}

function visitField(
  name: string,
  before: Value,
  after: Value,
  schema: ObjectSchema | MapSchema,
  walk: Walk,
  ignored: FieldSet,
): void {
  const element = fieldElement(name);
  const inside = ignored[element];
  if (inside !== undefined && has(ignored, element)) return;
  walk.path.push(element);
  visit(before, after, typeOfField(schema, name), walk, inside ?? EMPTY);
  walk.path.pop();
}

function visitItems(before: Value, after: Value, schema: ListSchema, walk: Walk): boolean {
  const { path } = walk;
  const [left, right] = [itemsOf(before, schema, path), itemsOf(after, schema, path)];
  for (const [element, item] of left) {
    path.push(element);
    visit(item, right.get(element), schema.items, walk, EMPTY);
    path.pop();
  }
  for (const [element, item] of right) {
    if (left.has(element)) continue;
    path.push(element);
    visit(undefined, item, schema.items, walk, EMPTY);
    path.pop();
  }
  return left.size + right.size > 0;
}

/** A field that was not there before, with all its parts. */
function newEntry(value: Json, schema: Schema, path: PathElement[]): FieldSet {
  if (!isGranular(schema)) return EMPTY;
  const entry: FieldSet = { ".": EMPTY };
  let hasParts = false;
  const addPart = (element: PathElement, part: Json, type: Schema) => {
    hasParts = true;
    path.push(element);
    entry[element] = newEntry(part, type, path);
    path.pop();
  };
  if (schema.type === "list") {
    for (const [element, item] of itemsOf(value, schema, path)) {
      addPart(element, item, schema.items);
    }
  } else {
    const fields = fieldsOf(value, path);
    for (const name of Object.keys(fields).sort()) {
      addPart(fieldElement(name), fields[name]!, typeOfField(schema, name));
    }
  }
  return hasParts ? entry : EMPTY;
}
