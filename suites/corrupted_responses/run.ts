/**
 * Runs checks against the reference server with corrupted responses, for tests.
 *
 * @module
 */
import type { CheckResult } from "@plumbline/reports/events";
import type { Check } from "../check.ts";
import { type EngineOptions, runChecks } from "../engine/run.ts";
import { type EmbeddedOptions, startEmbedded } from "../embedded/embedded_target.ts";
import { ServerThread } from "../embedded/server_thread.ts";
import type { Target } from "../client/target.ts";
import { CorruptingClient, type Corruption } from "./client.ts";
import { AREAS } from "../areas/mod.ts";

/** One for all tests of a file: each starts a server of its own in it, which is fast once it is warm. */
let thread: ServerThread;

Deno.test.beforeAll(() => {
  thread = new ServerThread();
});
Deno.test.afterAll(() => thread.end());

/** Options of a run, and of its reference server. */
export type CorruptedRunOptions = Partial<EngineOptions> & { readonly embedded?: EmbeddedOptions };

/**
 * Runs checks while the responses are corrupted, and returns the results. Nothing is shrunk unless
 * the options say so.
 */
export async function runAllCorrupted(
  checks: readonly Check[],
  corruption: Corruption,
  options: CorruptedRunOptions = {},
): Promise<readonly CheckResult[]> {
  const { embedded, ...given } = options;
  const target = await startEmbedded({ thread, ...embedded });
  const client = new CorruptingClient(target.client, corruption);
  try {
    return await runChecks({
      // That reads show writes at once need not be measured.
      target: withClient({ ...target, waits: { ...target.waits, reads: 0 } }, client),
      checks,
      // Without the requirements on every exchange, so that the check itself must fail.
      areas: AREAS.filter(({ id }) => id !== "exchanges" || checks.some(isExchangeCheck)),
      seed: 1,
      limits: { shrinkExecutions: 0, confirmations: 0, explainTime: 0, goesOn: false },
      emit: () => {},
      ...given,
    });
  } finally {
    await target.close();
  }
}

const isExchangeCheck = ({ id }: Check) => id.startsWith("exchanges/");

/** Runs one check as `runAllCorrupted` does. */
export async function runCorrupted(
  check: Check,
  corruption: Corruption,
  options: CorruptedRunOptions = {},
): Promise<CheckResult> {
  const [result] = await runAllCorrupted([check], corruption, options);
  return result!;
}

function withClient(target: Target, client: CorruptingClient): Target {
  return new Proxy(target, {
    get: (real, key) => {
      if (key === "client") return client;
      const value = Reflect.get(real, key);
      return typeof value === "function" ? value.bind(real) : value;
    },
  });
}
