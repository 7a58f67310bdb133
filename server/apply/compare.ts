/**
 * What changed between two states of an object, field by field.
 *
 * @module
 */
import type { ObjectSchema, Schema } from "../codec/schema.ts";
import { equal } from "../json_equal.ts";
import type { Json, JsonObject } from "../object.ts";
import { difference, type FieldSet, insert, isEmpty } from "./field_set.ts";
import { fieldsOf, type Granular, isGranular, itemsOf, ownField, typeOfField } from "./parts.ts";
import { fieldElement, type PathElement } from "./path_element.ts";

/** The fields that differ between two states; no field is in more than one set. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Tells whether a comparison found no difference. */
export const isSame = ({ added, modified, removed }: Comparison): boolean =>
  isEmpty(added) && isEmpty(modified) && isEmpty(removed);

/** A comparison without certain fields and all below them. */
export function exclude(comparison: Comparison, fields: FieldSet): Comparison {
  if (isEmpty(fields)) return comparison;
  const without = (set: FieldSet) => difference(set, fields, { recursive: true });
  return {
    added: without(comparison.added),
    modified: without(comparison.modified),
    removed: without(comparison.removed),
  };
}

/**
 * Compares two states of an object.
 *
 * @throws {StructureError} when one does not have the structure the schema tells of
 */
export function compare(before: JsonObject, after: JsonObject, schema: ObjectSchema): Comparison {
  const walk: Walk = { path: [], added: {}, modified: {}, removed: {} };
  visit(before, after, schema, walk);
  return walk;
}

interface Walk extends Comparison {
  /** The way to the value at hand. */
  readonly path: PathElement[];
}

function visit(
  before: Json | undefined,
  after: Json | undefined,
  schema: Schema,
  walk: Walk,
): void {
  if (before === after) return;
  const parts = isGranular(schema) ? visitParts(before, after, schema, walk) : 0;
  if (before === undefined) insert(walk.added, walk.path);
  else if (after === undefined) insert(walk.removed, walk.path);
  // What has no parts on either side differs as a whole; otherwise its parts tell.
  else if (parts === 0 && !equal(before, after)) insert(walk.modified, walk.path);
}

/** Visits the fields or items of a value and tells how many there are. */
function visitParts(
  before: Json | undefined,
  after: Json | undefined,
  schema: Granular,
  walk: Walk,
): number {
  const { path } = walk;
  let count = 0;
  const visitPart = (
    element: PathElement,
    left: Json | undefined,
    right: Json | undefined,
    type: Schema,
  ) => {
    count++;
    path.push(element);
    visit(left, right, type, walk);
    path.pop();
  };
  if (schema.type === "list") {
    const [left, right] = [itemsOf(before, schema, path), itemsOf(after, schema, path)];
    for (const [element, item] of left) {
      visitPart(element, item, right.get(element), schema.items);
    }
    for (const [element, item] of right) {
      if (!left.has(element)) visitPart(element, undefined, item, schema.items);
    }
    return count;
  }
  const [left, right] = [fieldsOf(before, path), fieldsOf(after, path)];
  for (const name of Object.keys(left)) {
    visitPart(fieldElement(name), left[name], ownField(right, name), typeOfField(schema, name));
  }
  for (const name of Object.keys(right)) {
    if (Object.hasOwn(left, name)) continue;
    visitPart(fieldElement(name), undefined, right[name], typeOfField(schema, name));
  }
  return count;
}
