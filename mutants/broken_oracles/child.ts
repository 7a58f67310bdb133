/**
 * Runs checks against the clean reference server, as whoever starts this has them, and writes the
 * trial down as JSON: `child.ts RUNS SEED CHECK…`.
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
