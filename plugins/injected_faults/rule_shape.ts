/**
 * Validates the rules of injected faults.
 *
 * @module
 */
import {
  aText,
  complaintAbout,
  either,
  isObject,
  number,
  oneWord,
  onlyFields,
  optional,
  recordOf,
  type Shape,
  type Shapes,
} from "@plumbline/server/shape";
import { RESOURCE, VERB } from "../request_shape.ts";
import type { FaultEffect, FaultRule, RequestMatch, ScenarioStep } from "./rule.ts";

const time = number(0, Infinity, { whole: false });

const duration = either(
  "milliseconds, { from, to } or { median, sigma }",
  time,
  onlyFields({ from: time, to: time }),
  onlyFields({ median: time, sigma: time }),
);

/** Headers that HTTP can send. */
const headers: Shape = (value) => {
  const wrong = recordOf("text by header", aText)(value);
  if (wrong) return wrong;
  for (const entry of Object.entries(value as Record<string, string>)) {
    try {
      new Headers([entry]);
    } catch {
      return { path: entry[0], words: "is no header that HTTP can send" };
    }
  }
  return undefined;
};

const EFFECTS: Readonly<Record<FaultEffect["kind"], Shapes>> = {
  delay: { time: duration },
  refuse: {
    code: (value) =>
      [429, 500, 503].includes(value as number)
        ? undefined
        : { path: "", words: `must be 429, 500 or 503: current value is ${JSON.stringify(value)}` },
    retryAfterSeconds: optional(number(0)),
  },
  respond: {
    status: number(200, 599),
    headers: optional(headers),
    body: () => undefined,
  },
  reset: {},
  truncate: { bytes: number(0) },
  garbage: { text: optional(aText), afterEvents: optional(number(0)) },
  expire: { afterEvents: optional(number(0)) },
  drop: { afterEvents: number(0) },
  slow: { time: duration },
  conflict: {},
  stale: { writes: number(1) },
  none: {},
};

const SCENARIO: Readonly<Record<keyof ScenarioStep, Shape>> = {
  name: aText,
  in: optional(aText),
  to: optional(aText),
};

const MATCH: Readonly<Record<keyof RequestMatch, Shape>> = {
  verb: optional(VERB),
  resource: optional(RESOURCE),
  namespace: optional(aText),
  name: optional(aText),
  user: optional(aText),
};

const kind = oneWord(Object.keys(EFFECTS));

const RULE: Readonly<Record<keyof FaultRule, Shape>> = {
  when: optional(onlyFields(MATCH)),
  effect(value) {
    const wrong = onlyFields({ kind })(isObject(value) ? { kind: value.kind } : value);
    if (wrong) return wrong;
    const known = EFFECTS[(value as FaultEffect).kind];
    return onlyFields({ kind, ...known })(value);
  },
  from: optional(number(1)),
  times: optional(number(0)),
  probability: optional(number(0, 1, { whole: false })),
  seed: optional(number(-Infinity)),
  scenario: optional(onlyFields(SCENARIO)),
};

/** Returns a value as a rule. @throws {RangeError} for an invalid rule */
export function readRule(value: unknown): FaultRule {
  const complaint = complaintAbout(value, onlyFields(RULE), "Cannot use the rule");
  if (complaint !== undefined) throw new RangeError(complaint);
  return value as FaultRule;
}

/** Returns a value as a selection of requests. @throws {RangeError} for an invalid selection */
export function readMatch(value: unknown): RequestMatch {
  const complaint = complaintAbout(
    value,
    optional(onlyFields(MATCH)),
    "Cannot use the selection of requests",
  );
  if (complaint !== undefined) throw new RangeError(complaint);
  return (value ?? {}) as RequestMatch;
}
