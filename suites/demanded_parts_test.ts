import { assert, assertEquals } from "@std/assert";
import type { CheckResult, FeatureResult } from "@plumbline/reports/events";
import { summaryLines } from "@plumbline/reports/summary";
import { reportOf } from "@plumbline/reports/report";
import type { RunEvent } from "@plumbline/reports/events";
import { REQUIREMENTS } from "./catalogue.ts";
import { AREAS, CHECKS } from "./areas/mod.ts";
import { DEMANDED_FEATURES, DEMANDED_NAMES } from "./features.ts";
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
