/**
 * The command `cleanup`.
 *
 * @module
 */
import { defineCommand, UsageError, value } from "@plumbline/options";
import { leftLine } from "@plumbline/reports/left_behind";
import { safeLine } from "@plumbline/reports/text";
import { findLeftovers, removeLeftovers } from "@plumbline/suites/cleanup/leftovers";
import { withLoadLimit } from "@plumbline/suites/client/load_limit";
import type { Target } from "@plumbline/suites/client/target";
import { EXIT } from "./exit_codes.ts";
import {
  connectOptionsOf,
  LOAD_OPTIONS,
  namesTarget,
  reachTarget,
  TARGET_OPTIONS,
} from "./target_options.ts";
import { TYPE_OPTIONS, typeSelectionOf } from "./type_options.ts";
import type { CommandContext, Terminal } from "./terminal.ts";

/** The command. */
export const cleanupCommand = defineCommand({
  name: "cleanup",
  arguments: ["[URL]"],
  description: "List the objects that interrupted runs left on a server, or remove those of a run.",
  options: {
    run: value("ID", "remove the objects of the run with this id", readRun),
    ...TARGET_OPTIONS,
    ...TYPE_OPTIONS,
    ...LOAD_OPTIONS,
  },
  examples: [
    ['cleanup https://localhost:6443 --token "$TOKEN"', "List runs that left objects"],
    [
      'cleanup https://localhost:6443 --token "$TOKEN" --run r3f2a91b',
      "Remove the objects of a run",
    ],
  ],
  async run({ arguments: [url], options }, { terminal }: CommandContext): Promise<number> {
    const { run, rate, concurrency } = options;
    const types = await typeSelectionOf(options);
    const connect = { ...connectOptionsOf(options, url), types };
    if (!namesTarget(connect)) {
      throw new UsageError("cleanup needs a server. Give its URL or --kubeconfig.");
    }
    const target = withLoadLimit(await reachTarget(connect), { rate, concurrency });
    try {
      return run === undefined ? await list(target, terminal) : await remove(target, run, terminal);
    } finally {
      await target.close();
    }
  },
});

function readRun(text: string, flag: string): string {
  if (/^[a-z0-9]{1,40}$/.test(text)) return text;
  throw new UsageError(`Cannot use ${flag} "${text}". Give the id of a run: letters and digits.`);
}

async function list(target: Target, terminal: Terminal): Promise<number> {
  const runs = await findLeftovers(target);
  if (runs.length === 0) terminal.out("No run left objects\n");
  for (const { run, counts, newest } of runs) {
    // Both are text of the server.
    const since = newest && `, newest created ${safeLine(newest)}`;
    terminal.out(`Run ${safeLine(run)}: ${countsText(counts)}${since}\n`);
  }
  return EXIT.conformant;
}

async function remove(target: Target, run: string, terminal: Terminal): Promise<number> {
  const { removed, left, reason = "unknown reason" } = await removeLeftovers(target, run);
  terminal.out(`Run ${run}: removed ${countsText(removed)}\n`);
  if (left.length > 0) terminal.error(`${leftLine(left, reason)}\n`);
  return left.length === 0 ? EXIT.conformant : EXIT.notConformant;
}

function countsText(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts).map(([resource, count]) => `${count} ${resource}`);
  return words.join(", ") || "nothing";
}
