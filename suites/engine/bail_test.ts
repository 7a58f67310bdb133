import { assertEquals } from "@std/assert";
import type { Harm } from "@plumbline/reports/harm";
import { example, Violation } from "../check.ts";
import { chapter } from "../requirement.ts";
import { runAll } from "./test_checks.ts";
import { startTestTarget } from "./test_target.ts";

Deno.test("with bail, a run ends at the first violation that fails it for its harm", async () => {
  await using served = startTestTarget();
  const RULES = chapter("Rules");
  const harms: readonly Harm[] = ["misleading", "data-loss", "security"];
  const requirements = Object.fromEntries(
    harms.map((harm) => [`test.${harm}`, RULES.must(`No ${harm}.`, { harm })]),
  );
  const checks = harms.map((harm) =>
    example({
      id: `test/${harm}`,
      title: harm,
      requirements: [`test.${harm}` as never],
      run: () => Promise.reject(new Violation(`test.${harm}`, { expected: "a", actual: "b" })),
    })
  );
  const verdicts = async (bail: boolean) => {
    const areas = [{ id: "test", requirements, checks }];
    const { results } = await runAll(served, checks, { areas, bail, workers: 1 });
    return results.map(({ verdict, outOfTime }) => outOfTime ?? verdict);
  };
  assertEquals(await verdicts(true), ["fail", "fail", "not run"]);
  assertEquals(await verdicts(false), ["fail", "fail", "fail"]);
});
