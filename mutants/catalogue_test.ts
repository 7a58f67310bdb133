import { assert, assertEquals } from "@std/assert";
import { benignVariants, mutants } from "./mod.ts";
import { AREAS, CHECKS, OPTIONAL_AREAS } from "@plumbline/suites/areas";
import { REQUIREMENTS } from "@plumbline/suites/catalogue";

Deno.test("every mutant violates requirements of the catalogue", () => {
  const wrong = mutants.flatMap(({ id, breaks }) =>
    breaks.filter((requirement) => !Object.hasOwn(REQUIREMENTS, requirement))
      .map((requirement) => `${id} breaks ${requirement}`)
  );
  assertEquals(wrong, []);
});

Deno.test("a bug names each requirement once", () => {
  const twice = mutants.filter(({ breaks }) => new Set(breaks).size < breaks.length);
  assertEquals(twice.map(({ id }) => id), []);
});

Deno.test("every mutant violates a requirement that some check covers", () => {
  const covered = new Set<string>(CHECKS.flatMap(({ requirements }) => requirements));
  const unseen = mutants.filter(({ breaks }) => !breaks.some((id) => covered.has(id)));
  assertEquals(unseen.map(({ id }) => id), []);
});

Deno.test("the ids of mutants and benign variants are unique and start with their area", () => {
  const all = [...mutants, ...benignVariants];
  const areas = [...AREAS, ...OPTIONAL_AREAS].map(({ id }) => id);
  for (const { id, area } of all) {
    assert(areas.includes(area) && id.startsWith(`${area}/`), id);
  }
  assertEquals(new Set(all.map(({ id }) => id)).size, all.length);
});

Deno.test("every mutant and benign variant has a description and a reason in whole sentences", () => {
  for (const { id, description, reason } of [...mutants, ...benignVariants]) {
    assert(/^[A-Z`].*\.$/.test(description) && /^[A-Z`].*\.$/.test(reason), id);
  }
});
