import { assertEquals } from "@std/assert";
import { Violation } from "../check.ts";
import { confirm, type ConfirmationOptions } from "./confirmation.ts";
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

Deno.test("a case that fails only beside others is repeated beside copies of it", async () => {
  let underWay = 0;
  const raced = async (): Promise<Outcome> => {
    underWay++;
    await Promise.resolve();
    const met = underWay > 1;
    underWay--;
    return met ? VIOLATED : { kind: "passed" };
  };
  const { attempts, reproduced, loaded } = await confirmed(raced, context());
  assertEquals([attempts, loaded], [3, 2]);
  assertEquals(reproduced > 0, true);
  const alone = await confirmed(raced, { ...context(), isAlone: true });
  assertEquals(alone, { attempts: 3, reproduced: 0 });
});

Deno.test("a case that never fails again is repeated more often, unless time is short", async () => {
  const never = () => Promise.resolve<Outcome>({ kind: "passed" });
  assertEquals(await confirmed(never, context()), { attempts: 8, reproduced: 0, loaded: 7 });
  const spent = new ShrinkBudget();
  spent.spend(Infinity);
  const short = await confirmed(never, { ...context(), shrinking: spent });
  assertEquals(short, { attempts: 1, reproduced: 0 });
});

Deno.test("another violation does not confirm the first", async () => {
  const other = () => Promise.resolve(VIOLATED);
  const found = await confirm(["acme.a", "acme.b"], other, { ...context(), isAlone: true });
  assertEquals([...found.values()].map(({ reproduced }) => reproduced), [3, 0]);
});
