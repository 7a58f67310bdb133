import { assert, assertEquals } from "@std/assert";
import type { CheckResult, FeatureResult } from "@plumbline/reports/events";
import { summaryLines } from "@plumbline/reports/summary";
import { reportOf } from "@plumbline/reports/report";
import type { RunEvent } from "@plumbline/reports/events";
import { REQUIREMENTS } from "./catalogue.ts";
import { AREAS, CHECKS } from "./areas/mod.ts";
import { DEMANDED_FEATURES, DEMANDED_NAMES, type DemandedName, type Feature } from "./features.ts";
import { startEmbedded } from "./embedded/embedded_target.ts";
import { runChecks } from "./engine/run.ts";

Deno.test("each part has requirements, and shares none with another", () => {
  for (const name of DEMANDED_NAMES) {
    const own = Object.keys(REQUIREMENTS).filter((id) =>
      DEMANDED_FEATURES[name].requirements.test(id)
    );
    assert(own.length >= 4, `${name} has ${own.length} requirements`);
    for (const id of own) {
      const others = DEMANDED_NAMES.filter((other) =>
        DEMANDED_FEATURES[other].requirements.test(id)
      );
      assertEquals(others, [name], id);
    }
  }
});

Deno.test("a part that is declared absent is left out, and fails once if it is demanded", async () => {
  await using embedded = await startEmbedded();
  const target = { ...embedded, without: ["paging", "finalizers"] as const };
  const ids = ["paging/pages-are-one-snapshot", "lifecycle/finalizers", "metadata/unique-names"];
  const checks = CHECKS.filter(({ id }) => ids.includes(id));
  const events: RunEvent[] = [];
  await runChecks({
    target,
    areas: AREAS,
    checks,
    seed: 1,
    runs: 3,
    emit: (event) => void events.push(event),
  });
  const report = reportOf(events);
  const verdictOf = (id: string) =>
    report.checks.find((check: CheckResult) => check.id === id)?.verdict;
  assertEquals(ids.map(verdictOf), ["unsupported", "unsupported", "pass"]);
  const parts = report.features!.filter(({ declared }: FeatureResult) => declared === false);
  assertEquals(parts.map(({ feature, verdict }) => [feature, verdict]), [
    ["paging", "unsupported"],
    ["finalizers", "fail"],
  ]);
  assertEquals(report.verdict, "not conformant");
  assert(summaryLines(report).some((line) => line.includes("FAIL finalizers: declared absent")));
});

/** Returns the verdicts of checks on a server that is declared to lack parts. */
async function verdictsWithout(
  without: readonly (Feature | DemandedName)[],
  ids: readonly string[],
): Promise<readonly string[]> {
  await using embedded = await startEmbedded();
  const events: RunEvent[] = [];
  await runChecks({
    target: { ...embedded, without },
    areas: AREAS,
    checks: CHECKS.filter(({ id }) => ids.includes(id)),
    seed: 1,
    runs: 12,
    emit: (event) => void events.push(event),
  });
  const { checks } = reportOf(events);
  return ids.map((id) => {
    const { verdict = "absent", reason } = checks.find((check) => check.id === id) ?? {};
    return verdict === "pass" ? verdict : `${verdict}: ${reason}`;
  });
}

Deno.test("checks that are not about a part judge a server without it, by other requests", async () => {
  const lists = "resource-versions/reads-during-writes";
  const pages = "paging/pages-are-one-snapshot";
  assertEquals(await verdictsWithout(["watch"], [lists, pages]), ["pass", "pass"]);
  const patches = ["merge-patch", "json-patch", "strategic-merge-patch", "server-side-apply"];
  const names = patches as (Feature | DemandedName)[];
  assertEquals(await verdictsWithout(names, [lists, pages]), ["pass", "pass"]);
  assertEquals(await verdictsWithout(["update"], [lists, pages]), ["pass", "pass"]);
});

Deno.test("histories delete one by one what cannot be deleted as a collection", async () => {
  const histories = ["resource-versions/histories", "watch/histories", "paging/histories"];
  const [first, ...others] = await verdictsWithout(
    ["deletecollection"],
    ["selectors/deletions", ...histories],
  );
  assertEquals(first, "unsupported: the target is declared to lack deletecollection");
  assertEquals(others, ["pass", "pass", "pass"]);
});

Deno.test("a part that is declared absent excuses the requests of every kind that need it", () => {
  const excused = (name: DemandedName) =>
    Object.keys(REQUIREMENTS).filter((id) => DEMANDED_FEATURES[name].requirements.test(id));
  assert(excused("authentication").includes("requests.unauthenticated-refused"));
  assert(excused("finalizers").includes("requests.delete-waits"));
  assert(excused("finalizers").includes("requests.terminating-accepts-writes"));
  assert(excused("paging").includes("requests.collection-limit"));
});
