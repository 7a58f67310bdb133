/**
 * The fields an applier gives up: gone from the object unless somebody else owns them.
 *
 * @module
 */
import type { ObjectSchema } from "../codec/schema.ts";
import type { JsonObject } from "../object.ts";
import { withNamedFields } from "./adapt_field_set.ts";
import { difference, EMPTY, type FieldSet, intersection, isEmpty, union } from "./field_set.ts";
import { fieldSetOf } from "./field_set_of.ts";
import { removeFields } from "./remove_fields.ts";

/** Who owns what of a merged object. */
export interface Owners {
  /** What the applier owned before. */
  readonly before: FieldSet;
  /** What anybody owns now, the applier included. */
  readonly owned: FieldSet;
}

/** The fields of a merged object that its applier gave up and that nobody else holds. */
export function fieldsGivenUp(
  merged: JsonObject,
  { before, owned }: Owners,
  schema: ObjectSchema,
): FieldSet {
  if (isEmpty(before)) return EMPTY;
  const named = (set: FieldSet) => withNamedFields(set, schema);
  const fieldsIn = (object: JsonObject) => named(fieldSetOf(object, schema));
  const without = (fields: FieldSet) => removeFields(merged, fields, schema, { keepEmptied: true });
  const all = fieldsIn(merged);
  const last = named(before);
  // Taking away what was applied before takes what is below it as well: whatever has an owner
  // comes back first, then whatever was not the applier's to give up.
  const rest = fieldsIn(without(last));
  const kept = without(difference(all, union(rest, named(owned))));
  return intersection(difference(all, fieldsIn(kept)), last);
}
