/**
 * Label selectors with every operator: their text, and the objects that they select.
 *
 * @module
 */
import type { RequirementId } from "../catalogue.ts";
import { type Discrepancy, discrepancy } from "./discrepancy.ts";

/** An operator of a label selector. */
export type Operator = "=" | "==" | "!=" | "in" | "notin" | "exists" | "!exists" | ">" | "<";

/** One requirement on a label. */
export interface Expression {
  readonly key: string;
  readonly operator: Operator;
  /** One value; several for the set operators; none for presence. */
  readonly values: readonly string[];
}

/** The name and labels of an object. */
export interface Labelled {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The requirement that states the meaning of each operator. */
const MEANING = {
  "=": "selectors.equals",
  "==": "selectors.double-equals",
  "!=": "selectors.differs-or-absent",
  "in": "selectors.one-of",
  "notin": "selectors.none-of-or-absent",
  "exists": "selectors.present",
  "!exists": "selectors.absent",
  ">": "selectors.greater",
  "<": "selectors.less",
} as const satisfies Record<Operator, RequirementId>;

/** Returns true if an object's labels satisfy a requirement. */
export function matches({ key, operator, values }: Expression, { labels }: Labelled): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  const has = value !== undefined && values.includes(value);
  switch (operator) {
    case "=":
    case "==":
    case "in":
      return has;
    case "!=":
    case "notin":
      return !has;
    case "exists":
      return value !== undefined;
    case "!exists":
      return value === undefined;
    case ">":
    case "<": {
      // A value that is not a number satisfies neither.
      if (value === undefined || !/^-?\d+$/.test(value)) return false;
      return operator === ">"
        ? Number(value) > Number(values[0])
        : Number(value) < Number(values[0]);
    }
  }
}

/** Returns the text of a `labelSelector`, with `gap` wherever whitespace is allowed. */
export function selectorText(expressions: readonly Expression[], gap = ""): string {
  return expressions.map((each) => expressionText(each, gap)).join(`${gap},${gap}`);
}

function expressionText({ key, operator, values }: Expression, gap: string): string {
  switch (operator) {
    case "exists":
      return key;
    case "!exists":
      return `!${key}`;
    case "in":
    case "notin":
      return `${key} ${operator} (${gap}${values.join(`,${gap}`)}${gap})`;
    default:
      return `${key}${gap}${operator}${gap}${values[0]}`;
  }
}

/** The names of the objects that a selector returned, and all existing objects. */
export interface Picked {
  readonly expressions: readonly Expression[];
  readonly gap: string;
  readonly existing: readonly Labelled[];
  readonly names: readonly string[];
}

/** Verifies that a selector returned exactly the matching objects. */
export function verifyPicked({ expressions, gap, existing, names }: Picked): Discrepancy[] {
  const expected = namesOf(
    existing.filter((each) => expressions.every((one) => matches(one, each))),
  );
  const actual = names.toSorted().join(", ");
  if (actual === expected) return [];
  const text = selectorText(expressions, gap);
  return [
    discrepancy(
      requirementOf(expressions, gap),
      `${text} to select ${expected || "nothing"}`,
      actual || "nothing",
    ),
  ];
}

/** Returns the requirement that a selector is an example of. */
export function requirementOf(expressions: readonly Expression[], gap: string): RequirementId {
  if (expressions.length === 0) return "selectors.empty-selects-all";
  if (expressions.length > 1) return "selectors.all-must-match";
  return selectorText(expressions, gap) !== selectorText(expressions)
    ? "selectors.whitespace-is-ignored"
    : MEANING[expressions[0]!.operator];
}

function namesOf(labelled: readonly Labelled[]): string {
  return labelled.map(({ name }) => name).sort().join(", ");
}
