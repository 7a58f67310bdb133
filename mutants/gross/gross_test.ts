import { assert, assertEquals } from "@std/assert";
import { AREAS } from "@plumbline/suites/areas";
import { requirementsOf } from "@plumbline/suites/area";
import { mutants } from "../catalogue.ts";
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
