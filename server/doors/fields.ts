/**
 * Rules of an object that name each of its fields once.
 *
 * @module
 */
export {
  all,
  between,
  duplicate,
  each,
  eachText,
  eachValue,
  type FieldRules,
  fields,
  filled,
  forbidden,
  ifFilled,
  invalid,
  type ItemRule,
  mapOf,
  maybe,
  missing,
  must,
  object,
  type ObjectRule,
  oneOf,
  orEmpty,
  type Rule,
  someItems,
  unique,
  uniqueBy,
} from "../resources/field_rules.ts";
