import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { property, Violation } from "../check.ts";
import { facts, requirement, runOne } from "./test_checks.ts";
import { startTestTarget } from "./test_target.ts";

const FORMS = Array.from({ length: 18 }, (_, index) => `form-${index}`);

/** A property that ignores one of eighteen forms. */
const ignoring = (form: string) =>
  property({
    ...facts,
    id: "watch/forms",
    arbitrary: () => fc.record({ form: fc.constantFrom(...FORMS), count: fc.nat() }),
    run: (_scope, input) =>
      input.form === form
        ? Promise.reject(new Violation(requirement, { expected: "a", actual: "b" }))
        : Promise.resolve(),
  });

Deno.test("twenty cases have each of eighteen variants, and the path of a failure leads to it", async () => {
  await using served = startTestTarget();
  for (const form of FORMS) {
    const { result } = await runOne(served, ignoring(form), { runs: 20, seed: 3 });
    assertEquals(result.verdict, "fail", form);
    const [failure] = result.failures;
    assertEquals(failure?.counterexample, { form, count: 0 });
    const path = failure!.path!;
    const again = await runOne(served, ignoring(form), { runs: 20, seed: 3, path });
    assertEquals(again.result.failures[0]?.counterexample, failure?.counterexample);
  }
});

Deno.test("variants that no case reached are listed, and only these", async () => {
  await using served = startTestTarget();
  const few = (await runOne(served, ignoring("none"), { runs: 5 })).result;
  assertEquals([few.verdict, few.cases, few.unreached?.length], ["pass", 5, 13]);
  const enough = (await runOne(served, ignoring("none"), { runs: 20 })).result;
  assertEquals([enough.cases, enough.unreached], [20, undefined]);
});

Deno.test("a share of the cases has each resource type, as far as those of the run allow", async () => {
  await using served = startTestTarget();
  const types = ["one", "two", "three", "four", "five"];
  const check = property({
    ...facts,
    id: "watch/types",
    share: 0.1,
    arbitrary: () =>
      fc.record({ past: fc.record({ resource: fc.constantFrom(...types) }), count: fc.nat() }),
    run: () => Promise.resolve(),
  });
  const casesOf = async (runs: number) => {
    const { cases, unreached = [] } = (await runOne(served, check, { runs })).result;
    return [cases, unreached.length];
  };
  assertEquals(await casesOf(20), [5, 0]);
  assertEquals(await casesOf(3), [3, 2]);
});
