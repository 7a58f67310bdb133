/**
 * Expressions in CEL about a request: those of ValidatingAdmissionPolicies, and the match conditions
 * of webhooks.
 *
 * @module
 */
import type { Environment } from "@marcbachmann/cel-js";
import { registerAuthorizer } from "./authorizer.ts";
import { compileError } from "./compile_error.ts";
import { checkExpression } from "./has_macro.ts";
import { celEnvironment, parseExpression } from "./library.ts";
import { BudgetError, CONDITIONS_BUDGET, CostBudget } from "./meter.ts";

/** The values that an expression about a request refers to, by name. */
export type Activation = Readonly<Record<string, unknown>>;

/** A compiled expression. */
export interface AdmissionExpression {
  /** The text of the expression. */
  readonly text: string;
  /**
   * Evaluates the expression.
   *
   * @param budget what the cost is taken from
   * @throws {BudgetError} if there is not enough of it
   * @throws {Error} with the text of a real server, if there is no value
   */
  evaluate(activation: Activation, budget: CostBudget): unknown;
}

/** The types that an expression may have. */
export type ResultType = "bool" | "string" | "any";

const VARIABLES = [
  "object",
  "oldObject",
  "request",
  "params",
  "namespaceObject",
  "variables",
];

let known: Environment | undefined;

/** Returns the environment; it is made at the first use, as that takes some milliseconds. */
function environment(): Environment {
  if (known) return known;
  known = celEnvironment();
  for (const name of VARIABLES) known.registerVariable(name, "dyn");
  registerAuthorizer(known);
  return known;
}

const WORDS: Readonly<Record<ResultType, string>> = {
  bool: "must evaluate to bool",
  string: "must evaluate to string",
  any: "",
};

const compiled = new Map<string, AdmissionExpression | string>();

/** The most expressions to remember. */
const REMEMBERED = 1_000;

/**
 * Compiles an expression.
 *
 * @param text the expression
 * @param type the type of its value
 * @returns the compiled expression, or the error as real servers report it
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { compileAdmission } from "./admission_expression.ts";
 * import { CostBudget } from "./meter.ts";
 *
 * const expression = compileAdmission("object.spec.replicas <= 5", "bool");
 * if (typeof expression === "string") throw new Error(expression);
 * const object = new Map([["spec", new Map([["replicas", 7n]])]]);
 * assertEquals(expression.evaluate({ object }, new CostBudget()), false);
 * ```
 */
export function compileAdmission(text: string, type: ResultType): AdmissionExpression | string {
  const key = `${type} ${text}`;
  const before = compiled.get(key);
  if (before !== undefined) return before;
  if (compiled.size >= REMEMBERED) compiled.clear();
  const made = compile(text, type);
  compiled.set(key, made);
  return made;
}

function compile(text: string, type: ResultType): AdmissionExpression | string {
  const result = checkExpression(environment(), text);
  if (!result.valid) return `compilation failed: ${compileError(text, result.error)}`;
  if (type !== "any" && result.type !== type && result.type !== "dyn") return WORDS[type];
  const expression = parseExpression(environment(), text);
  return {
    text,
    evaluate(activation, budget) {
      try {
        return expression.evaluate({ ...NOTHING, ...activation }, budget);
      } catch (error) {
        if (error instanceof BudgetError) throw error;
        throw new Error(`expression '${text.trim()}' resulted in error: ${textOf(error)}`);
      }
    },
  };
}

const NOTHING: Activation = Object.fromEntries(VARIABLES.map((name) => [name, null]));

/** Returns the text of an error during an evaluation, as real servers report it. */
function textOf(error: unknown): string {
  const { summary, message } = error as { summary?: string; message: string };
  const text = (summary ?? message).split("\n")[0]!;
  return /overload/.test(text) ? "no such overload" : text.replace(/^No such key/, "no such key");
}

/** A named condition in CEL. */
export interface NamedCondition {
  readonly name: string;
  readonly expression: string;
}

/** The outcome of match conditions: `error` is set if one of them has no value, and none is false. */
export type Match = { readonly matches: boolean; readonly error?: string };

/** Evaluates match conditions: all must be true. */
export function evaluateConditions(
  conditions: readonly NamedCondition[],
  activation: Activation,
): Match {
  const errors: string[] = [];
  const budget = new CostBudget(CONDITIONS_BUDGET);
  for (const { expression } of conditions) {
    const condition = compileAdmission(expression, "bool");
    if (typeof condition === "string") {
      errors.push(condition);
      continue;
    }
    try {
      if (condition.evaluate(activation, budget) !== true) return { matches: false };
    } catch (error) {
      if (error instanceof BudgetError) return { matches: false, error: error.message };
      errors.push((error as Error).message);
    }
  }
  if (errors.length === 0) return { matches: true };
  const [only = ""] = errors;
  return { matches: false, error: errors.length === 1 ? only : `[${errors.join(", ")}]` };
}
