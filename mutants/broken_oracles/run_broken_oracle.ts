/**
 * Runs checks with a broken oracle against a conforming server: one of them must fail.
 *
 * @module
 */
import type { Trial } from "@plumbline/reports/matrix";
import type { BrokenOracle } from "./broken_oracle.ts";
import { writeConfig } from "./import_map.ts";

/** The result for a broken oracle. */
export interface OracleResult {
  readonly oracle: BrokenOracle;
  /** True if a check failed, as required. */
  readonly noticed: boolean;
  /** The check that failed and its requirement, or why none failed. */
  readonly reason: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** Default number of cases per property: enough for nearly all oracles. */
const RUNS = 20;

/** Time limit of the checks in milliseconds. */
const TIME_LIMIT = 120_000;

/** Runs the checks of a broken oracle in a process that uses it. */
export async function runBrokenOracle(oracle: BrokenOracle, seed: number): Promise<OracleResult> {
  const started = performance.now();
  const result = await runChecks(oracle, seed);
  return { oracle, ...result, duration: performance.now() - started };
}

async function runChecks(
  oracle: BrokenOracle,
  seed: number,
): Promise<Pick<OracleResult, "noticed" | "reason">> {
  const { runs = RUNS, checks } = oracle;
  await using config = await writeConfig(oracle);
  const program = new URL("run_checks.ts", import.meta.url).href;
  const permissions = ["--allow-read", "--allow-net", "--allow-env", "--allow-sys"];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-q", "--no-prompt", "--cached-only", "--config", config.path, ...permissions],
      ...[program, `${runs}`, `${seed}`, ...checks],
    ],
    signal: AbortSignal.timeout(TIME_LIMIT),
  }).output();
  const decoder = new TextDecoder();
  if (!success) return { noticed: false, reason: `crashed: ${decoder.decode(stderr).trim()}` };
  const trial: Trial = JSON.parse(decoder.decode(stdout));
  const [kill] = trial.kills;
  if (kill !== undefined) return { noticed: true, reason: `${kill.check}: ${kill.requirement}` };
  const ran = checks.filter((check) => trial.checks.includes(check));
  const green = `green: ${ran.join(", ") || "none"} of ${checks.join(", ")} ran`;
  return { noticed: false, reason: trial.broken ?? green };
}
