import { assertEquals } from "@std/assert";
import type { CheckResult, FeatureResult } from "./events.ts";
import { covers, unjudgedOf } from "./unjudged.ts";

function resultOf(id: string, facts: Partial<CheckResult>): CheckResult {
  return {
    ...{ id, area: "watch", title: id, requirements: ["watch.one"], level: "must" },
    ...{
      verdict: "skipped",
      cases: 0,
      discards: 0,
      failures: [],
      seed: 1,
      requests: 0,
      duration: 0,
    },
    ...facts,
  } as CheckResult;
}

const yaml: FeatureResult = {
  feature: "yaml",
  about: "",
  found: "absent",
  seen: "406",
  verdict: "unsupported",
  skippedRequirements: ["watch.one"],
};

/** The reasons for which a requirement with these checks is not judged. */
function reasonsOf(
  checks: readonly CheckResult[],
  { level = "must", coverage = checks.length, features = [] }: {
    level?: "must" | "should";
    coverage?: number;
    features?: FeatureResult[];
  } = {},
): readonly string[] | undefined {
  const requirement = { id: "watch.one", level, coverage, checks: checks.map(({ id }) => id) };
  const found = unjudgedOf({ requirements: [requirement], checks, features, acceptances: [] });
  return found[0]?.reasons;
}

Deno.test("a must is unjudged if all its checks were skipped or unsupported", () => {
  const skipped = resultOf("watch/a", { reason: "no time" });
  const unsupported = resultOf("watch/b", { verdict: "unsupported", reason: "no YAML" });
  assertEquals(reasonsOf([skipped, unsupported]), ["no time", "no YAML"]);
  assertEquals(reasonsOf([unsupported], { features: [yaml] }), ["no YAML"]);
});

Deno.test("a must is judged by one check, and nothing else needs to be", () => {
  const skipped = resultOf("watch/a", { reason: "no time" });
  for (const verdict of ["pass", "fail", "warn", "known deviation"] as const) {
    assertEquals(reasonsOf([skipped, resultOf("watch/b", { verdict })]), undefined);
  }
  assertEquals(reasonsOf([skipped], { level: "should" }), undefined);
  const failure = { requirement: "exchanges.valid-request-accepted", actual: "422 Invalid" };
  const refused = resultOf(
    "watch/b",
    { verdict: "warn", failures: [failure] } as unknown as Partial<CheckResult>,
  );
  assertEquals(reasonsOf([skipped, refused]), ["no time", "422 Invalid"]);
});

Deno.test("checks that were not selected, conditions and declarations excuse a requirement", () => {
  const skipped = resultOf("watch/a", { reason: "no time" });
  assertEquals(reasonsOf([skipped], { coverage: 2 }), undefined);
  assertEquals(reasonsOf([resultOf("watch/a", { inapplicable: true })]), undefined);
  assertEquals(reasonsOf([skipped], { features: [{ ...yaml, declared: false }] }), undefined);
});

Deno.test("a pattern is an id or the beginning of ids", () => {
  const cases = [["a.one", true], ["a.*", true], ["*", true], ["a.on", false], [
    "b.*",
    false,
  ]] as const;
  for (const [pattern, expected] of cases) {
    assertEquals(covers(pattern, "a.one"), expected, pattern);
  }
});
