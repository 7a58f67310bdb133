import { assert, assertEquals, assertThrows } from "@std/assert";
import { BudgetError, CallLimitError, CostBudget } from "./meter.ts";
import { celEnvironment, parseExpression } from "./library.ts";

/** Returns what an evaluation costs. */
function costOf(text: string, values: Record<string, unknown>): number {
  const environment = celEnvironment();
  for (const name of Object.keys(values)) environment.registerVariable(name, "dyn");
  const expression = parseExpression(environment, text);
  const most = 1_000_000;
  const fits = (cost: number): boolean => {
    try {
      expression.evaluate(values, new CostBudget(cost));
      return true;
    } catch (error) {
      if (error instanceof BudgetError) return false;
      throw error;
    }
  };
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => BigInt(at));

Deno.test("the cost of a macro grows with its list, that of nested ones with the product", () => {
  for (const text of ["l.all(a, a >= 0)", "l.exists(a, a < 0)", "l.map(a, a + 1) != []"]) {
    const [small, large] = [10, 100].map((count) => costOf(text, { l: numbers(count) }));
    assert(large! > 8 * small! && large! < 11 * small!, `${text}: ${small}, ${large}`);
  }
  const nested = "l.all(a, l.all(b, a + b >= 0))";
  const [small, large] = [10, 100].map((count) => costOf(nested, { l: numbers(count) }));
  assert(large! > 70 * small! && large! < 110 * small!, `${small}, ${large}`);
});

Deno.test("the cost of reading a text grows with it, that of its size does not", () => {
  for (const text of ["t.contains('b')", "t + 'b' != ''", "t == t", "t.matches('b*')"]) {
    const [small, large] = [1_000, 100_000].map((count) => costOf(text, { t: "a".repeat(count) }));
    assert(large! > 50 * small!, `${text}: ${small}, ${large}`);
  }
  for (const text of ["size(t) > 1", "t.size() > 1"]) {
    const [small, large] = [1_000, 100_000].map((count) => costOf(text, { t: "a".repeat(count) }));
    assertEquals(small, large, text);
  }
});

Deno.test("nested macros over a large list end with the limit, also within || and quantifiers", () => {
  const list = numbers(5_000);
  for (
    const text of [
      "l.all(a, l.all(b, l.all(c, a + b + c >= 0)))",
      "l.all(a, l.all(b, a + b >= 0)) || true",
      "l.exists(a, l.exists(b, a + b < 0))",
      "l.map(a, l.filter(b, b == a)).size() >= 0",
      "cel.bind(m, l.map(a, l.map(b, b)), size(m) >= 0)",
    ]
  ) {
    const environment = celEnvironment().registerVariable("l", "list<int>");
    const expression = parseExpression(environment, text);
    assertThrows(() => expression.evaluate({ l: list }, new CostBudget()), CallLimitError);
  }
});

Deno.test("an expression that is evaluated within another has a limit of its own", () => {
  const environment = celEnvironment().registerVariable("v", "map<string, dyn>");
  const inner = parseExpression(
    celEnvironment().registerVariable("l", "list<int>"),
    "l.all(a, a >= 0)",
  );
  const outer = parseExpression(environment, "v.x && v.x");
  const budget = new CostBudget();
  const v = {
    get x() {
      return inner.evaluate({ l: numbers(100_000) }, budget);
    },
  };
  assertEquals(outer.evaluate({ v }, budget), true);
  assertEquals(budget.isSpent, false);
});
