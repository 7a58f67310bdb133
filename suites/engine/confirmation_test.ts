import { assertEquals } from "@std/assert";
import { Violation } from "../check.ts";
import { confirm, type ConfirmationOptions, repetitionsToShow } from "./confirmation.ts";
import type { Outcome } from "./execution.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { ShrinkBudget } from "./shrink_budget.ts";

const VIOLATED: Outcome = {
  kind: "violated",
  violations: [{
    violation: new Violation<string>("acme.a", { expected: "", actual: "" }),
    requests: 0,
  }],
  skipped: [],
  exchanges: [],
  madeNamespaces: [],
  labels: {},
};

/** Returns how often a case violated the requirement again. */
async function confirmed(again: () => Promise<Outcome>, options: ConfirmationOptions) {
  return (await confirm(["acme.a"], again, options)).get("acme.a")!;
}

const context = () => ({
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  shrinking: new ShrinkBudget(),
});

Deno.test("a case that always fails is repeated three times, alone", async () => {
  let runs = 0;
  const always = () => (runs++, Promise.resolve(VIOLATED));
  assertEquals(await confirmed(always, context()), { attempts: 3, reproduced: 3 });
  assertEquals(runs, 3);
});

Deno.test("a case that fails only beside others is repeated side by side", async () => {
  let underWay = 0;
  const raced = async (): Promise<Outcome> => {
    underWay++;
    await Promise.resolve();
    const met = underWay > 1;
    underWay--;
    return met ? VIOLATED : { kind: "passed" };
  };
  const { attempts, reproduced, loaded } = await confirmed(raced, context());
  assertEquals([attempts, loaded], [20, 19]);
  assertEquals(reproduced > 10, true);
  const alone = await confirmed(raced, { ...context(), isAlone: true });
  assertEquals(alone, { attempts: 3, reproduced: 0 });
});

Deno.test("a case that does not fail each time is repeated twenty times", async () => {
  let runs = 0;
  const some = () => Promise.resolve(++runs % 3 === 0 ? VIOLATED : { kind: "passed" as const });
  assertEquals(await confirmed(some, context()), { attempts: 20, reproduced: 6, loaded: 19 });
});

Deno.test("the number of repetitions that is printed shows a failure as seldom as it was", () => {
  const printed = (attempts: number, reproduced: number) =>
    repetitionsToShow({ attempts, reproduced });
  assertEquals(
    [printed(3, 3), printed(20, 7), printed(20, 2), printed(20, 1), printed(20, 0)],
    [5, 20, 100, 200, 200],
  );
  for (const seen of [2, 3, 7, 12]) {
    assertEquals(1 - (1 - seen / 20) ** printed(20, seen) > 0.95, true);
  }
});

Deno.test("another violation does not confirm the first", async () => {
  const other = () => Promise.resolve(VIOLATED);
  const found = await confirm(["acme.a", "acme.b"], other, { ...context(), isAlone: true });
  assertEquals([...found.values()].map(({ reproduced }) => reproduced), [3, 0]);
});
