/**
 * Program that runs checks against the unchanged reference server and prints the trial as JSON:
 * `run_checks.ts RUNS SEED CHECK…`.
 *
 * @module
 */
import { runTrial } from "../matrix/trial.ts";

const [runs, seed, ...checks] = Deno.args;
const trial = await runTrial({
  checks,
  runs: Number(runs),
  seed: Number(seed),
  stopAtFirstKill: true,
});
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(trial)));
