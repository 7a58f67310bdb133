/**
 * The rules of injected faults: which requests fail, and how. Rules are data, so that they can be
 * sent over HTTP; this file also validates them.
 *
 * @module
 */

/** A selection of requests: those that match every given field. */
export interface RequestMatch {
  /** The verb, or the method in lower case for paths outside of resources: `watch`, `patch`, … */
  readonly verb?: string;
  /** The resource's name in the path, plural: `secrets`. */
  readonly resource?: string;
  /** The namespace; empty for cluster-scoped resources and for all namespaces at once. */
  readonly namespace?: string;
  /** The object's name; empty for collections. */
  readonly name?: string;
  /** The name of the user, or of the impersonated user. */
  readonly user?: string;
}

/** A duration in milliseconds: fixed, uniform between two values, or log-normal. */
export type Duration =
  | number
  | { readonly from: number; readonly to: number }
  | { readonly median: number; readonly sigma: number };

/** The effect on a request. */
export type FaultEffect =
  /** The request waits before it is processed. */
  | { readonly kind: "delay"; readonly time: Duration }
  /** The request fails; 429 and 503 carry Retry-After, 1 second by default. */
  | { readonly kind: "refuse"; readonly code: 429 | 500 | 503; readonly retryAfterSeconds?: number }
  /** The request is processed, and the connection is cut after the response headers. */
  | { readonly kind: "reset" }
  /** The request is processed, and the connection is cut after so many bytes of the body. */
  | { readonly kind: "truncate"; readonly bytes: number }
  /**
   * For a watch, or a list with a continue token or a resourceVersion: 410 Expired. With
   * `afterEvents`, for watches only: an ERROR event after so many other events.
   */
  | { readonly kind: "expire"; readonly afterEvents?: number }
  /** Number of events after which a watch ends as if it had timed out. */
  | { readonly kind: "drop"; readonly afterEvents: number }
  /** For a watch: each batch of events is delayed. */
  | { readonly kind: "slow"; readonly time: Duration }
  /** For an update or patch: 409 Conflict, as if another client had written first. */
  | { readonly kind: "conflict" }
  /**
   * Number of writes by which the response to a get, or to a list without resourceVersion, is
   * stale.
   */
  | { readonly kind: "stale"; readonly writes: number };

/** A rule: a selection of requests and an effect. */
export interface FaultRule {
  /** The selection; all requests by default. */
  readonly when?: RequestMatch;
  /** The effect. */
  readonly effect: FaultEffect;
  /** The number of the first affected request, counted from 1. @default {1} */
  readonly from?: number;
  /** The maximum number of affected requests; unlimited by default. */
  readonly times?: number;
  /** The probability that a selected request is affected. @default {1} */
  readonly probability?: number;
  /** The seed of all random choices of the rule. @default {1} */
  readonly seed?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the requirement that a value violates; undefined for a valid value. */
type Check = (value: unknown) => string | undefined;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const number = (least: number, most = Infinity, whole = true): Check => (value) =>
  typeof value === "number" && value >= least && value <= most &&
    (!whole || Number.isSafeInteger(value))
    ? undefined
    : `a ${whole ? "whole " : ""}number from ${least}${most < Infinity ? ` to ${most}` : ""}`;

const text: Check = (value) => typeof value === "string" ? undefined : "text";
const optional = (check: Check): Check => (value) => value === undefined ? undefined : check(value);
const time = number(0, Infinity, false);

const duration: Check = (value) => {
  const shapes: readonly Readonly<Record<string, Check>>[] = [
    { from: time, to: time },
    { median: time, sigma: time },
  ];
  const fits = time(value) === undefined ||
    (isObject(value) && shapes.some((shape) => wrongField(value, shape) === undefined));
  return fits ? undefined : "milliseconds, { from, to } or { median, sigma }";
};

const EFFECTS: Readonly<Record<FaultEffect["kind"], Readonly<Record<string, Check>>>> = {
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

const MATCH: Readonly<Record<keyof RequestMatch, Check>> = {
  verb: optional(text),
  resource: optional(text),
  namespace: optional(text),
  name: optional(text),
  user: optional(text),
};

const RULE: Readonly<Record<keyof FaultRule, Check>> = {
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

/** Returns the requirement that a field violates; undefined for valid fields. */
function wrongField(fields: Fields, rules: Readonly<Record<string, Check>>): string | undefined {
  const unknown = Object.keys(fields).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) return `without the field ${unknown}`;
  for (const [name, rule] of Object.entries(rules)) {
    const wanted = rule(fields[name]);
    if (wanted !== undefined) return `such that ${name} is ${wanted}`;
  }
  return undefined;
}

/** Returns a value as a rule. @throws {RangeError} for an invalid rule */
export function readRule(value: unknown): FaultRule {
  const wanted = isObject(value) ? wrongField(value, RULE) : "an object";
  if (wanted === undefined) return value as unknown as FaultRule;
  throw new RangeError(
    `Cannot use the rule as it must be ${wanted}: current value is ${JSON.stringify(value)}`,
  );
}

/** Returns a value as a selection of requests. @throws {RangeError} for an invalid selection */
export function readMatch(value: unknown): RequestMatch {
  if (value === undefined) return {};
  const wanted = isObject(value) ? wrongField(value, MATCH) : "an object";
  if (wanted === undefined) return value as RequestMatch;
  throw new RangeError(`Cannot use the selection of requests as it must be ${wanted}`);
}
