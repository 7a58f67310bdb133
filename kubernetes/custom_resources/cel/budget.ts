/**
 * What the rules of a schema may cost by their estimates: each of them, and all together.
 *
 * @module
 */
import type { Cause } from "@plumbline/server/api";
import { forbiddenCause } from "@plumbline/server/rules";

/** The estimated cost of a rule. */
export interface RuleCost {
  /** The path of the rule. */
  readonly path: string;
  /** The cost in all places of a request. */
  readonly cost: number;
}

/** The most that one rule may cost. */
const RULE_LIMIT = 10_000_000;
/** The most that all rules of a schema may cost. */
const SCHEMA_LIMIT = 100_000_000;

/**
 * Returns the causes of rules that cost too much.
 *
 * @param costs the costs of all rules of a schema
 * @param path the path of the schema
 */
export function costCauses(costs: readonly RuleCost[], path: string): Cause[] {
  const tooMuch = costs.filter(({ cost }) => cost > RULE_LIMIT)
    .map(({ path, cost }) =>
      forbiddenCause(path, overBudget("estimated rule cost", cost, RULE_LIMIT))
    );
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  if (total <= SCHEMA_LIMIT) return tooMuch;
  const why =
    "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 " +
    "schema";
  const expensive = costs.filter(({ cost }) => cost > SCHEMA_LIMIT / 100)
    .sort((one, other) => other.cost - one.cost).slice(0, MOST_EXPENSIVE);
  const all = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
  return [
    ...tooMuch,
    ...expensive.map(({ path }) => forbiddenCause(path, why)),
    forbiddenCause(path, overBudget(all, total, SCHEMA_LIMIT)),
  ];
}

/** The number of rules that are named if all of a schema cost too much. */
const MOST_EXPENSIVE = 4;

function overBudget(name: string, cost: number, limit: number): string {
  const times = cost / limit;
  const factor = times > 100
    ? "more than 100x"
    : `${times < 1.5 ? times.toFixed(6) : times.toFixed(1)}x`;
  return `${name} exceeds budget by factor of ${factor} (try simplifying the rule, or adding ` +
    "maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";
}
