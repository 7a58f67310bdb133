import { assertEquals } from "@std/assert";
import type { Harm } from "@plumbline/reports/harm";
import { example, Violation } from "../check.ts";
import { chapter } from "../requirement.ts";
import { verify } from "../verify.ts";
import { createSecret, runAll } from "./test_checks.ts";
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

Deno.test("failures of a run that ends early are put together by what their cases show", async () => {
  await using served = startTestTarget(({ method }, path) =>
    method === "DELETE" && path.includes("/secrets/")
      ? Response.json({ kind: "Status" }, { status: 226 })
      : undefined
  );
  const RULES = chapter("Rules");
  const requirements = {
    "test.one": RULES.must("One.", { harm: "misleading" }),
    "test.other": RULES.must("Other.", { harm: "data-loss" }),
  };
  const checks = ["one", "other"].map((name) =>
    example({
      id: `test/${name}`,
      title: name,
      requirements: [`test.${name}` as never],
      run: async (scope) => {
        const { path } = await createSecret(scope);
        const { status } = await scope.send({ method: "DELETE", path });
        verify<string>(`test.${name}`, { expected: 200, actual: status });
      },
    })
  );
  const areas = [{ id: "test", requirements, checks }];
  const { events } = await runAll(served, checks, { areas, bail: true, workers: 1 });
  const alike = events.flatMap((event) => event.type === "failures explained" ? event.alike : []);
  assertEquals(alike.map(({ title, failures }) => [title, failures.map(({ check }) => check)]), [
    ["A write is answered with 226", ["test/one", "test/other"]],
  ]);
});
