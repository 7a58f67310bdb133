/**
 * Rules of an object that name each of its fields once.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { between, each, fields, filled } from "@plumbline/server/fields";
 * import { label } from "@plumbline/server/rules";
 *
 * const spec = fields({ ports: each(fields({ name: filled(label), port: between(1, 65_535) })) });
 * const causes = spec({ ports: [{ name: "web", port: 0 }] }, "spec");
 * assertEquals(causes.map(({ field }) => field), ["spec.ports[0].port"]);
 * ```
 *
 * @module
 */
export {
  all,
  alwaysForbidden,
  alwaysInvalid,
  between,
  duplicate,
  each,
  eachText,
  eachValue,
  type FieldRules,
  fields,
  filled,
  ifFilled,
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
