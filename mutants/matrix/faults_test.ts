import { assert, assertEquals } from "@std/assert";
import { benignVariants, mutants } from "../../server/mod.ts";
import { AREAS, CHECKS, REQUIREMENTS } from "../../suites/mod.ts";

Deno.test("every fault breaks requirements of the catalogue", () => {
  const wrong = mutants.flatMap(({ id, breaks }) =>
    breaks.filter((requirement) => !Object.hasOwn(REQUIREMENTS, requirement))
      .map((requirement) => `${id} breaks ${requirement}`)
  );
  assertEquals(wrong, []);
});

Deno.test("every fault breaks something that a check of some area holds", () => {
  const held = new Set<string>(CHECKS.flatMap(({ requirements }) => requirements));
  const unseen = mutants.filter(({ breaks }) => !breaks.some((id) => held.has(id)));
  assertEquals(unseen.map(({ id }) => id), []);
});

Deno.test("faults and variants are named after an area, each by a name of its own", () => {
  const all = [...mutants, ...benignVariants];
  const areas: readonly string[] = AREAS;
  for (const { id, area } of all) {
    assert(areas.includes(area) && id.startsWith(`${area}/`), id);
  }
  assertEquals(new Set(all.map(({ id }) => id)).size, all.length);
});

Deno.test("every fault and variant says what it does and why somebody might do so", () => {
  for (const { id, description, reason } of [...mutants, ...benignVariants]) {
    assert(/^[A-Z`].*\.$/.test(description) && /^[A-Z`].*\.$/.test(reason), id);
  }
});
