/**
 * The soak program: loads a server at a bounded rate, with injected faults, for as long as it is asked
 * to, and checks that its state is that of a model and that its memory does not grow.
 *
 * `deno task soak --help` lists the options.
 *
 * @module
 */
import {
  type Command,
  type Given,
  integer,
  milliseconds,
  path,
  runTool,
  value,
} from "@plumbline/options";
import { mebibytes, print } from "../program/output.ts";
import { anySeed } from "../program/random.ts";
import { growth, soak } from "./soak.ts";

const OPTIONS = {
  time: value("TIME", "length of the load, as 90s, 2m or 1h (default 1h)", milliseconds),
  rate: integer("maximum requests per second (default 300)", { min: 1, max: 100_000 }),
  seed: integer("seed of the requests and of the faults (default: random)", {
    min: 1,
    max: 2 ** 31 - 1,
  }),
  data: path("FILE", "data file of the server (default: its objects are in memory)"),
};

const COMMAND: Command<typeof OPTIONS> = {
  name: "soak",
  arguments: [],
  description:
    "Load the reference server with injected faults, and compare its state with a model's.",
  options: OPTIONS,
  examples: [["soak --time 2m", "Load the server for two minutes"]],
};

/** The most bytes that the heap may grow by. */
const GROWTH = 4 * 2 ** 20;

async function run({ options }: Given<typeof OPTIONS>): Promise<number> {
  const { time = 3_600_000, rate = 300, data } = options;
  const seed = options.seed ?? anySeed();
  print(`${time / 1_000} s, ${rate} requests per second, seed ${seed}`);
  print("requests  objects  heap, MiB  process, MiB");
  const { answers, measurements, watches, violations } = await soak({
    ...{ time, rate, seed, data },
    onMeasurement: ({ requests, objects, heap, resident }) =>
      print(
        `${String(requests).padStart(8)}  ${String(objects).padStart(7)}  ` +
          `${mebibytes(heap).padStart(9)}  ${mebibytes(resident).padStart(12)}`,
      ),
  });
  const statuses = [...answers].toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status || "cut"}: ${count}`);
  print(`answers     ${statuses.join(", ")}`);
  print(`watches     ${watches.watches} with ${watches.events} events, ${watches.lists} lists`);
  for (const text of violations.slice(0, 20)) print(text);
  print(`violations  ${violations.length}`);
  const grown = growth(measurements);
  print(`growth      ${mebibytes(grown)} MiB of the heap, at most ${mebibytes(GROWTH)} MiB`);
  return violations.length === 0 && grown <= GROWTH ? 0 : 1;
}

if (import.meta.main) Deno.exit(await runTool(COMMAND, Deno.args, run));
