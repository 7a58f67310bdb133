import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Exchange } from "./events.ts";
import { reportOf } from "./report.ts";
import { exchangeLines, summaryLines } from "./summary.ts";
import { HOSTILE, LONG_LINE } from "./render/test_reports.ts";
import { failedCheck } from "./testing/failed_check.ts";
import { AT, startedRun } from "./testing/started_run.ts";

const asked: Exchange = {
  method: "POST",
  path: "/api/v1/namespaces",
  identity: "admin",
  requestHeaders: {},
  requestBody: '{"kind":"Namespace"}',
  status: 0,
  responseHeaders: {},
  responseBody: "",
  sentAt: 0,
  duration: 0,
};

Deno.test("missing responses and empty bodies are shown as such", () => {
  assertEquals(exchangeLines([asked, { ...asked, identity: "", requestBody: "", status: 204 }]), [
    "> POST /api/v1/namespaces  (admin)",
    '>   {"kind":"Namespace"}',
    "< no response",
    "> POST /api/v1/namespaces",
    "< 204",
  ]);
});

Deno.test("each line of a body is marked, and a long body is truncated", () => {
  const lines = exchangeLines([{ ...asked, status: 200, responseBody: `a\n${"b".repeat(5_000)}` }]);
  assertEquals(lines.slice(2, 4), ["< 200", "<   a"]);
  assertEquals(lines[4]?.endsWith("bb… (5002 characters)"), true);
  assertEquals(lines[4]!.length < 2_040, true);
});

Deno.test("hostile text of an exchange is escaped and truncated in every field", () => {
  for (const text of [HOSTILE, LONG_LINE]) {
    const all = { path: text, identity: text, requestBody: text, responseBody: text };
    const shown = exchangeLines([{ ...asked, ...all }]).join("\n");
    // deno-lint-ignore no-control-regex -- these are the characters to match
    assertEquals(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/.exec(shown), null);
    assertEquals(shown.length < 10_000, true);
  }
});

Deno.test("a cause shows a path as it was sent, and a query as one reads it", () => {
  const path =
    "/api/v1/secrets/%61%3Ab?labelSelector=a%2Fb%3Dc&fieldSelector=%6detadata.name%3Da%25";
  const failure = { exchange: [{ ...asked, method: "GET", path, status: 400 }] };
  const lines = summaryLines(reportOf([
    startedRun({ checks: ["acme/one"] }),
    { type: "check finished", result: failedCheck("acme/one", failure) },
    { type: "run finished", at: AT, requests: 1 },
  ]));
  assertStringIncludes(
    lines.join("\n"),
    "GET /api/v1/secrets/%61%3Ab?labelSelector=a/b=c&fieldSelector=%6detadata.name=a%25 → 400",
  );
});
