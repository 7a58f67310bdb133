/**
 * Holds rules to making sense, whoever wrote them: they come over HTTP as well.
 *
 * @module
 */
import type { FaultEffect, FaultRule, RequestMatch } from "./rule.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Tells what is wrong with a value, or undefined where nothing is. */
type Rule = (value: unknown) => string | undefined;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const number = (least: number, most = Infinity, whole = true): Rule => (value) =>
  typeof value === "number" && value >= least && value <= most &&
    (!whole || Number.isSafeInteger(value))
    ? undefined
    : `a ${whole ? "whole " : ""}number from ${least}${most < Infinity ? ` to ${most}` : ""}`;

const text: Rule = (value) => typeof value === "string" ? undefined : "text";
const optional = (rule: Rule): Rule => (value) => value === undefined ? undefined : rule(value);
const time = number(0, Infinity, false);

const duration: Rule = (value) => {
  const shapes: readonly Readonly<Record<string, Rule>>[] = [{ from: time, to: time }, {
    median: time,
    sigma: time,
  }];
  const fits = time(value) === undefined ||
    (isObject(value) && shapes.some((shape) => wrongField(value, shape) === undefined));
  return fits ? undefined : "milliseconds, { from, to } or { median, sigma }";
};

const EFFECTS: Readonly<Record<FaultEffect["kind"], Readonly<Record<string, Rule>>>> = {
  delay: { time: duration },
  refuse: {
    code: (value) => [429, 500, 503].includes(value as number) ? undefined : "429, 500 or 503",
    retryAfterSeconds: optional(number(0)),
  },
  reset: {},
  truncate: { bytes: number(0) },
  expire: { afterEvents: optional(number(0)) },
  drop: { afterEvents: number(0) },
  slow: { time: duration },
  conflict: {},
  stale: { writes: number(1) },
};

const MATCH: Readonly<Record<keyof RequestMatch, Rule>> = {
  verb: optional(text),
  resource: optional(text),
  namespace: optional(text),
  name: optional(text),
  user: optional(text),
};

const RULE: Readonly<Record<keyof FaultRule, Rule>> = {
  when: optional((value) => isObject(value) ? wrongField(value, MATCH) : "an object"),
  effect(value) {
    if (!isObject(value)) return "an object";
    const { kind, ...fields } = value;
    const known = Object.hasOwn(EFFECTS, String(kind)) && typeof kind === "string";
    if (!known) return `of a kind out of ${Object.keys(EFFECTS).join(", ")}`;
    return wrongField(fields, EFFECTS[kind as FaultEffect["kind"]]);
  },
  from: optional(number(1)),
  times: optional(number(0)),
  probability: optional(number(0, 1, false)),
  seed: optional(number(-Infinity)),
};

/** What is wrong with the fields of an object; undefined where nothing is. */
function wrongField(fields: Fields, rules: Readonly<Record<string, Rule>>): string | undefined {
  const unknown = Object.keys(fields).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) return `without the field ${unknown}`;
  for (const [name, rule] of Object.entries(rules)) {
    const due = rule(fields[name]);
    if (due !== undefined) return `such that ${name} is ${due}`;
  }
  return undefined;
}

/**
 * The value as a rule, if it is one.
 *
 * @throws {RangeError} otherwise, telling what it must be
 */
export function readRule(value: unknown): FaultRule {
  const due = isObject(value) ? wrongField(value, RULE) : "an object";
  if (due === undefined) return value as unknown as FaultRule;
  throw new RangeError(
    `Cannot use the rule as it must be ${due}: current value is ${JSON.stringify(value)}`,
  );
}

/**
 * The value as what requests are to agree with, if it is that.
 *
 * @throws {RangeError} otherwise, telling what it must be
 */
export function readMatch(value: unknown): RequestMatch {
  if (value === undefined) return {};
  const due = isObject(value) ? wrongField(value, MATCH) : "an object";
  if (due === undefined) return value as RequestMatch;
  throw new RangeError(`Cannot tell which requests are meant as it must be ${due}`);
}
