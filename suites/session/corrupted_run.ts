/**
 * Runs one check against the reference server over a line that falsifies, for tests.
 *
 * @module
 */
import type { CheckResult } from "../../reports/events.ts";
import type { Check } from "../check.ts";
import { REQUIREMENTS } from "../requirements/mod.ts";
import { runChecks, type RunOptions } from "../runner/run.ts";
import { type EmbeddedOptions, startEmbedded } from "../target/embedded.ts";
import type { Target } from "../target/target.ts";
import { CorruptingClient, type Corruption } from "./corrupting_client.ts";

/**
 * What becomes of a check when the target's answers are falsified. Nothing is shrunk unless the
 * options say so.
 */
export async function runCorrupted(
  check: Check,
  corruption: Corruption,
  options: Partial<RunOptions> & { readonly embedded?: EmbeddedOptions } = {},
): Promise<CheckResult> {
  const { embedded, ...given } = options;
  const target = await startEmbedded(embedded);
  const client = new CorruptingClient(target.client, corruption);
  try {
    const [result] = await runChecks({
      target: withClient(target, client),
      checks: [check],
      catalogue: [],
      requirements: REQUIREMENTS,
      seed: 1,
      limits: { shrinkExecutions: 0, confirmations: 0 },
      suiteVersion: "test",
      emit: () => {},
      ...given,
    });
    return result!;
  } finally {
    await target.close();
  }
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
