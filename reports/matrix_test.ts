import { assertEquals } from "@std/assert";
import {
  falseAlarms,
  idleChecks,
  type Kill,
  killedForAnotherReason,
  type Matrix,
  matrixLine,
  mutantRecords,
  soleKills,
  survivors,
  type Trial,
} from "./matrix.ts";

const AT = "2026-01-01T00:00:00Z";
const CHECKS = ["paging/whole", "paging/order", "watch/order"];

function mutant(id: string) {
  return { id, area: "paging", description: "It is wrong", reason: "Haste", breaks: [] };
}

function variant(id: string) {
  return { id, area: "paging", description: "It differs", reason: "Why not", allowedBy: "All" };
}

function kill(check: string): Kill {
  const failure = { expected: "this", actual: "that", curl: [], replay: "again" };
  return { check, requirement: "paging.whole", cases: 1, shrinks: 0, requests: 2, failure };
}

function trial(subject: string | undefined, ...found: string[]): Trial {
  return {
    ...(subject && { subject }),
    seed: 1,
    checks: CHECKS,
    kills: found.map(kill),
    duration: 1,
  };
}

function matrix(facts: Partial<Matrix>): Matrix {
  return {
    schema: 1,
    suiteVersion: "test",
    runs: 100,
    started: AT,
    finished: AT,
    mutants: [mutant("a"), mutant("b")],
    benignVariants: [variant("harmless")],
    clean: [trial(undefined)],
    trials: [],
    benignTrials: [trial("harmless")],
    ...facts,
  };
}

Deno.test("a mutant that no check kills survives, and so does one without trials", () => {
  const made = matrix({ trials: [trial("a")] });
  assertEquals(survivors(made).map((record) => record.mutant.id), ["a", "b"]);
  assertEquals(matrixLine(made), "0 of 2 mutants killed, 1 of 1 benign variants passed");
});

Deno.test("a mutant survives if it is killed in fewer than 19 of 20 trials", () => {
  const trials = (found: number) =>
    Array.from(
      { length: 20 },
      (_, index) => index < found ? trial("a", "paging/whole") : trial("a"),
    );
  const of = (found: number) =>
    survivors(matrix({ mutants: [mutant("a")], trials: trials(found) })).length;
  assertEquals([of(20), of(19), of(18)], [0, 0, 1]);
});

Deno.test("the checks that kill a mutant are listed, most frequent first", () => {
  const [record] = mutantRecords(matrix({
    trials: [trial("a", "watch/order"), trial("a", "paging/whole", "watch/order")],
  }));
  assertEquals([record!.killed, record!.checks], [2, ["watch/order", "paging/whole"]]);
});

Deno.test("a failure on the unchanged server, or an error on a benign variant, is a false alarm", () => {
  const made = matrix({
    clean: [trial(undefined, "paging/order")],
    benignTrials: [{ ...trial("harmless"), broken: "it hung" }],
  });
  assertEquals(falseAlarms(made).map(({ subject }) => subject), [undefined, "harmless"]);
  assertEquals(matrixLine(made), "0 of 2 mutants killed, 0 of 1 benign variants passed");
});

Deno.test("the mutants of a requirement are those that only its checks kill", () => {
  const checks = [
    { id: "paging/whole", requirements: ["paging.whole", "paging.order"] },
    { id: "paging/order", requirements: ["paging.order"] },
  ];
  const made = matrix({
    trials: [trial("a", "paging/whole", "paging/order"), trial("b", "paging/whole")],
  });
  assertEquals(
    Object.fromEntries(soleKills(made, checks)),
    { "paging.order": ["a", "b"], "paging.whole": ["b"] },
  );
});

Deno.test("a mutant is killed for another reason if no failure names a requirement that it violates", () => {
  const breaking = (id: string, ...breaks: string[]) => ({ ...mutant(id), breaks });
  const made = matrix({
    mutants: [
      breaking("right", "paging.whole"),
      breaking("wrong", "paging.order"),
      breaking("later", "paging.order"),
      breaking("unseen", "paging.order"),
    ],
    trials: [
      trial("right", "paging/whole"),
      trial("wrong", "paging/whole", "paging/order"),
      trial("later", "paging/whole"),
      {
        ...trial("later"),
        seed: 2,
        kills: [{ ...kill("paging/order"), requirement: "paging.order" }],
      },
      trial("unseen"),
    ],
  });
  assertEquals(killedForAnotherReason(made).map(({ mutant }) => mutant.id), ["wrong"]);
});

Deno.test("a check that killed none of its mutants is idle", () => {
  const made = matrix({ trials: [trial("a", "paging/whole"), trial("b", "watch/order")] });
  assertEquals(idleChecks(made), ["paging/order"]);
});
