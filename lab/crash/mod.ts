/**
 * The crash program: kills a `serve --data`, or one of two servers over etcd, at random moments under
 * concurrent writes, restarts it, and checks that everything is there that a client has seen.
 *
 * `deno task crash --help` lists the options.
 *
 * @module
 */
import { type Command, flag, type Given, integer, path, runTool } from "@plumbline/options";
import { startEtcd } from "@plumbline/stores/testing";
import { mebibytes, print } from "../program/output.ts";
import { anySeed } from "../program/random.ts";
import { crash, type CrashFigures } from "./crash.ts";

const OPTIONS = {
  kills: integer("kills by SIGKILL (default 200)", { min: 1, max: 100_000 }),
  seed: integer("seed of the moments and of the writes (default: random)", {
    min: 1,
    max: 2 ** 31 - 1,
  }),
  writers: integer("concurrent writers (default 8)", { min: 1, max: 100 }),
  longest: integer("longest time under load before a kill, in milliseconds (default 800)", {
    min: 1,
    max: 600_000,
  }),
  data: path("FILE", "data file, which is kept (default: a temporary file)"),
  etcd: flag("kill one of two servers over an etcd that is started for it"),
};

const COMMAND: Command<typeof OPTIONS> = {
  name: "crash",
  arguments: [],
  description: "Kill a server at random moments, and check what the next one has.",
  options: OPTIONS,
  examples: [
    ["crash --kills 20 --seed 7", "Kill 20 times; the moments are those of seed 7"],
    ["crash --etcd --kills 50", "Kill one of two servers over etcd"],
  ],
};

async function run({ options }: Given<typeof OPTIONS>): Promise<number> {
  const { kills = 200, writers = 8, longest = 800 } = options;
  const seed = options.seed ?? anySeed();
  const folder = await Deno.makeTempDir({ prefix: "plumbline-crash-" });
  const file = options.data ?? `${folder}/data`;
  await using etcd = options.etcd ? await startEtcd() : undefined;
  const store = etcd ? ["--store", etcd.store] : ["--data", file];
  print(`${kills} kills, ${writers} writers, seed ${seed}`);
  let reported = 0;
  try {
    const figures = await crash({
      ...{ kills, seed, writers, longest, store, servers: etcd ? 2 : 1 },
      onKill(figures) {
        for (; reported < figures.violations.length; reported++) {
          print(figures.violations[reported]!);
        }
        if (figures.kills % 20 === 0) print(`${figures.kills} kills, ${figures.reads} reads`);
      },
    });
    report(figures);
    if (!etcd) {
      print(`size of the file     ${mebibytes((await Deno.stat(file)).size)} MiB`);
    }
    return figures.violations.length === 0 ? 0 : 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function report(figures: CrashFigures): void {
  const { kills, killsAtStart, writes, unknownKept, reads, watches, pages } = figures;
  print(`kills                ${kills}, ${killsAtStart} of them at the start of a server`);
  print(`acknowledged writes  ${writes.acknowledged}`);
  print(`rejected writes      ${writes.rejected}`);
  print(`unanswered writes    ${writes.unknown}, ${unknownKept} of them stored`);
  print(`objects read         ${reads}`);
  print(
    `watches resumed      ${watches.resumed} with ${watches.events} events, 410: ${watches.gone}`,
  );
  print(`pages continued      ${pages.continued}, 410: ${pages.gone}`);
  print(`namespaces deleted   ${figures.namespacesDeleted}`);
  print(`violations           ${figures.violations.length}`);
}

if (import.meta.main) Deno.exit(await runTool(COMMAND, Deno.args, run));
