import { assertEquals } from "@std/assert";
import type {
  CheckResult,
  ExplainedCause,
  Failure,
  FailureVerdict,
  RequirementSummary,
} from "./events.ts";
import type { Harm } from "./harm.ts";
import { renderReport } from "./render/formats.ts";
import { type Report, reportOf } from "./report.ts";
import { summaryLines } from "./summary.ts";
import { AT, startedRun } from "./testing/started_run.ts";

/** A check that violates one requirement of its own, in words that no other one uses. */
function failing(
  name: string,
  harm: Harm,
  level: RequirementSummary["level"],
  verdict: FailureVerdict,
  everywhere?: true,
): { requirement: RequirementSummary; result: CheckResult } {
  const id = `${name}.rule`;
  const failure: Failure = {
    requirement: id,
    statement: `The rule of ${name}.`,
    expected: `what ${name} promises`,
    actual: `what ${name} does`,
    verdict,
    ...(verdict === "known deviation" && { reason: "It is known." }),
    ...(everywhere && { everywhere }),
    shrinks: 0,
    exchange: [],
    curl: [],
    replay: `deno task check --only ${name}/check`,
    confirmed: { attempts: 3, reproduced: 3 },
  };
  return {
    requirement: { id, chapter: "Rules", statement: failure.statement, level, harm, coverage: 1 },
    result: {
      id: `${name}/check`,
      area: name,
      title: `The check of ${name}`,
      requirements: [id],
      level,
      verdict,
      reason: "because",
      cases: 1,
      discards: 0,
      seed: 1,
      requests: 1,
      duration: 1,
      failures: [failure],
    },
  };
}

/** In the order of the catalogue, which is not that of the reports. */
const FAILING = [
  failing("apples", "detail", "must", "fail"),
  failing("berries", "misleading", "should", "warn"),
  failing("cherries", "security", "convention", "known deviation", true),
  failing("dates", "security", "must", "known deviation"),
  failing("elders", "data-loss", "convention", "fail"),
  failing("figs", "data-loss", "must", "fail"),
  failing("grapes", "security", "convention", "fail"),
  failing("hops", "availability", "should", "fail"),
];

const ORDER = ["grapes", "figs", "elders", "hops", "berries", "apples", "dates", "cherries"];

/** Returns the report of a run with these failures, some of which experiments explain. */
function reportWith(
  failed: readonly ReturnType<typeof failing>[],
  explained: readonly ExplainedCause[] = [],
): Report {
  return reportOf([
    startedRun({
      requirements: failed.map(({ requirement }) => requirement),
      checks: failed.map(({ result }) => result.id),
    }),
    ...failed.map(({ result }) => ({ type: "check finished", result }) as const),
    { type: "failures explained", causes: explained, together: [], alike: [] },
    { type: "run finished", at: AT, requests: 8 },
  ]);
}

const report = reportWith(FAILING);

/** Returns the names in the order in which a text first has them, from a mark on. */
function orderIn(text: string, mark: RegExp): string[] {
  const found = [...text.matchAll(mark)].map(([, name]) => name!);
  return [...new Set(found)];
}

/** Asserts that each form of a report lists the failures in an order. */
function assertOrder(report: Report, order: readonly string[]): void {
  const results = JSON.parse(renderReport(report, "sarif")).runs[0].results;
  assertEquals(results.map(({ ruleId }: { ruleId: string }) => ruleId.split(".")[0]), order);
  const check = /\b(\w+)\/check\b/g;
  assertEquals(orderIn(summaryLines(report).join("\n"), check), order);
  assertEquals(orderIn(renderReport(report, "summary").split("### Failures")[1]!, check), order);
  assertEquals(orderIn(renderReport(report, "junit"), /testcase .*?name="(\w+)\/check"/g), order);
  assertEquals(
    orderIn(renderReport(report, "html"), /class="failure".*?<code>(\w+)\/check</gs),
    order,
  );
}

Deno.test("all reports list failures by harm, then by level, and known deviations last", () => {
  assertOrder(report, ORDER);
  const { causes } = JSON.parse(renderReport(report, "json"));
  assertEquals(
    causes.map(({ id, harm, level }: RequirementSummary) => [id.split(".")[0], harm, level]),
    [
      ["grapes", "security", "convention"],
      ["figs", "data-loss", "must"],
      ["elders", "data-loss", "convention"],
      ["hops", "availability", "should"],
      ["berries", "misleading", "should"],
      ["apples", "detail", "must"],
    ],
  );
});

Deno.test("all reports list first, of causes of one harm, what breaks most requirements", () => {
  const apples = failing("apples", "availability", "must", "fail");
  const others = ["berries", "cherries", "dates"].map((name) =>
    failing(name, "availability", "should", "fail")
  );
  const warned = ["elders", "figs"].map((name) => failing(name, "misleading", "should", "warn"));
  const grapes = failing("grapes", "misleading", "must", "fail");
  const causeOf = (id: string, some: typeof others): ExplainedCause => ({
    id,
    title: `A list ignores ${id}`,
    failures: some.map(({ result: { id, failures } }) => ({
      check: id,
      requirement: failures[0]!.requirement,
    })),
    seen: [],
    unseen: [],
  });
  const report = reportWith([apples, ...others, ...warned, grapes], [
    causeOf("limits", others),
    causeOf("pages", warned),
  ]);
  // What fails a run comes before what is a warning.
  assertOrder(report, ["berries", "cherries", "dates", "apples", "grapes", "elders", "figs"]);
});

Deno.test("the first line says which cause is behind most failures, if that comes after others", () => {
  const others = ["berries", "cherries", "dates"].map((name) =>
    failing(name, "misleading", "must", "fail")
  );
  const explained: ExplainedCause = {
    id: "limits",
    title: "A list ignores `limit`",
    failures: others.map(({ result: { id, failures } }) => ({
      check: id,
      requirement: failures[0]!.requirement,
    })),
    seen: [],
    unseen: [],
  };
  const firstWith = (harm: Harm) =>
    summaryLines(reportWith([failing("apples", harm, "must", "fail"), ...others], [explained]))
      .find((line) => line.includes("worst first"));
  const begin = "What is wrong, worst first: 2 causes of 4 failures in 4 of 4 checks";
  assertEquals(firstWith("security"), `${begin}; number 2 is behind 3 of them`);
  assertEquals(firstWith("detail"), begin);
});

Deno.test("the first line names a cause of twice as many failures as any other, too", () => {
  const named = (count: number, word: string, harm: Harm) =>
    Array.from({ length: count }, (_, at) => failing(`${word}-${at}`, harm, "must", "fail"));
  const firstOf = (...counts: readonly number[]) => {
    const groups = counts.map((count, at) =>
      named(count, `g${at}`, at > 0 ? "misleading" : "security")
    );
    const explained = groups.map((group, at): ExplainedCause => ({
      id: `cause ${at}`,
      title: `Cause ${at}`,
      failures: group.map(({ result: { id, failures } }) => ({
        check: id,
        requirement: failures[0]!.requirement,
      })),
      seen: [],
      unseen: [],
    }));
    return summaryLines(reportWith(groups.flat(), explained))
      .find((line) => line.includes("worst first"))?.split("; ")[1];
  };
  assertEquals(firstOf(1, 4, 2, 2), "number 2 is behind 4 of them");
  assertEquals(firstOf(1, 4, 3, 2), undefined);
});

Deno.test("what fails a run is an error in SARIF, at any level, and carries its harm", () => {
  const { results, tool: { driver: { rules } } } =
    JSON.parse(renderReport(report, "sarif")).runs[0];
  const levels = results.map(({ level }: { level: string }) => level);
  assertEquals(levels.slice(0, 6), ["error", "error", "error", "error", "warning", "error"]);
  assertEquals(rules[0].properties.tags, ["security"]);
});
