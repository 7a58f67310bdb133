import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { EXIT, exitCodeOf } from "@plumbline/cli/exit_codes";
import type { RunEvent } from "@plumbline/reports/events";
import { gateOf } from "@plumbline/reports/gate";
import { reportOf } from "@plumbline/reports/report";
import { AREAS } from "@plumbline/suites/areas";
import { TargetUnreachable } from "@plumbline/suites/client/http_client";
import { connect } from "@plumbline/suites/connect";
import { CredentialsRejected, PermissionMissing } from "@plumbline/suites/connect/rejections";
import { runChecks } from "@plumbline/suites/engine/run";
import { HOSTILE, HOSTILE_TOKEN, startHostile } from "./targets.ts";

const MB = 1024 * 1024;

const LIMITS = { timeLimit: 300, responseLimit: 4 * MB };

/** Runs some checks against a target, with small bounds. */
async function run(url: string, signal?: AbortSignal) {
  const chosen = AREAS.filter(({ id }) => ["paging", "watch", "secrets", "errors"].includes(id));
  // Two checks of each: lists and pages, watches, writes, and errors.
  const checks = chosen.flatMap(({ checks }) => checks.slice(0, 2));
  await using target = await connect({
    url,
    token: HOSTILE_TOKEN,
    ...LIMITS,
    // Its checks are to meet what the target does, not only the first questions.
    isKnownServer: true,
  });
  const events: RunEvent[] = [];
  await runChecks({
    target,
    areas: chosen,
    checks,
    seed: 1,
    runs: 2,
    census: true,
    limits: { caseTime: 1_500, checkTime: 1_500, shrinkTime: 150, confirmations: 1 },
    ...(signal && { signal }),
    emit: (event) => events.push(event),
  });
  const report = reportOf(events);
  return { code: exitCodeOf(gateOf(report, {}), report), report, events };
}

for (const [name, respond] of Object.entries(HOSTILE)) {
  Deno.test(`a run on a target that ${name} ends with an exit code that is not 0`, async () => {
    await using hostile = await startHostile(respond);
    const { code, events } = await run(hostile.url);
    assertNotEquals(code, EXIT.conformant, verdictsOf(events));
    assert(
      code !== EXIT.suiteBroke,
      JSON.stringify(
        events.filter((event) =>
          event.type === "check finished" && event.result.verdict === "error"
        ),
      ).slice(0, 3_000),
    );
    assertEquals(events.at(-1)?.type, "run finished");
    if (name === "repeats the credentials") assertHidden(JSON.stringify(events));
  });
}

Deno.test("empty pages that never end are not read on and on", async () => {
  await using hostile = await startHostile(HOSTILE["never ends its pages"]!);
  await using target = await connect({
    url: hostile.url,
    token: HOSTILE_TOKEN,
    isKnownServer: true,
  });
  const areas = AREAS.filter(({ id }) => id === "resource-versions");
  let requests = 0;
  await runChecks({
    target,
    areas,
    checks: areas.flatMap(({ checks }) => checks).filter(({ id }) =>
      id === "resource-versions/list-table"
    ),
    seed: 1,
    runs: 20,
    // A smaller case would read as many pages.
    limits: { shrinkExecutions: 1, confirmations: 0, explainTime: 0 },
    emit: (event) => {
      if (event.type === "check finished") requests += event.result.requests;
    },
  });
  // Up to fifty pages in each of its cases are 10,000.
  assert(requests > 100 && requests < 5_000, `${requests}`);
});

for (const [name, respond] of Object.entries(HOSTILE)) {
  Deno.test(`asking a target that ${name} for its types ends, and its error has no token`, async () => {
    await using hostile = await startHostile(respond);
    try {
      await using target = await connect({ url: hostile.url, token: HOSTILE_TOKEN, ...LIMITS });
      assertEquals(target.url, hostile.url);
    } catch (error) {
      const expected = [CredentialsRejected, PermissionMissing, TargetUnreachable];
      if (!expected.some((type) => error instanceof type)) throw error;
      assertHidden((error as Error).message);
    }
  });
}

/** Returns the verdict of each check, for messages. */
const verdictsOf = (events: readonly RunEvent[]): string =>
  events.flatMap((event) =>
    event.type === "check finished" ? [`${event.result.id}: ${event.result.verdict}`] : []
  ).join(", ");

/** Checks that a text has the token in no encoding. */
function assertHidden(text: string): void {
  const bytes = new TextEncoder().encode(HOSTILE_TOKEN);
  const parts = [
    HOSTILE_TOKEN,
    JSON.stringify(HOSTILE_TOKEN).slice(1, -1),
    encodeURIComponent(HOSTILE_TOKEN),
    bytes.toHex(),
    bytes.toHex().toUpperCase(),
    // In each alignment; the ends depend on what is beside the token.
    ...["", "x", "xy"].map((before) =>
      new TextEncoder().encode(`${before}${HOSTILE_TOKEN}`).toBase64().slice(4, -4)
    ),
  ];
  for (const part of parts) {
    assert(
      !text.includes(part),
      `the events contain ${
        text.slice(Math.max(0, text.indexOf(part) - 150), text.indexOf(part) + 150)
      }`,
    );
  }
}

Deno.test("an interrupted run on a target that answers nothing ends without waiting for it", async () => {
  await using hostile = await startHostile(HOSTILE["is silent to writes"]!);
  const interruption = new AbortController();
  const running = run(hostile.url, interruption.signal);
  interruption.abort();
  const { code, report } = await running;
  assertEquals(code, EXIT.interrupted);
  assertEquals(report.aborted, "interrupted");
});
