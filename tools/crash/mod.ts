/**
 * The crash program: kills a `serve --data` at random moments under concurrent writes, restarts it, and
 * checks that everything is there that a client has seen.
 *
 * `deno task crash --help` lists the options.
 *
 * @module
 */
import { defineCommand, integer, path, runTool } from "../../options/mod.ts";
import { crash, type CrashFigures } from "./crash.ts";

const COMMAND = defineCommand({
  name: "crash",
  arguments: [],
  description: "Kill a server with a data file at random moments, and check what the next one has.",
  options: {
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
  },
  examples: [["crash --kills 20 --seed 7", "Kill 20 times; the moments are those of seed 7"]],
  run: () => 0,
});

interface Options {
  readonly kills?: number | undefined;
  readonly seed?: number | undefined;
  readonly writers?: number | undefined;
  readonly longest?: number | undefined;
  readonly data?: string | undefined;
}

async function run(options: Options): Promise<number> {
  const { kills = 200, writers = 8, longest = 800 } = options;
  const seed = options.seed ?? 1 + Math.floor(Math.random() * (2 ** 31 - 1));
  const folder = await Deno.makeTempDir({ prefix: "plumbline-crash-" });
  const file = options.data ?? `${folder}/data`;
  write(`${kills} kills, ${writers} writers, seed ${seed}`);
  let reported = 0;
  try {
    const figures = await crash({
      ...{ kills, seed, writers, longest, file },
      onKill(figures) {
        for (; reported < figures.violations.length; reported++) {
          write(figures.violations[reported]!);
        }
        if (figures.kills % 20 === 0) write(`${figures.kills} kills, ${figures.reads} reads`);
      },
    });
    report(figures, (await Deno.stat(file)).size);
    return figures.violations.length === 0 ? 0 : 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function report(figures: CrashFigures, size: number): void {
  const { kills, killsAtStart, writes, unknownKept, reads, watches, pages } = figures;
  write(`kills                ${kills}, ${killsAtStart} of them at the start of a server`);
  write(`acknowledged writes  ${writes.acknowledged}`);
  write(`rejected writes      ${writes.rejected}`);
  write(`unanswered writes    ${writes.unknown}, ${unknownKept} of them stored`);
  write(`objects read         ${reads}`);
  write(
    `watches resumed      ${watches.resumed} with ${watches.events} events, 410: ${watches.gone}`,
  );
  write(`pages continued      ${pages.continued}, 410: ${pages.gone}`);
  write(`namespaces deleted   ${figures.namespacesDeleted}`);
  write(`size of the file     ${(size / 2 ** 20).toFixed(1)} MiB`);
  write(`violations           ${figures.violations.length}`);
}

function write(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) Deno.exit(await runTool(COMMAND, Deno.args, ({ options }) => run(options)));
