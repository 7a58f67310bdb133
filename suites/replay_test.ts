/**
 * Failures of real checks, run again: on the target that showed them, and on one that was mended.
 */
import { assert, assertEquals } from "@std/assert";
import type { CheckResult } from "@plumbline/reports/events";
import { CHECKS } from "./areas/mod.ts";
import type { EngineOptions } from "./engine/run.ts";
import { runCorrupted } from "./corrupted_responses/run.ts";
import type { Corruption } from "./corrupted_responses/client.ts";
import type { Json } from "./client/http_client.ts";

interface Case {
  readonly kind: string;
  readonly check: string;
  readonly corruption: () => Corruption;
}

const CASES: readonly Case[] = [
  {
    kind: "a list of commands",
    check: "watch/histories",
    corruption: () => ({
      events: (documents) => documents.filter(({ type }) => type !== "DELETED"),
    }),
  },
  {
    kind: "a property's data",
    check: "paging/pages-are-one-snapshot",
    corruption: () => ({
      request: (request) =>
        request.query?.limit === undefined
          ? request
          : { ...request, query: { ...request.query, limit: undefined } },
    }),
  },
  {
    kind: "an example",
    check: "metadata/unique-names",
    corruption: () => ({ status: (_ask, status) => status === 409 ? 201 : status }),
  },
];

/** What a replay file keeps of a failure, as the options that run it again. */
function again(result: CheckResult, repetitions: number): Partial<EngineOptions> {
  const { failures: [failure] } = result;
  return {
    path: failure?.path,
    replayPath: failure?.replayPath,
    replay: {
      repetitions,
      counterexample: structuredClone(failure?.counterexample) as Json | undefined,
      plain: failure?.plain,
    },
  };
}

for (const { kind, check: id, corruption } of CASES) {
  Deno.test(`${kind} that failed fails again, and passes once the target is fixed`, async () => {
    const check = CHECKS.find((each) => each.id === id)!;
    assertEquals(check.kind === "example", kind === "an example");
    const limits = { shrinkExecutions: 40, confirmations: 0 };
    const first = await runCorrupted(check, corruption(), { limits });
    assert(first.failures[0] !== undefined, first.reason);

    const second = await runCorrupted(check, corruption(), again(first, 3));
    assertEquals([second.verdict, second.failures[0]?.requirement], [
      first.verdict,
      first.failures[0].requirement,
    ]);
    assertEquals(second.failures[0]?.counterexample, first.failures[0].counterexample);
    assertEquals(second.failures[0]?.confirmed, { attempts: 3, reproduced: 3 });

    const mended = await runCorrupted(check, {}, again(first, 3));
    assertEquals([mended.verdict, mended.cases, mended.reason], ["pass", 3, undefined]);
  });
}
