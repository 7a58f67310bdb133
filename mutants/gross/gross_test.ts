import { assert, assertEquals } from "@std/assert";
import { AREAS, CHECKS } from "@plumbline/suites/areas";
import { runChecks } from "@plumbline/suites/engine/run";
import { requirementsOf } from "@plumbline/suites/area";
import { mutants } from "../catalogue.ts";
import { startMutated } from "../embedded/mod.ts";
import { grossMutants } from "./mod.ts";

Deno.test("gross bugs violate requirements that exist", () => {
  const requirements = requirementsOf(AREAS);
  for (const { id, breaks } of grossMutants) {
    for (const requirement of breaks) assert(requirement in requirements, `${id}: ${requirement}`);
  }
});

Deno.test("gross bugs are not in the catalogue", () => {
  const catalogue = new Set(mutants.map(({ id }) => id));
  assertEquals(grossMutants.filter(({ id }) => catalogue.has(id)), []);
});

Deno.test("a server that is said to have no pages passes no check of later ones", async () => {
  await using server = await startMutated({ mutants: ["gross/limit-ignored"] });
  const [result] = await runChecks({
    target: { ...server, without: ["paging"] },
    areas: AREAS,
    checks: CHECKS.filter(({ id }) => id === "resource-versions/list-table-next-pages"),
    seed: 5,
    runs: 20,
    emit: () => {},
  });
  assertEquals([result!.verdict, result!.reason], [
    "unsupported",
    "the target is declared to lack paging",
  ]);
});
