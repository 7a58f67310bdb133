/**
 * Combines rules of values into rules of objects. A field is named once, and its path follows:
 *
 * ```ts
 * import { between, fields, filled, maybe, oneOf } from "@plumbline/server/fields";
 *
 * export const containerSecurity = fields({
 *   runAsUser: between(0, 2 ** 31 - 1),
 *   procMount: maybe(oneOf("Default", "Unmasked")),
 *   seccompProfile: fields({ type: filled(oneOf("Localhost", "RuntimeDefault")) }),
 * });
 * ```
 *
 * A rule takes a value and its path, and returns the causes of an error, none for a valid value.
 * Causes come in the order in which the rules are written. What depends on sibling fields is a
 * function of the object (`fields((object) => …)`); what depends on more is a function that returns
 * a rule. The rules of single values are in `rules.ts`.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  requiredCause,
  unsupportedCause,
} from "./field_causes.ts";

/** Validates a value at a path; the path of a whole object is empty. */
export type Rule = (value: Json | undefined, path: string) => Cause[];

/** Validates a value at a path, and can be called without one for a whole object. */
export type ObjectRule = (value: Json | undefined, path?: string) => Cause[];

/** Validates an item of a list, which it may compare with the others. */
export type ItemRule<Item = JsonObject> = (
  item: Item,
  path: string,
  index: number,
  items: readonly Item[],
) => Cause[];

/** A condition that does not hold: `isWrong && invalid("…")` is no rule then. */
type Falsy = false | "" | 0 | null | undefined;

/** A rule, several, or none. */
export type MaybeRules = Rule | Falsy | readonly MaybeRules[];

/** The rules of fields, by their names. */
export type FieldRules = Readonly<Record<string, MaybeRules>>;

const EMPTY: JsonObject = {};

/**
 * Validates the fields of an object. A value that is no object has no causes.
 *
 * @param rules the rules by field, or a function that returns them for an object
 */
export const fields = (
  rules: FieldRules | ((object: JsonObject, path: string) => FieldRules),
): ObjectRule =>
  object((value, path) => {
    const causes: Cause[] = [];
    const own = typeof rules === "function" ? rules(value, path) : rules;
    for (const name of Object.keys(own)) {
      apply(own[name], value[name], path === "" ? name : `${path}.${name}`, causes);
    }
    return causes;
  });

/** Adds the causes of a value to those that are known. */
function apply(rules: MaybeRules, value: Json | undefined, path: string, causes: Cause[]): void {
  if (!rules) return;
  if (typeof rules === "function") causes.push(...rules(value, path));
  else for (const rule of rules) apply(rule, value, path, causes);
}

/** Validates an object with a function. A value that is no object has no causes. */
export const object =
  (check: (object: JsonObject, path: string) => readonly Cause[]): ObjectRule =>
  (value, path = "") => {
    const own = asObject(value);
    return own ? [...check(own, path)] : [];
  };

/** Validates an absent object as an empty one, so that its required fields are missing. */
export const orEmpty = (rule: Rule): ObjectRule => (value, path = "") =>
  rule(asObject(value) ?? EMPTY, path);

/** Validates each object of a list with all rules. A value that is no list has no causes. */
export const each = (...rules: readonly ItemRule[]): Rule => (value, path) =>
  Array.isArray(value) ? ofItems(value.map((item) => asObject(item) ?? EMPTY), path, rules) : [];

/** Validates each text of a list with all rules. A value that is no list has no causes. */
export const eachText = (...rules: readonly ItemRule<string>[]): Rule => (value, path) =>
  Array.isArray(value) ? ofItems(value.map(String), path, rules) : [];

/** Validates each value of a list with all rules. A value that is no list has no causes. */
export const eachValue = (...rules: readonly ItemRule<Json>[]): Rule => (value, path) =>
  Array.isArray(value) ? ofItems(value, path, rules) : [];

const ofItems = <Item>(
  items: readonly Item[],
  path: string,
  rules: readonly ItemRule<Item>[],
): Cause[] =>
  items.flatMap((item, index) =>
    rules.flatMap((rule) => rule(item, `${path}[${index}]`, index, items))
  );

/** Validates the values of a map, with their keys. A value that is no map has no causes. */
export const mapOf = (
  rule: (value: Json, path: string, key: string) => readonly Cause[],
): Rule =>
  object((map, path) =>
    Object.entries(map).flatMap(([key, value]) => rule(value, `${path}[${key}]`, key))
  );

/** Joins rules of one value. */
export const all = <Value extends Json | undefined = Json | undefined>(
  ...rules: readonly ((value: Value, path: string) => readonly Cause[])[]
): (value: Value, path: string) => Cause[] =>
(value, path) => rules.flatMap((rule) => rule(value, path));

/** Validates a value unless it is absent. */
export const maybe = (rule: Rule): Rule => (value, path) =>
  value === undefined ? [] : rule(value, path);

/** Validates a value unless it is absent or empty: an empty text, 0, false. */
export const ifFilled = (rule: Rule): Rule => (value, path) => value ? rule(value, path) : [];

/** Requires a list with at least one item, for the reason given. */
export const someItems = (why?: string): Rule => (value, path) =>
  Array.isArray(value) && value.length > 0 ? [] : [requiredCause(path, why)];

/** Requires a value that is neither absent nor empty, and validates one that is there. */
export const filled = (rule: Rule): Rule => (value, path) =>
  value ? rule(value, path) : [requiredCause(path)];

/** Requires one of several words; an absent word is unsupported, too. */
export const oneOf = (...words: readonly string[]): Rule => (value, path) =>
  words.includes(String(value ?? "")) ? [] : [unsupportedCause(path, value ?? "", words)];

/** Allows a number in a range, both ends included, or none. */
export const between = (least: number, most: number): Rule => (value, path) => {
  const isOutside = value !== undefined && (Number(value) < least || Number(value) > most);
  const why = `must be between ${least} and ${most}, inclusive`;
  return isOutside ? [invalidCause(path, value, why)] : [];
};

/** Requires what a predicate returns true for, and gives the reason otherwise. */
export const must =
  (isValid: (value: Json | undefined) => boolean, why: string): Rule => (value, path) =>
    isValid(value) ? [] : [invalidCause(path, value, why)];

/** Requires that a text of a list differs from those before it. */
export const unique: ItemRule<string> = (text, path, index, texts) =>
  texts.indexOf(text) < index ? [duplicateCause(path, text)] : [];

/**
 * Requires that an item differs from those before it in a field.
 *
 * @param counts returns false for values that may repeat @default {every value counts}
 */
export const uniqueBy = (
  name: string,
  counts: (value: Json) => boolean = () => true,
): ItemRule =>
(item, path, index, items) => {
  const value = item[name] ?? "";
  if (!counts(value)) return [];
  const isRepeated = items.slice(0, index).some((other) => (other[name] ?? "") === value);
  return isRepeated ? [duplicateCause(`${path}.${name}`, value)] : [];
};

/**
 * Rejects any value as invalid: for a field that a condition has found wrong.
 *
 * @param shown the value to show @default {the value of the field}
 */
export const alwaysInvalid = (why: string, shown?: unknown): Rule => (value, path) => [
  invalidCause(path, shown === undefined ? value : shown, why),
];

/** Rejects any value as forbidden: for a field that may not be beside another. */
export const alwaysForbidden = (why: string): Rule => (_, path) => [forbiddenCause(path, why)];

/** Rejects any value as missing: for a field that another one needs. */
export const missing = (why?: string): Rule => (_, path) => [requiredCause(path, why)];

/** Rejects any value as a duplicate. */
export const duplicate: Rule = (value, path) => [duplicateCause(path, value)];
