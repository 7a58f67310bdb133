/**
 * The command `matrix`.
 *
 * @module
 */
import { readTextFile, writeTextFile } from "@plumbline/runtime/files";
import { processors } from "@plumbline/runtime/process";
import { formatFoundBy, parseFoundBy, updateFoundBy } from "@plumbline/mutants/found_by";
import { runMatrix } from "@plumbline/mutants/matrix";
import {
  defineCommand,
  flag,
  integer,
  list,
  makeDirectory,
  optionGroup,
  path,
  UsageError,
  value,
  type ValuesOf,
} from "@plumbline/options";
import {
  falseAlarms,
  idleChecks,
  killedForAnotherReason,
  type Matrix,
  matrixLine,
  survivors,
  type Trial,
} from "@plumbline/reports/matrix";
import { renderMatrix } from "@plumbline/reports/matrix_page";
import { type Style, styleOf } from "@plumbline/reports/terminal";
import {
  type BenignVariant,
  benignVariants,
  type Catalogued,
  type Mutant,
  mutants as allMutants,
} from "@plumbline/mutants";
import { AREAS, CHECKS, OPTIONAL_AREAS } from "@plumbline/suites/areas";
import { EXIT } from "./exit_codes.ts";
import { onlyMutants, onlyVariants } from "./mutant_option.ts";
import type { CommandContext, Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

const OPTIONS = {
  ...optionGroup("Selection", {
    area: list("AREA,...", "test only the mutants of these areas", {
      words: () => [...AREAS, ...OPTIONAL_AREAS].map(({ id }) => id),
    }),
    mutant: onlyMutants,
    benign: onlyVariants,
    onlyBenign: flag("test only benign variants: neither mutants nor the unchanged server"),
    skipBenign: flag("test only mutants: neither benign variants nor the unchanged server"),
    slice: value("K/N", "test only every Nth mutant, starting with the Kth", readSlice),
    foundBy: path(
      "FILE",
      "try each mutant with the check that found it last, as recorded in FILE; " +
        "benign variants with the checks of their areas",
    ),
    list: flag("list the mutants and benign variants, and test none"),
    json: flag("print the list as JSON"),
  }),
  ...optionGroup("Trials", {
    seed: integer("first seed (default 1)", { min: 0, max: 2 ** 31 - 1_001 }),
    seeds: integer("trials per mutant, each with the next seed (default 1)", {
      min: 1,
      max: 1_000,
    }),
    runs: integer("cases per property (default 100)", { min: 1, max: 1_000_000 }),
    every: flag("run every check, not only until the first one fails"),
    again: integer("repeat a surviving mutant up to N times with the next seeds (default 0)", {
      min: 0,
      max: 100,
    }),
    jobs: integer("trials that run at the same time (default: number of processors)", {
      min: 1,
      max: 64,
    }),
  }),
  ...optionGroup("Output", {
    out: path("DIR", "write matrix.json and matrix.html to DIR"),
    record: path("FILE", "update FILE, which records the check that found each mutant"),
    plain: flag("no colours"),
  }),
};

type MatrixOptions = ValuesOf<typeof OPTIONS>;

/** The command. */
export const matrixCommand = defineCommand({
  name: "matrix",
  description: "Seed bugs into the reference server and report which checks detect them.",
  options: OPTIONS,
  examples: [
    ["matrix --list", "List the mutants"],
    ["matrix --area paging", "Test whether the checks detect every mutant of pagination"],
    ["matrix --found-by FILE --again 2", "Test whether the same checks detect the mutants again"],
    ["matrix --slice 1/4 --out matrix", "Test a quarter of the mutants and write a page"],
  ],
  run: ({ options }, { terminal }: CommandContext) =>
    options.list ? listMutants(options, terminal) : matrix(options, terminal),
});

/** Prints all mutants and benign variants. */
function listMutants({ json }: MatrixOptions, { out }: Terminal): number {
  const line = ({ id, description }: Mutant | BenignVariant) => `${id.padEnd(44)} ${description}\n`;
  if (json) {
    out(`${JSON.stringify({ mutants: allMutants, benignVariants }, null, 2)}\n`);
  } else {
    out(allMutants.map(line).join(""));
    out("\nBenign variants, which conform:\n");
    out(benignVariants.map(line).join(""));
  }
  return EXIT.conformant;
}

/** The number of trials after which the record is written. */
const RECORDED_TRIALS = 20;

/** Runs the trials; returns 1 if a mutant survives or a check fails where none should. */
async function matrix(options: MatrixOptions, terminal: Terminal): Promise<number> {
  if (options.json) throw new UsageError("Cannot use --json without --list.");
  const selected = options.onlyBenign ? [] : selectMutants(options);
  const benign = selectVariants(options);
  const style = styleOf({
    colours: terminal.isTty && !options.plain && terminal.env("NO_COLOR") === undefined,
  });
  const first = options.seed ?? 1;
  const directory = options.out;
  // Before the trials, so that no result is lost.
  if (directory !== undefined) await makeDirectory(directory);
  const foundBy = options.foundBy && parseFoundBy(await readTextFile(options.foundBy));
  const ended: Trial[] = [];
  let recording = Promise.resolve();
  const recordTrials = (trials: Pick<Matrix, "mutants" | "trials">) => {
    const file = options.record;
    if (file !== undefined) recording = recording.then(() => record(trials, file));
  };
  const result = await runMatrix({
    ...(foundBy && { foundBy }),
    mutants: selected,
    benignVariants: benign,
    clean: !options.onlyBenign && !options.skipBenign,
    seeds: Array.from({ length: options.seeds ?? 1 }, (_, index) => first + index),
    runs: options.runs ?? 100,
    jobs: options.jobs ?? processors(),
    stopAtFirstKill: !options.every,
    retries: options.again ?? 0,
    suiteVersion: VERSION,
    onTrial(trial, done, count) {
      ended.push(trial);
      // Once in a while, as a run of hours may be ended.
      if (done % RECORDED_TRIALS === 0) recordTrials({ mutants: selected, trials: ended });
      terminal.out(`${trialLine(trial, selected, style)}  ${done}/${count}\n`);
    },
  });
  if (directory !== undefined) await write(result, directory);
  recordTrials(result);
  await recording;
  for (const line of endLines(result, foundBy !== undefined)) terminal.out(`${line}\n`);
  const passed = survivors(result).length === 0 && falseAlarms(result).length === 0;
  return passed ? EXIT.conformant : EXIT.notConformant;
}

function selectMutants(
  { area, mutant, slice = [1, 1] }: MatrixOptions,
): readonly Catalogued<Mutant>[] {
  const [index, count] = slice;
  const selected = allMutants
    .filter(({ id }) => mutant?.includes(id) ?? true)
    .filter((each) => area?.some((one) => one === each.area) ?? true)
    .filter((_, at) => at % count === index - 1);
  if (selected.length === 0) {
    throw new UsageError("No mutant matches --area, --mutant and --slice.");
  }
  return selected;
}

function selectVariants(
  { benign, onlyBenign, skipBenign }: MatrixOptions,
): readonly Catalogued<BenignVariant>[] {
  if (skipBenign && (benign || onlyBenign)) {
    throw new UsageError("Cannot use --skip-benign with --benign or --only-benign.");
  }
  return skipBenign ? [] : benignVariants.filter(({ id }) => benign?.includes(id) ?? true);
}

function readSlice(text: string, flag: string): readonly [number, number] {
  const [, slice, slices] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  if (slice === undefined || Number(slice) > Number(slices)) {
    throw new UsageError(`Cannot use ${flag} "${text}". Give K/N with K from 1 to N, as 2/4.`);
  }
  return [Number(slice), Number(slices)];
}

/** Formats a trial: its result and the first check that failed. */
function trialLine(
  trial: Trial,
  mutants: readonly { readonly id: string }[],
  style: Style,
): string {
  const seconds = `${(trial.duration / 1_000).toFixed(1)} s`;
  const { subject = "unchanged server", kills: [kill, ...more], checks, broken, attempts } = trial;
  const isBenign = !mutants.some(({ id }) => id === subject);
  const found = kill === undefined
    ? `none of ${checks.length} checks failed`
    : `${kill.check} failed after ${kill.cases} cases, ${kill.requests} requests` +
      (more.length === 0 ? "" : `, and ${more.length} more`);
  const asExpected = (kill === undefined) === isBenign;
  const word = isBenign ? (asExpected ? "passed" : "failed") : asExpected ? "killed" : "survived";
  const tries = attempts === undefined ? "" : `, attempt ${attempts}`;
  const details = broken === undefined
    ? `${found}${tries}`
    : `${found}; internal error: ${broken.split("\n")[0]}`;
  const verdict = style.verdict(
    asExpected && !(isBenign && broken) ? "pass" : "fail",
    word.padEnd(8),
  );
  return `${verdict} ${subject}  ${style.dim(`${details}, ${seconds}`)}`;
}

/**
 * Returns the last lines.
 *
 * @param short true if checks ran alone, so that it means nothing which checks killed no mutant
 */
function endLines(result: Matrix, short: boolean): string[] {
  return [
    ...survivors(result).map(({ mutant, killed, trials }) =>
      `SURVIVED ${mutant.id}: detected in ${killed} of ${trials.length} trials: ${mutant.description}`
    ),
    ...killedForAnotherReason(result).map(({ mutant, trials }) => {
      const named = new Set(
        trials.flatMap(({ kills }) => kills.map(({ requirement }) => requirement)),
      );
      return `OTHER REQUIREMENT ${mutant.id}: it violates ${mutant.breaks.join(", ")}, ` +
        `but the failures name ${[...named].join(", ")}`;
    }),
    ...falseAlarms(result).map(({ subject = "unchanged server", kills, broken, seed }) =>
      `FALSE ALARM ${subject}, seed ${seed}: ` +
      [...kills.map(({ check, requirement }) => `${check} (${requirement})`), broken].join(", ")
    ),
    `Mutants killed for another requirement only: ${killedForAnotherReason(result).length}`,
    ...short ? [] : [`Checks that killed no mutant: ${idleChecks(result).join(", ") || "none"}`],
    matrixLine(result),
  ];
}

/** Updates the record of the checks that found the mutants; creates it if there is none. */
async function record(
  result: Pick<Matrix, "mutants" | "trials">,
  file: string,
): Promise<void> {
  const before = await readTextFile(file).catch(() => "");
  const ids = allMutants.map(({ id }) => id);
  await writeTextFile(file, formatFoundBy(updateFoundBy(parseFoundBy(before), result, ids)));
}

async function write(result: Matrix, directory: string): Promise<void> {
  await writeTextFile(`${directory}/matrix.json`, `${JSON.stringify(result, null, 1)}\n`);
  await writeTextFile(`${directory}/matrix.html`, renderMatrix(result, CHECKS));
}
