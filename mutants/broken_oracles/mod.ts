/**
 * Breaks each oracle on purpose: whatever a mutated model takes for right, the checks that decide by
 * it must fail against the clean server. One that stays green is never asked.
 *
 * `deno task oracles --help` tells the options.
 *
 * @module
 */
import { runTool, UsageError } from "../../options/mod.ts";
import { type Held, hold } from "./hold.ts";
import { MUTATIONS } from "./mutations.ts";
import { ORACLES_COMMAND } from "./options.ts";

/** What may be said on the command line. */
interface Choice {
  /** Only mutations whose id or file has this in it. */
  readonly only: string;
  readonly seed: number;
  /** How many run at once. */
  readonly jobs: number;
}

if (import.meta.main) {
  Deno.exit(
    await runTool(
      ORACLES_COMMAND,
      Deno.args,
      ({ options: { only = "", seed = 1, jobs = navigator.hardwareConcurrency } }) =>
        breakOracles({ only, seed, jobs }),
    ),
  );
}

async function breakOracles({ only, seed, jobs }: Choice): Promise<number> {
  const due = MUTATIONS.filter(({ id, file }) => id.includes(only) || file.includes(only));
  if (due.length === 0) {
    throw new UsageError(`--only "${only}" is in the id or file of no mutation`);
  }
  const queue = [...due];
  const held: Held[] = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const found = await hold(next, seed);
      held.push(found);
      await tell(lineOf(found));
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: jobs }, work));
  const noticed = held.filter((each) => each.noticed).length;
  const seconds = Math.round((performance.now() - started) / 1_000);
  await tell(`${noticed} of ${due.length} oracles noticed (${seconds} s)`);
  return noticed === due.length ? 0 : 1;
}

function lineOf({ mutation, noticed, said, duration }: Held): string {
  const seconds = (duration / 1_000).toFixed(1);
  const word = noticed ? "noticed " : "MISSED  ";
  const why = noticed ? "" : `\n         suites/${mutation.file}: ${mutation.why}`;
  return `${word} ${mutation.id}  ${said}  ${seconds} s${why}`;
}

async function tell(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}
