/**
 * The command `matrix`.
 *
 * @module
 */
import {
  choiceOf,
  commandHelp,
  type GivenOptions,
  integerOf,
  listOf,
  makeDirectory,
  parseArguments,
  textOf,
  UsageError,
} from "../command_line/mod.ts";
import { runMatrix } from "../mutants/matrix/mod.ts";
import {
  type BenignVariantSummary,
  falseAlarms,
  idleChecks,
  killedForAnotherReason,
  type Matrix,
  matrixLine,
  type MutantSummary,
  survivors,
  type Trial,
} from "../reports/matrix.ts";
import { renderMatrix } from "../reports/render/matrix_page.ts";
import { type Style, styleOf } from "../reports/terminal.ts";
import { benignVariants, mutants as allMutants } from "../server/mod.ts";
import { AREAS, CHECKS } from "../suites/areas/mod.ts";
import { EXIT } from "./exit_code.ts";
import { known } from "./fault_option.ts";
import type { Io } from "./io.ts";
import { MATRIX_COMMAND } from "./matrix_options.ts";
import { VERSION } from "./version.ts";

/** Runs the command and returns its exit code: 1 where a fault survives or a variant is failed. */
export async function matrix(words: readonly string[], io: Io): Promise<number> {
  const { options } = parseArguments(words, MATRIX_COMMAND);
  if (options.has("help")) {
    io.out(commandHelp(MATRIX_COMMAND, io.columns));
    return EXIT.conformant;
  }
  const onlyBenign = options.has("only-benign");
  const faults = onlyBenign ? [] : chooseFaults(options);
  const benign = chooseVariants(options);
  const style = styleOf({
    colours: io.isTerminal && !options.has("plain") && io.env("NO_COLOR") === undefined,
  });
  const first = integerOf(options, "seed", { min: 0, max: MAX_SEED }) ?? 1;
  const count = integerOf(options, "seeds", { min: 1, max: 1_000 }) ?? 1;
  const directory = textOf(options, "out");
  // Before the work: nothing of it is to be lost.
  if (directory !== undefined) await makeDirectory(directory);
  const made = await runMatrix({
    mutants: faults,
    benignVariants: benign,
    clean: !onlyBenign && !options.has("no-benign"),
    seeds: Array.from({ length: count }, (_, index) => first + index),
    runs: integerOf(options, "runs", { min: 1, max: 1_000_000 }) ?? 100,
    jobs: integerOf(options, "jobs", { min: 1, max: 64 }) ?? navigator.hardwareConcurrency,
    stopAtFirstKill: !options.has("every"),
    retries: integerOf(options, "again", { min: 0, max: 100 }) ?? 0,
    suiteVersion: VERSION,
    onTrial: (trial, done, due) => io.out(`${trialLine(trial, faults, style)}  ${done}/${due}\n`),
  });
  if (directory !== undefined) await write(made, directory);
  for (const line of endLines(made)) io.out(`${line}\n`);
  const right = survivors(made).length === 0 && falseAlarms(made).length === 0;
  return right ? EXIT.conformant : EXIT.notConformant;
}

const MAX_SEED = 2 ** 31 - 1_001;

/** The faults asked for. */
function chooseFaults(options: GivenOptions): MutantSummary[] {
  const areas = listOf(options, "area").map((area) =>
    choiceOf("area", area, AREAS.map(({ id }) => id))
  );
  const asked = listOf(options, "fault").map((id) => known(id, allMutants, "fault"));
  const [slice, slices] = sliceOf(textOf(options, "slice") ?? "1/1");
  const chosen = allMutants.filter(({ id, area }) =>
    (areas.length === 0 || areas.some((one) => one === area)) &&
    (asked.length === 0 || asked.includes(id))
  ).filter((_, index) => index % slices === slice - 1);
  if (chosen.length === 0) throw new UsageError("No fault matches --area, --fault and --slice");
  return chosen;
}

/** The harmless variants asked for, all of them where none is named. */
function chooseVariants(options: GivenOptions): readonly BenignVariantSummary[] {
  const asked = listOf(options, "benign").map((id) => known(id, benignVariants, "benign variant"));
  if (options.has("no-benign")) {
    if (asked.length === 0 && !options.has("only-benign")) return [];
    throw new UsageError("--no-benign leaves nothing of --benign and --only-benign: give one");
  }
  return benignVariants.filter(({ id }) => asked.length === 0 || asked.includes(id));
}

function sliceOf(text: string): [number, number] {
  const [, slice, slices] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  if (slice === undefined || Number(slice) > Number(slices)) {
    throw new UsageError(`--slice must be such as 2/4: "${text}" given`);
  }
  return [Number(slice), Number(slices)];
}

/** One line for a trial: what became of it, and which check was the first to see. */
function trialLine(trial: Trial, faults: readonly MutantSummary[], style: Style): string {
  const seconds = `${(trial.duration / 1_000).toFixed(1)} s`;
  const { subject = "the clean server", kills: [kill, ...more], checks, broken, attempts } = trial;
  const harmless = !faults.some(({ id }) => id === subject);
  const found = kill === undefined
    ? `${checks.length} checks found nothing`
    : `${kill.check} after ${kill.cases} cases, ${kill.requests} requests` +
      (more.length === 0 ? "" : `, and ${more.length} more`);
  const right = (kill === undefined) === harmless;
  const word = harmless ? (right ? "green" : "failed") : right ? "killed" : "survived";
  const tries = attempts === undefined ? "" : ` at the ${attempts}. try`;
  const said = broken === undefined
    ? `${found}${tries}`
    : `${found}; broken: ${broken.split("\n")[0]}`;
  const verdict = style.verdict(right && !(harmless && broken) ? "pass" : "fail", word.padEnd(8));
  return `${verdict} ${subject}  ${style.dim(`${said}, ${seconds}`)}`;
}

function endLines(made: Matrix): string[] {
  return [
    ...survivors(made).map(({ mutant, killed, trials }) =>
      `SURVIVES ${mutant.id}: found in ${killed} of ${trials.length} trials: ${mutant.description}`
    ),
    ...killedForAnotherReason(made).map(({ mutant, trials }) => {
      const named = new Set(
        trials.flatMap(({ kills }) => kills.map(({ requirement }) => requirement)),
      );
      return `ANOTHER REASON ${mutant.id}: it breaks ${mutant.breaks.join(", ")}, ` +
        `and what was found names ${[...named].join(", ")}`;
    }),
    ...falseAlarms(made).map(({ subject = "the clean server", kills, broken, seed }) =>
      `FALSE ALARM ${subject}, seed ${seed}: ` +
      [...kills.map(({ check, requirement }) => `${check} (${requirement})`), broken].join(", ")
    ),
    `Mutants killed for another reason than what they break: ${
      killedForAnotherReason(made).length
    }`,
    `Checks that killed no mutant here: ${idleChecks(made).join(", ") || "none"}`,
    matrixLine(made),
  ];
}

async function write(made: Matrix, directory: string): Promise<void> {
  await Deno.writeTextFile(`${directory}/matrix.json`, `${JSON.stringify(made, null, 1)}\n`);
  await Deno.writeTextFile(`${directory}/matrix.html`, renderMatrix(made, CHECKS));
}
