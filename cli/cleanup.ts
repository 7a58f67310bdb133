/**
 * The command `cleanup`.
 *
 * @module
 */
import { commandHelp, parseArguments, textOf, UsageError } from "../command_line/mod.ts";
import { safeLine } from "../reports/text.ts";
import { findLeftovers, removeLeftovers } from "../suites/cleanup/leftovers.ts";
import { withLoadLimit } from "../suites/client/load_limit.ts";
import type { Target } from "../suites/client/target.ts";
import { CLEANUP_COMMAND } from "./cleanup_options.ts";
import { EXIT } from "./exit_code.ts";
import type { Io } from "./io.ts";
import { namesTarget, reachTarget, readLoadOptions, readTargetOptions } from "./target_options.ts";

/** Runs the command and returns its exit code: 1 where something could not be removed. */
export async function cleanup(words: readonly string[], io: Io): Promise<number> {
  const { argument, options } = parseArguments(words, CLEANUP_COMMAND);
  if (options.has("help")) {
    io.out(commandHelp(CLEANUP_COMMAND, io.columns));
    return EXIT.conformant;
  }
  const reach = readTargetOptions(options, argument);
  if (!namesTarget(reach)) throw new UsageError("cleanup needs a URL or --kubeconfig");
  const run = textOf(options, "run");
  if (run !== undefined && !/^[a-z0-9]{1,40}$/.test(run)) {
    throw new UsageError(`--run must be the id of a run, letters and digits: "${run}" given`);
  }
  const target = withLoadLimit(await reachTarget(reach), readLoadOptions(options));
  try {
    return run === undefined ? await list(target, io) : await remove(target, run, io);
  } finally {
    await target.close();
  }
}

async function list(target: Target, io: Io): Promise<number> {
  const runs = await findLeftovers(target);
  if (runs.length === 0) io.out("No run left anything\n");
  for (const { run, counts, newest } of runs) {
    // Both are what the target says.
    const since = newest && `, the newest made ${safeLine(newest)}`;
    io.out(`Run ${safeLine(run)}: ${countsText(counts)}${since}\n`);
  }
  return EXIT.conformant;
}

async function remove(target: Target, run: string, io: Io): Promise<number> {
  const { removed, left } = await removeLeftovers(target, run);
  io.out(`Run ${run}: removed ${countsText(removed)}\n`);
  for (const path of left) io.error(`Cannot remove ${safeLine(path)}\n`);
  return left.length === 0 ? EXIT.conformant : EXIT.notConformant;
}

function countsText(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts).map(([resource, count]) => `${count} ${resource}`);
  return words.join(", ") || "nothing";
}
