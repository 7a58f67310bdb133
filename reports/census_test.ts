import { assertEquals, assertStringIncludes } from "@std/assert";
import type { RunEvent } from "./events.ts";
import { reportOf } from "./report.ts";
import { summaryLines } from "./summary.ts";

const at = "2026-01-01T00:00:00Z";
const START: RunEvent = {
  type: "run started",
  schema: 1,
  run: "one",
  suiteVersion: "0.1.0",
  seed: 7,
  at,
  target: { url: "http://localhost:8001", dialect: "svc" },
  requirements: [],
  checks: [],
};
const END: RunEvent = { type: "run finished", at, requests: 0 };
const NOTHING = { appeared: [], changed: [], disappeared: [] };
const SECRETS = { resource: "secrets", seen: "all", own: 0, earlier: 2, others: 5 } as const;
const ROLES = { resource: "roles", seen: "one namespace", own: 0, earlier: 0, others: 1 } as const;
const BEFORE: RunEvent = { type: "census", moment: "before", counts: [SECRETS, ROLES] };

Deno.test("the report holds what lay on the target before and after, the summary one line of it", () => {
  const counts = [{ ...SECRETS, own: 1 }, ROLES];
  const after: RunEvent = { type: "census", moment: "after", counts, others: NOTHING };
  const report = reportOf([START, BEFORE, after, END]);
  assertEquals(report.census, { before: BEFORE.counts, after: counts, others: NOTHING });
  assertStringIncludes(
    summaryLines(report).join("\n"),
    "census: 1 objects of this run left, 6 of others before, 6 after, 2 of other runs " +
      "(see the command cleanup), not all could be listed of roles\n",
  );
});

Deno.test("what became of others' objects is named, and nobody is blamed", () => {
  const others = { ...NOTHING, changed: ["/api/v1/namespaces/a/secrets/b"] };
  const after: RunEvent = { type: "census", moment: "after", counts: BEFORE.counts, others };
  assertStringIncludes(
    summaryLines(reportOf([START, BEFORE, after, END])).join("\n"),
    "  changed meanwhile, not made by a run: /api/v1/namespaces/a/secrets/b\n",
  );
});

Deno.test("a run that was cut off has the census before it, one without any has none", () => {
  assertEquals(reportOf([START, BEFORE]).census, { before: BEFORE.counts });
  assertEquals(reportOf([START, END]).census, undefined);
});
