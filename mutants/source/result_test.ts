import { assertEquals } from "@std/assert";
import type { Trial } from "@plumbline/reports/matrix";
import {
  contradictions,
  countResults,
  foundPercentage,
  type SourceTrial,
  sourceTrial,
  type Verdict,
} from "./result.ts";
import { survivorLines } from "./table.ts";

const kill = (requirement: string) => ({
  ...{ check: `${requirement}-check`, requirement, cases: 3, shrinks: 0, requests: 1 },
  failure: { expected: "a", actual: "b", curl: [], replay: "" },
});

const trial: Trial = { seed: 1, checks: ["x/y"], kills: [], duration: 5 };

Deno.test("the verdict is the highest level of the violated requirements", () => {
  const convention = kill("not-in-the-catalogue");
  assertEquals(sourceTrial({ ...trial, kills: [convention] }).verdict, "must");
  assertEquals(sourceTrial(trial).verdict, "survived");
});

Deno.test("a server that does not start is no survivor, an internal error is", () => {
  assertEquals(sourceTrial({ ...trial, broken: "x/y: internal" }).verdict, "error");
  assertEquals(sourceTrial({ ...trial, checks: [], broken: "cannot start" }).verdict, "no server");
  const hung = { ...trial, checks: [], broken: "timed out after 5 ms" };
  assertEquals(sourceTrial(hung).verdict, "error");
});

Deno.test("a feature that is missing leaves requirements unjudged, if nothing is violated", () => {
  const lacking = { ...trial, unsupported: "the target does not support table: 406" };
  assertEquals(sourceTrial(lacking).verdict, "unjudged");
  assertEquals(sourceTrial({ ...lacking, kills: [kill("other")] }).verdict, "must");
});

const result = (...verdicts: Verdict[]) => ({
  mutant: {
    ...{ id: "0123456789", file: "server/x.ts", line: 7, number: "3", mutator: "m" },
    ...{ original: "a", replacement: "b" },
  },
  checks: ["x/y"],
  trials: verdicts.map((verdict, seed): SourceTrial => ({ seed, verdict, duration: 1 })),
});

const inRuledCode = (one: ReturnType<typeof result>) => ({
  ...one,
  mutant: {
    ...one.mutant,
    rule: { file: "server/x.ts", kind: "allowed" as const, reason: "For a test." },
  },
});

Deno.test("a mutant is found if every seed found it, at the lowest level of its seeds", () => {
  const results = [
    result("must", "must"),
    result("must", "should"),
    result("survived", "must"),
    result("survived", "error"),
    result("must", "unjudged"),
    result("no server", "no server"),
    inRuledCode(result("survived", "survived")),
    inRuledCode(result("must", "must")),
  ];
  assertEquals(countResults(results), {
    ...{ tested: 6, must: 2, should: 1, convention: 0, unjudged: 1, sometimes: 1, survived: 1 },
    ...{ ruled: 1, noServer: 1, marked: 0 },
  });
  assertEquals(foundPercentage(results), 100 * 4 / 6);
  assertEquals(contradictions(results), 5);
  assertEquals(survivorLines(results), [
    "FOUND 1/2 0123456789 server/x.ts:7 a → b\n         executed by x/y",
    "SURVIVED 0123456789 server/x.ts:7 a → b\n         executed by x/y",
  ]);
});
