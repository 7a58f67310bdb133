import { assertEquals } from "@std/assert";
import { mutants } from "../mod.ts";
import type { Kill, Matrix } from "@plumbline/reports/matrix";
import { CHECKS, OPTIONAL_CHECKS } from "@plumbline/suites/areas";
import { formatFoundBy, parseFoundBy, updateFoundBy } from "./found_by.ts";
import { runMatrix } from "./mod.ts";
import { attemptsOf } from "./trial_pool.ts";

const RECORD = new URL("found_by.txt", import.meta.url);

const SMALL = { runs: 1, jobs: 1, suiteVersion: "test", onTrial: () => {} };
const MUTANT = mutants.find(({ id }) => id === "health/alive-without-content")!;
const OPTIONS = {
  ...SMALL,
  mutants: [MUTANT],
  benignVariants: [],
  clean: true,
  seeds: [1],
  stopAtFirstKill: true,
};

Deno.test("the record is a line per check, in both directions", () => {
  const text = "health/answers health/b health/c\npaging/histories paging/a\n";
  const foundBy = parseFoundBy(text);
  assertEquals(foundBy.get("health/c"), "health/answers");
  assertEquals(formatFoundBy(foundBy), text);
  assertEquals(formatFoundBy(new Map()), "");
});

Deno.test("the record keeps mutants that were not tried yet, and drops those that do not exist", () => {
  assertEquals(
    recordAfter([trial("a/1", ["a/old", "a/new"], ["a/new", 1]), trial("a/2", ["a/old"])]),
    "a/new a/1\na/old a/3\n",
  );
});

Deno.test("the record names the check that found a mutant by the fewest requests, of those that ran", () => {
  const ran = ["a/old", "a/new"];
  const dear = trial("a/1", ran, ["a/old", 90], ["a/new", 7]);
  assertEquals(
    recordAfter([dear, trial("a/2", ran, ["a/old", 7], ["a/new", 90])]),
    [
      "a/new a/1\n",
      "a/old a/2 a/3\n",
    ].join(""),
  );
  // The trial ended before the recorded check ran: it says nothing about it.
  assertEquals(recordAfter([trial("a/1", ["a/new"], ["a/new", 1])]), "a/old a/1 a/2 a/3\n");
});

Deno.test("the record names a check that reports what a mutant violates, rather than a cheaper one", () => {
  const { kills: [named], ...rest } = trial("a/1", ["a/old", "a/new"], ["a/old", 90]);
  const [requirement] = MUTANT.breaks;
  const kills = [{ ...named!, requirement } as Kill, { check: "a/new", sent: 7 } as Kill];
  assertEquals(recordAfter([{ ...rest, kills }]), "a/old a/1 a/2 a/3\n");
});

/** A trial that ran some checks, of which some failed for so many requests. */
const trial = (
  subject: string,
  checks: readonly string[],
  ...kills: readonly (readonly [check: string, sent: number])[]
) => ({
  subject,
  seed: 1,
  checks,
  kills: kills.map(([check, sent]) => ({ check, sent } as Kill)),
  duration: 1,
});

/** Returns the record after trials of three mutants that one check found before. */
function recordAfter(trials: readonly ReturnType<typeof trial>[]): string {
  const ids = ["a/1", "a/2", "a/3"];
  const matrix = { mutants: ids.map((id) => ({ ...MUTANT, id })), trials };
  const before = parseFoundBy("a/old a/1 a/2 a/3 a/gone\n");
  return formatFoundBy(updateFoundBy(before, matrix as unknown as Matrix, ids));
}

Deno.test("the likely checks are tried first, then those of the trial, then all others", () => {
  const options = { ...OPTIONS, checks: ["a/1"], seed: 5, stopAtFirstKill: true };
  assertEquals(
    attemptsOf({ ...options, first: ["b/1"], furthest: ["c/1"], retries: 1 })
      .map(({ checks, seed }) => [...checks, seed]),
    [["b/1", 5], ["a/1", 5], ["a/1", 6], ["c/1", 5]],
  );
  assertEquals(attemptsOf(options).length, 1);
});

Deno.test("a mutant is tried with the recorded check alone, and with others if it does not fail", async () => {
  const recorded = await runMatrix({
    ...OPTIONS,
    foundBy: new Map([[MUTANT.id, "health/answers"]]),
  });
  assertEquals(recorded.clean, []);
  assertEquals(recorded.trials.map(({ checks, attempts }) => [checks, attempts]), [
    [["health/answers"], undefined],
  ]);
  const [other] = (await runMatrix({
    ...OPTIONS,
    foundBy: new Map([[MUTANT.id, "health/exclude-several"]]),
  })).trials;
  assertEquals([other!.attempts, other!.kills.length > 0], [2, true]);
  const [unknown] = (await runMatrix({ ...OPTIONS, foundBy: new Map() })).trials;
  const all = [...CHECKS].filter(({ requirements }) =>
    requirements.some((id) => MUTANT.breaks.includes(id))
  ).map(({ id }) => id);
  assertEquals([unknown!.checks, unknown!.attempts], [all, undefined]);
});

Deno.test("the record names mutants and checks that exist", async () => {
  const foundBy = parseFoundBy(await Deno.readTextFile(RECORD));
  const ids = new Set([...mutants, ...CHECKS, ...OPTIONAL_CHECKS].map(({ id }) => id));
  assertEquals([...foundBy].flat().filter((id) => !ids.has(id)), []);
});
