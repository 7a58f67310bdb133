import { assertEquals, assertStringIncludes } from "@std/assert";
import type { RunEvent } from "./events.ts";
import { reportOf } from "./report.ts";
import { summaryLines } from "./summary.ts";
import { AT, startedRun } from "./testing/started_run.ts";

const START = startedRun();
const END: RunEvent = { type: "run finished", at: AT, requests: 0 };
const NOTHING = { appeared: [], changed: [], disappeared: [] };
const SECRETS = { resource: "secrets", seen: "all", own: 0, earlier: 2, others: 5 } as const;
const ROLES = { resource: "roles", seen: "one namespace", own: 0, earlier: 0, others: 1 } as const;
const BEFORE: RunEvent = { type: "census", moment: "before", counts: [SECRETS, ROLES] };

Deno.test("the report has the objects on the target before and after, the summary their counts", () => {
  const counts = [{ ...SECRETS, own: 1 }, ROLES];
  const after: RunEvent = { type: "census", moment: "after", counts, others: NOTHING };
  const report = reportOf([START, BEFORE, after, END]);
  assertEquals(report.census, { before: BEFORE.counts, after: counts, others: NOTHING });
  assertStringIncludes(
    summaryLines(report).join("\n"),
    "objects on the target: 1 left by this run, 6 others before and 6 after, 2 created by other " +
      "runs (see the command cleanup), incomplete for roles (no list across all namespaces)\n",
  );
});

Deno.test("changed objects that no run created are listed by path", () => {
  const others = { ...NOTHING, changed: ["/api/v1/namespaces/a/secrets/b"] };
  const after: RunEvent = { type: "census", moment: "after", counts: BEFORE.counts, others };
  assertStringIncludes(
    summaryLines(reportOf([START, BEFORE, after, END])).join("\n"),
    "  changed during the run, created by no run: /api/v1/namespaces/a/secrets/b\n",
  );
});

Deno.test("an interrupted run has the counts before it, one without counts has none", () => {
  assertEquals(reportOf([START, BEFORE]).census, { before: BEFORE.counts });
  assertEquals(reportOf([START, END]).census, undefined);
});
