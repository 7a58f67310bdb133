/**
 * Shapes of options and rules, for packages whose users write them without types.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { complaintAbout, number, oneWord, optional, onlyFields } from "@plumbline/server/shape";
 *
 * const rule = onlyFields({ verb: oneWord(["get", "list"]), times: optional(number(0)) });
 * assertEquals(
 *   complaintAbout({ verb: "lst" }, rule, "Cannot use the rule"),
 *   'Cannot use the rule: verb is "lst". Did you mean list?',
 * );
 * assertEquals(
 *   complaintAbout({ verb: "get", tims: 1 }, rule, "Cannot use the rule"),
 *   'Cannot use the rule: it has no field "tims". Did you mean times?',
 * );
 * assertEquals(
 *   complaintAbout({ verb: "get", times: "1" }, rule, "Cannot use the rule"),
 *   'Cannot use the rule: times must be a whole number from 0: current value is "1"',
 * );
 * ```
 *
 * @module
 */
export * from "../shape.ts";
