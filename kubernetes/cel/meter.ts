/**
 * The cost of evaluating an expression, and its limits: an expression with nested macros over a large
 * object would else stop the server for minutes.
 *
 * The limits are those of real servers. The cost is theirs in its order of magnitude: one for each
 * step, a tenth for each character that a function reads. It is counted where work can grow with the
 * object: at each step of a macro, and at the operands of comparisons and functions.
 *
 * @module
 */
import type { ASTNode, Environment } from "@marcbachmann/cel-js";

/** What one evaluation of an expression may cost. */
const CALL_LIMIT = 1_000_000;

/** What all rules of a schema may cost for one object, and all expressions of a policy for a request. */
const BUDGET = 10_000_000;

/** What all match conditions of a webhook or of a policy may cost for a request. */
export const CONDITIONS_BUDGET = 2_500_000;

/** The cost of a character that a function reads, and of a part of a compared value. */
const READ = 0.1;

/** The cost of a step of a macro besides its expression: of one that can end early, and of others. */
const CONDITIONAL_STEP = 3;
const STEP = 1;

/** Nodes without a cost of their own. */
const FREE: ReadonlySet<string> = new Set([
  "value",
  "?:",
  "&&",
  "||",
  "accuValue",
  "accuInc",
  "accuPush",
]);

/** One evaluation cost more than it may. */
export class CallLimitError extends Error {
  constructor() {
    super("operation cancelled: actual cost limit exceeded");
  }
}

/** The evaluations of a request cost more than they may together. */
export class BudgetError extends Error {
  constructor() {
    super(
      "validation failed due to running out of cost budget, no further validation rules will be run",
    );
  }
}

/** What evaluations may cost together. */
export class CostBudget {
  #left: number;
  constructor(cost: number = BUDGET) {
    this.#left = cost;
  }
  /** True if no further expression may be evaluated. */
  get isSpent(): boolean {
    return this.#left < 0;
  }
  /** @throws {BudgetError} if more was spent than there is */
  spend(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) throw new BudgetError();
  }
  /** Lets no further expression be evaluated. */
  end(): void {
    this.#left = -1;
  }
}

/** An expression whose evaluations have a limit. */
export interface MeteredExpression {
  readonly ast: ASTNode;
  /**
   * Evaluates the expression.
   *
   * @param context the values of its variables, by name
   * @param budget what the cost is taken from
   * @throws {CallLimitError | BudgetError} if it costs too much
   * @throws {Error} of the library, if there is no value
   */
  evaluate(context: Record<string, unknown>, budget: CostBudget): unknown;
}

/** What the evaluation that is under way has cost. Evaluations are synchronous, and can be nested. */
let spent = 0;

function charge(cost: number): void {
  spent += cost;
  if (spent > CALL_LIMIT) throw new CallLimitError();
}

/**
 * Returns an expression that counts what its evaluations cost.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { Environment } from "@marcbachmann/cel-js";
 * import { CostBudget, metered } from "./meter.ts";
 *
 * const environment = new Environment().registerVariable("sizes", "list<int>");
 * const expression = metered(environment.parse("sizes.all(size, size > 0)"));
 * assertEquals(expression.evaluate({ sizes: [1n, 2n] }, new CostBudget()), true);
 * ```
 */
export function metered(expression: ReturnType<Environment["parse"]>): MeteredExpression {
  const own = stepsOf(expression.ast as unknown as Node, new Set());
  return {
    ast: expression.ast,
    evaluate(context, budget) {
      const outer = spent;
      spent = own;
      try {
        const value = expression(context);
        // `||`, `&&` and quantifiers ignore errors of their parts.
        if (spent > CALL_LIMIT) throw new CallLimitError();
        return value;
      } finally {
        const cost = spent;
        spent = outer;
        budget.spend(cost);
      }
    },
  };
}

/** A node of the library: what macros expand to is in `meta`. */
interface Node {
  readonly op: string;
  readonly args: unknown;
  readonly meta: { readonly alternate?: unknown; readonly macro?: unknown };
  evaluate: Evaluate;
}

type Evaluate = (this: Node, evaluator: unknown, node: Node, context: unknown) => unknown;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "op" in value && "evaluate" in value;

/** Lets a node and its parts count, and returns its number of steps but for those of its macros. */
function stepsOf(part: unknown, seen: Set<unknown>): number {
  if (typeof part !== "object" || part === null || seen.has(part)) return 0;
  seen.add(part);
  if (!isNode(part)) {
    return Object.values(part).reduce((sum: number, one) => sum + stepsOf(one, seen), 0);
  }
  const { op, args, meta: { alternate, macro } } = part;
  if (op === "comprehension") {
    const { step, condition, ...others } = args as {
      readonly step: Node;
      readonly condition?: unknown;
    };
    const cost = (condition ? CONDITIONAL_STEP : STEP) + stepsOf(step, seen);
    observe(step, { before: () => cost });
    return 1 + stepsOf(others, seen);
  }
  const macroParts = alternate ?? macro;
  if (macroParts) return 1 + stepsOf(macroParts, seen);
  for (const { node, weigh } of weighedOperands(op, args)) observe(node, { after: weigh });
  return (FREE.has(op) ? 0 : 1) + stepsOf(args, seen);
}

/** Lets a node count when it is evaluated. */
function observe(
  node: Node,
  { before, after }: {
    readonly before?: () => number;
    readonly after?: (value: unknown) => number;
  },
): void {
  let evaluate = node.evaluate;
  const counting: Evaluate = function (evaluator, _node, context) {
    if (before) charge(before());
    const value = evaluate.call(node, evaluator, node, context);
    if (after) charge(after(value));
    return value;
  };
  // At its first evaluation a node of the library replaces the function by a more special one, and
  // calls that: what is observed stays, and the first evaluation counts twice.
  Object.defineProperty(node, "evaluate", {
    get: () => counting,
    set(special: Evaluate) {
      evaluate = special;
    },
  });
}

/** An operand whose size is part of the cost. */
interface Weighed {
  readonly node: Node;
  readonly weigh: (value: unknown) => number;
}

/** Returns the operands that an operator or a function reads as a whole. */
function weighedOperands(op: string, args: unknown): Weighed[] {
  const all = (nodes: readonly unknown[], weigh: Weighed["weigh"]) =>
    nodes.filter(isNode).map((node) => ({ node, weigh }));
  switch (op) {
    case "==":
    case "!=":
      return all((args as unknown[]).slice(0, 1), (value) => READ * partsOf(value));
    case "in":
      return all((args as unknown[]).slice(1), (value) => Array.isArray(value) ? value.length : 0);
    case "+":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return all(args as unknown[], lengthOf);
    case "call":
    case "rcall": {
      const [name, ...operands] = args as [string, ...unknown[]];
      return name === "size" ? [] : all(operands.flat(), lengthOf);
    }
    default:
      return [];
  }
}

const lengthOf = (value: unknown): number =>
  typeof value === "string" ? READ * value.length : Array.isArray(value) ? value.length : 0;

/** Returns the number of characters and parts of a value, counted up to what an evaluation may cost. */
function partsOf(value: unknown): number {
  const most = CALL_LIMIT / READ;
  let count = 0;
  const open = [value];
  while (open.length > 0 && count <= most) {
    const one = open.pop();
    count += typeof one === "string" ? one.length : 1;
    if (Array.isArray(one)) { for (const part of one) open.push(part); }
    else if (one instanceof Map) { for (const part of one.values()) open.push(part); }
  }
  return count;
}
