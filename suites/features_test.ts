/**
 * Targets without optional features: the skipped requirements, and the failures where they
 * claim it.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Report, reportOf } from "@plumbline/reports/report";
import type { RunEvent } from "@plumbline/reports/events";
import { summaryLines } from "@plumbline/reports/summary";
import type { Check } from "./check.ts";
import { type Feature, FEATURE_NAMES } from "./features.ts";
import { AREAS, CHECKS } from "./areas/mod.ts";
import { requirementsOf } from "./area.ts";
import type { Corruption } from "./corrupted_responses/client.ts";
import { runAllCorrupted, runCorrupted } from "./corrupted_responses/run.ts";
import type { HttpRequest } from "./client/http_client.ts";

/** Which requests a target without the feature refuses, and by which status. */
const REFUSALS: Partial<
  Record<Feature, { status: number; concerns(request: HttpRequest): boolean }>
> = {
  "server-side-apply": {
    status: 415,
    concerns: (request) => header(request, "content-type", "apply-patch"),
  },
  "strategic-merge-patch": {
    status: 415,
    concerns: (request) => header(request, "content-type", "strategic"),
  },
  "dry-run": { status: 400, concerns: ({ query }) => query?.dryRun !== undefined },
  "table": { status: 406, concerns: (request) => header(request, "accept", "as=Table") },
  "protobuf": { status: 406, concerns: (request) => header(request, "accept", "protobuf") },
  "yaml": { status: 406, concerns: (request) => header(request, "accept", "yaml") },
  "reviews": { status: 404, concerns: ({ path }) => path.startsWith("/apis/authorization.") },
  "health": { status: 404, concerns: ({ path }) => /^\/(readyz|livez)/.test(path) },
};

/** The paths of one part of a feature; the probe meets most of them first. */
const PARTS = {
  "server-side-apply": /\/secrets\b/,
  "strategic-merge-patch": /\/secrets\b/,
  "dry-run": /\/(secrets|deployments)\b/,
  "table": /\/clusterroles\b/,
  "protobuf": /\/secrets\b/,
  "yaml": /\/(secrets|deployments|roles|rolebindings|clusterroles)\b/,
  "health": /\/livez\b/,
} as const;

/** One quick check of each feature. */
const CHECK_OF: Partial<Record<Feature, Check["id"]>> = {
  "server-side-apply": "apply/invalid-requests",
  "strategic-merge-patch": "patch/strategic-merges-by-key",
  "dry-run": "dry-run/no-value-permitted",
  "table": "negotiation/table",
  "protobuf": "negotiation/protobuf",
  "yaml": "negotiation/yaml",
  "reviews": "reviews/create-only",
  "health": "health/answers",
};

/** A check of the core, which no target may lack. */
const CORE = "metadata/unique-names";

function header(request: HttpRequest, name: string, word: string): boolean {
  return String(request.headers?.[name] ?? "").includes(word);
}

/** Runs a feature's check and one of the core against a target without it. */
async function runWithout(
  lacking: Feature | undefined,
  about: Feature,
  declared?: readonly Feature[],
): Promise<Report> {
  const refusal = lacking && REFUSALS[lacking];
  const events: RunEvent[] = [];
  await runAllCorrupted(
    CHECKS.filter(({ id }) => id === CORE || id === CHECK_OF[about]),
    { status: (request, status) => refusal?.concerns(request) ? refusal.status : status },
    { embedded: { features: declared }, runs: 5, emit: (event) => void events.push(event) },
  );
  return reportOf(events);
}

/** The verdicts of the feature's check and of the one of the core. */
function verdicts({ checks }: Report): string[] {
  return checks.toSorted((a, b) => Number(a.id === CORE) - Number(b.id === CORE))
    .map(({ verdict }) => verdict);
}

for (const feature of Object.keys(REFUSALS) as Feature[]) {
  Deno.test(`a target without ${feature} is not expected to support it, and the report states it`, async () => {
    const report = await runWithout(feature, feature);
    assertEquals(verdicts(report), ["unsupported", "pass"]);
    assert(["conformant", "incomplete"].includes(report.verdict), report.verdict);
    const found = report.features?.find((each) => each.feature === feature);
    assertEquals([found?.found, found?.verdict, found?.declared], [
      "absent",
      "unsupported",
      undefined,
    ]);
    const [away] = CHECKS.find(({ id }) => id === CHECK_OF[feature])!.requirements;
    assert(found?.skippedRequirements.includes(away));
    assertEquals(report.requirements.find(({ id }) => id === away)?.verdict, "unsupported");
    assertStringIncludes(summaryLines(report).join("\n"), `unsupported ${feature}: `);
  });
}

for (const feature of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
  Deno.test(`a target that lacks ${feature} in part is expected to support it`, async () => {
    const { status, concerns } = REFUSALS[feature]!;
    const events: RunEvent[] = [];
    await runAllCorrupted(
      CHECKS.filter(({ id }) => id === CHECK_OF[feature]),
      {
        status: (request, answer) =>
          concerns(request) && PARTS[feature].test(request.path) ? status : answer,
      },
      { embedded: {}, runs: 5, emit: (event) => void events.push(event) },
    );
    const { features, checks: [check] } = reportOf(events);
    const found = features?.find((each) => each.feature === feature);
    assertEquals([found?.found, found?.skippedRequirements], ["present", []]);
    assert(found?.seen.includes(String(status)) || !PARTS[feature].test("/secrets"), found?.seen);
    assert(check?.verdict !== "unsupported");
  });
}

Deno.test("a target that declares a feature it does not support fails, even for conventions", async () => {
  for (const feature of ["table", "yaml"] as const) {
    const report = await runWithout(feature, feature, [feature]);
    assertEquals(report.verdict, "not conformant");
    assertEquals(report.features?.map(({ verdict }) => verdict), ["fail"]);
    assert(["fail", "warn"].includes(verdicts(report)[0]!));
    assertStringIncludes(
      summaryLines(report).join("\n"),
      `FAIL ${feature}: declared, but not supported`,
    );
  }
});

Deno.test("a target that allows everything is excused only by a declaration", async () => {
  const allowing: Corruption = {
    body: ({ path }, body) =>
      path.endsWith("/subjectaccessreviews") ? { ...body, status: { allowed: true } } : body,
  };
  const check = CHECKS.find(({ id }) => id === "access/review-groups")!;
  const verdictWith = async (features?: readonly Feature[]) =>
    (await runCorrupted(check, allowing, { embedded: { features }, runs: 5 })).verdict;
  assertEquals(await verdictWith(), "fail");
  assertEquals(await verdictWith(["reviews"]), "unsupported");
});

Deno.test("a target with an undeclared feature gets a warning, and no failure", async () => {
  const report = await runWithout(undefined, "table", ["yaml"]);
  assertEquals([report.verdict, ...verdicts(report)], ["conformant", "unsupported", "pass"]);
  assertEquals(report.features?.map(({ verdict, found }) => [verdict, found]), [
    ["warn", "present"],
  ]);
  assertEquals(
    report.checks[0]?.reason ?? report.checks[1]?.reason,
    "the target does not declare table",
  );
});

Deno.test("a target that declares a feature it has passes", async () => {
  const report = await runWithout(undefined, "table", ["table"]);
  assertEquals([report.verdict, ...verdicts(report)], ["conformant", "pass", "pass"]);
  assertEquals(report.features?.map(({ verdict }) => verdict), ["pass"]);
});

Deno.test("every feature has requirements, and core areas depend on none", () => {
  const about = Object.entries(requirementsOf(AREAS))
    .map(([id, { features = [] }]) => [id, features] as const);
  for (const feature of FEATURE_NAMES) {
    assert(about.some(([, features]) => features.includes(feature)), feature);
  }
  const core = [
    "resource-versions",
    "paging",
    "watch",
    "metadata",
    "lifecycle",
    "errors",
    "concurrency",
  ];
  const optional = about.filter(([id, features]) =>
    core.includes(id.split(".")[0]!) && features.length > 0
  );
  assertEquals(optional.map(([id, [feature]]) => [id, feature]), [
    ["resource-versions.dry-run-leaves-no-trace", "dry-run"],
    ["watch.dry-run-is-silent", "dry-run"],
    ["errors.unknown-review", "reviews"],
    ["errors.missing-review", "reviews"],
  ]);
});
