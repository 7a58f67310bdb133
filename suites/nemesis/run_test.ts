import { assert, assertEquals } from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import { type Report, reportOf } from "@plumbline/reports/report";
import { connect } from "../connect/connect.ts";
import { parseNemesis } from "./configuration.ts";
import { runWhileFailing } from "./run.ts";
import { type CrashBug, startCrashing } from "./test_server.ts";

/** Runs rounds while a server crashes again and again, and returns the report. */
async function reportWhileCrashing(
  bug: CrashBug | undefined,
  { seed, signal = new AbortController().signal, duration = "3s" }: {
    readonly seed: number;
    readonly signal?: AbortSignal;
    readonly duration?: string;
  },
): Promise<Report> {
  await using server = await startCrashing(bug);
  const connection = { url: server.url, token: server.token, freshConnections: true };
  await using target = await connect({ ...connection, timeLimit: 5_000 });
  const configuration = parseNemesis(
    JSON.stringify({
      duration,
      interval: "300ms",
      round: "1500ms",
      recovery: "4s",
      calm: "200ms",
      clients: 8,
      actions: [{ name: "crash", hurt: ["crash"], for: "60ms", heal: ["start"] }],
    }),
    "test.yaml",
  );
  const events: RunEvent[] = [];
  await runWhileFailing({
    target,
    configuration,
    seed,
    command: "deno task nemesis",
    known: [],
    signal,
    async execute({ program }) {
      if (program === "crash") await server.crash();
      else server.start();
      return { code: 0, output: "" };
    },
    emit: (event) => void events.push(event),
  });
  return reportOf(events);
}

const options = { sanitizeOps: false, sanitizeResources: false };

Deno.test("a server that only crashes passes", options, async () => {
  const report = await reportWhileCrashing(undefined, { seed: 1, duration: "6s" });
  const failures = report.checks.flatMap(({ failures: [failure] }) => failure ?? []);
  assertEquals(failures.map(({ requirement, actual }) => [requirement, actual]), []);
  assertEquals(report.verdict, "conformant");
  const { spread = {} } = report.checks[0]!;
  // Without these nothing was tried.
  for (const word of ["crash", "writes without answer", "watches resumed", "writes accepted"]) {
    assert((spread[word] ?? 0) > 0, `${word}: ${JSON.stringify(spread)}`);
  }
});

const BUGS: readonly CrashBug[] = [
  "loses acknowledged writes",
  "deleted objects come back",
  "gets are stale after a crash",
  "a write is applied twice",
  "rejected writes are stored",
  "a watch that is resumed starts now",
  "a watch that is resumed repeats an event",
  "every version has expired",
  "creates replace objects",
  "updates ignore the version",
  "lists miss an object",
];

const VERSION_BUGS: readonly CrashBug[] = [
  "versions begin again",
  "watches from old versions are silent",
];

for (const bug of VERSION_BUGS) {
  Deno.test(`versions that do not outlive a crash are found: ${bug}`, options, async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { checks } = await reportWhileCrashing(bug, { seed });
      const reasons = checks.map(({ reason = "" }) => reason).join();
      if (reasons.includes("resource-versions.outlive-restarts")) return;
    }
    throw new Error("found with none of five seeds");
  });
}

for (const bug of BUGS) {
  Deno.test(`a server that crashes with a bug is found: ${bug}`, options, async () => {
    // A busy machine writes little in a second.
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const duration = `${Math.min(seed, 4)}s`;
      const { checks } = await reportWhileCrashing(bug, { seed, duration });
      const failure = checks.flatMap((check) => check.failures)[0];
      if (failure === undefined) continue;
      // The failure carries its proof: the requests that contradict each other, and the crashes.
      assert(failure.timeline?.entries.some(({ contradicts }) => contradicts), bug);
      assert(failure.exchange.length > 0 && failure.exchange.length < 150);
      return;
    }
    throw new Error("found with none of nine seeds");
  });
}

Deno.test("an interrupted run heals the server and removes its objects", options, async () => {
  const interruption = new AbortController();
  setTimeout(() => interruption.abort(), 700);
  const report = await reportWhileCrashing(undefined, {
    seed: 1,
    signal: interruption.signal,
    duration: "1h",
  });
  assertEquals([report.verdict, report.aborted], ["aborted", "interrupted"]);
  assertEquals(report.leftBehind, []);
});
