import { assert, assertEquals } from "@std/assert";
import { startMutated } from "@plumbline/mutants/embedded";
import { AREAS, CHECKS } from "@plumbline/suites/areas";
import { runChecks } from "@plumbline/suites/engine/run";
import { chooseBugs, LARGE } from "./servers.ts";

Deno.test("the bugs of a server break different requirements", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const chosen = chooseBugs(seed, 30);
    const broken = chosen.flatMap(({ breaks }) => [...new Set(breaks)]);
    assertEquals(chosen.length, 30);
    assertEquals(new Set(broken).size, broken.length);
  }
});

Deno.test("small bugs break nothing that the gross one breaks", () => {
  for (const gross of LARGE) {
    const broken = chooseBugs(7, 30, [gross]).flatMap(({ breaks }) => breaks);
    assert(!broken.some((id) => gross.breaks.includes(id)), gross.id);
  }
});

Deno.test("a seed reproduces a server", () => {
  assertEquals(chooseBugs(3, 8), chooseBugs(3, 8));
});

Deno.test("what is allowed is no bug: it breaks nothing", () => {
  assertEquals(LARGE.filter(({ breaks }) => breaks.length === 0).map(({ id }) => id), [
    "gross/delete-accepted",
  ]);
});

Deno.test("no bug is chosen that shows in large collections only", () => {
  for (let seed = 900; seed < 940; seed++) {
    assert(chooseBugs(seed, 30).every(({ id }) => !id.startsWith("scale/")), `seed ${seed}`);
  }
});

Deno.test("bugs of decisions show beside each other, whichever is installed first", async () => {
  const [role, path] = ["access/removed-role-remembered", "access/first-path-only"];
  for (const mutants of [[role, path], [path, role], [path, "access/verbs-of-all-rules"]]) {
    await using target = await startMutated({ mutants });
    const checks = CHECKS.filter(({ id }) => id === "access/paths");
    const limits = { confirmations: 0, shrinkExecutions: 0, explainTime: 0 };
    const run = { seed: 88301, runs: 20, limits, emit: () => {} };
    const [result] = await runChecks({ target, areas: AREAS, checks, ...run });
    const violated = result!.failures.map(({ requirement }) => requirement);
    assert(violated.includes("access.path-named"), mutants.join());
  }
});
