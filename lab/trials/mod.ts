/**
 * The trial program: runs `check` against a server that conforms under adverse circumstances, and
 * reports every failure and warning as a false alarm.
 *
 * `deno task trials --help` lists the options.
 *
 * @module
 */
import { type Command, type Given, integer, list, path, runTool, text } from "@plumbline/options";
import { startServer } from "@plumbline/reference";
import { FEATURE_NAMES } from "@plumbline/suites/features";
import { print } from "../program/output.ts";
import { TRIALS } from "./trials.ts";

const NAMES = Object.keys(TRIALS);

const OPTIONS = {
  seeds: integer("runs of each trial (default 3)", { min: 1, max: 1_000 }),
  seed: integer("seed of the first run (default 1)", { min: 1, max: 1_000_000 }),
  runs: integer("cases per property (default 20)", { min: 1, max: 10_000 }),
  trial: list("NAME,...", `run only these trials: ${NAMES.join(", ")}`, { words: () => NAMES }),
  area: text("AREA,...", "run only the checks of these areas"),
  config: path("FILE", "configuration file of check, with credentials and known deviations"),
};

const COMMAND: Command<typeof OPTIONS> = {
  name: "trials",
  arguments: ["[URL]"],
  description:
    "Check a conforming server under load, latency, beside a second run and after a killed one. " +
    "Without a URL, start the reference server.",
  options: OPTIONS,
  examples: [
    ["trials --seeds 50", "Try the reference server with 50 seeds"],
    [
      "trials https://localhost:6443 --config plumbline.yaml --seeds 5",
      "Try another server",
    ],
  ],
};

async function trials(
  { arguments: [url], options }: Given<typeof OPTIONS>,
): Promise<number> {
  const { seeds = 3, seed: first = 1, runs = 20, trial = NAMES } = options;
  await using server = url === undefined ? await reference() : undefined;
  const words = [
    ...server?.words ?? [],
    ...options.area === undefined ? [] : ["--area", options.area],
    ...options.config === undefined ? [] : ["--config", options.config],
  ];
  let alarms = 0;
  print("trial    seed  exit  seconds  alarms");
  for (const name of trial) {
    for (let seed = first; seed < first + seeds; seed++) {
      const outcomes = await TRIALS[name]!({ url: url ?? server!.url, words, runs, seed });
      for (const outcome of outcomes) {
        const { code, seconds } = outcome;
        print(
          `${name.padEnd(8)} ${String(seed).padStart(4)} ${String(code).padStart(5)} ` +
            `${seconds.toFixed(1).padStart(8)}  ${outcome.alarms.length || "-"}`,
        );
        for (const alarm of outcome.alarms) print(`  ${alarm}`);
        alarms += outcome.alarms.length;
      }
    }
  }
  print(`${alarms} false alarms in ${seeds} seeds`);
  return alarms === 0 ? 0 : 1;
}

/** Starts the reference server with two identities. */
async function reference() {
  const identities = [
    { name: "admin", token: crypto.randomUUID(), groups: ["system:masters"] },
    { name: "guest", token: crypto.randomUUID(), groups: [] },
  ];
  const server = await startServer({ dialect: "svc", identities });
  const [admin, guest] = identities.map(({ token }) => token);
  return {
    url: server.url,
    words: [
      ...["--token", admin!, "--identity", `guest=${guest}`, "--default-configuration"],
      ...["--wait", "propagation=0s", "--features", FEATURE_NAMES.join()],
    ],
    [Symbol.asyncDispose]: () => server.close(),
  };
}

if (import.meta.main) Deno.exit(await runTool(COMMAND, Deno.args, trials));
