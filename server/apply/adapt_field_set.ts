/**
 * Field sets seen in the light of a schema.
 *
 * @module
 */
import type { Schema } from "../codec/schema.ts";
import { below, EMPTY, type FieldSet, isEmpty } from "./field_set.ts";
import { isGranular, isNamedField, typeOfElement } from "./parts.ts";

/**
 * The set with every field that the schema names and that has members below it, so that an object
 * whose last field goes can go as well. Keys of maps and items of lists speak for themselves.
 */
export function withNamedFields(set: FieldSet, schema: Schema | undefined): FieldSet {
  const result: FieldSet = {};
  for (const [element, entry] of Object.entries(set)) {
    const children = withNamedFields(below(entry), typeOfElement(schema, element));
    const isPlain = isEmpty(children) || (!isNamedField(schema, element) && !("." in entry));
    result[element] = isPlain ? children : { ".": EMPTY, ...children };
  }
  return result;
}

/** The set as servers write it today: what has one owner as a whole has no members below it. */
export function withoutPartsOfWholes(set: FieldSet, schema: Schema): FieldSet {
  let result = set;
  for (const [element, entry] of Object.entries(set)) {
    const type = element === "." ? undefined : typeOfElement(schema, element);
    if (!type || !hasParts(type) || isEmpty(entry)) continue;
    const changed = isGranular(type) ? withoutPartsOfWholes(entry, type) : EMPTY;
    if (changed !== entry) result = { ...result, [element]: changed };
  }
  return result;
}

const hasParts = ({ type }: Schema): boolean =>
  type === "object" || type === "map" || type === "list";
