/**
 * Runs the same commands of `kubectl` against the reference server and a real one, and compares
 * exit codes and outputs. See `README.md`.
 *
 * @module
 */
import { type Command, flag, type Given, path, runTool, UsageError } from "@plumbline/options";
import { startServer } from "@plumbline/reference";
import { readCredentials, TARGET_OPTIONS } from "../client/options.ts";
import { ADMIN, ADMIN_TOKEN } from "../client/target.ts";
import { print } from "../program/output.ts";
import { COMMANDS } from "./commands.ts";
import { KNOWN_DIFFERENCES, type KnownDifference } from "./differences.ts";
import { type CommandOutcome, type ComparedServer, prepareSide, runKubectl } from "./run.ts";

const OPTIONS = {
  ...TARGET_OPTIONS,
  kubectl: path("FILE", "program to run (default kubectl)"),
  all: flag("print known differences too"),
};

const COMMAND: Command<typeof OPTIONS> = {
  name: "kubectl",
  arguments: ["<URL>"],
  description:
    "Run commands of kubectl against the reference server and a real one, and compare the outcomes.",
  options: OPTIONS,
  examples: [["kubectl https://localhost:6443 --ca ca.crt", "Compare all commands"]],
};

Deno.exit(await runTool(COMMAND, Deno.args, compare));

/** Returns the exit code: 0 if every difference is known, 1 otherwise. */
async function compare(
  { arguments: [url = ""], options }: Given<typeof OPTIONS>,
): Promise<number> {
  if (!url.startsWith("https://")) {
    throw new UsageError(
      `Cannot use the URL "${url}": kubectl sends tokens over TLS only. Give a URL such as https://host:port.`,
    );
  }
  const { kubectl = "kubectl", all = false } = options;
  const { ca, token = ADMIN_TOKEN } = await readCredentials(options);
  if (ca === undefined) {
    throw new UsageError("Cannot verify the server without certificates. Give --ca FILE.");
  }
  const real = await prepareSide({ url, ca, token });
  await using server = await startServer({
    dialect: "kubernetes",
    tls: true,
    identities: [{ ...ADMIN, token }],
    runtimeConfig: { "authentication.k8s.io/v1alpha1": true },
  });
  const ours = await prepareSide({ url: server.url, ca: server.caCertificate!, token });
  try {
    return await compareAll(kubectl, { ours, real }, all);
  } finally {
    for (const { folder } of [ours, real]) await Deno.remove(folder, { recursive: true });
  }
}

interface Sides {
  readonly ours: ComparedServer;
  readonly real: ComparedServer;
}

async function compareAll(kubectl: string, { ours, real }: Sides, all: boolean): Promise<number> {
  const known = new Map<number, KnownDifference>();
  const unknown: string[] = [];
  let equal = 0;
  for (const [at, command] of COMMANDS.entries()) {
    const [mine, theirs] = await Promise.all(
      [ours, real].map((side) => runKubectl(kubectl, side, command)),
    ) as [CommandOutcome, CommandOutcome];
    const difference = describe(mine, theirs);
    const reason = KNOWN_DIFFERENCES.find((each) => each.command === command);
    if (difference === "") {
      equal++;
      if (reason) print(`NO LONGER DIFFERENT kubectl ${command}`);
    } else if (reason) {
      known.set(at, reason);
      if (all) print(`KNOWN kubectl ${command}\n  ${reason.reason}\n${difference}`);
    } else {
      unknown.push(command);
      print(`DIFFERENT kubectl ${command}\n${difference}`);
    }
  }
  print(
    `${COMMANDS.length} commands: ${equal} equal, ${known.size} known differences, ` +
      `${unknown.length} unknown differences`,
  );
  return unknown.length === 0 ? 0 : 1;
}

/** Returns the lines that only one of two outcomes has; empty if they are equal. */
function describe(mine: CommandOutcome, theirs: CommandOutcome): string {
  const lines = [];
  if (mine.code !== theirs.code) lines.push(`  exit code ${mine.code}, real ${theirs.code}`);
  for (const part of ["output", "errors"] as const) {
    if (mine[part] === theirs[part]) continue;
    const [first, second] = [mine[part].split("\n"), theirs[part].split("\n")];
    const only = [
      ...first.filter((line) => !second.includes(line)).map((line) => `  - ${line}`),
      ...second.filter((line) => !first.includes(line)).map((line) => `  + ${line}`),
    ];
    lines.push(...(only.length === 0 ? [`  ${part}: the same lines in another order`] : only));
  }
  return lines.join("\n");
}
