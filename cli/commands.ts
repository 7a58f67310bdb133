/**
 * The commands of the program, as a list: to add one, add a line.
 *
 * @module
 */
import type { CommandFacts } from "../command_line/mod.ts";
import type { Check } from "../suites/check.ts";
import { check } from "./check/check.ts";
import { CHECK_COMMAND } from "./check/options.ts";
import { cleanup } from "./cleanup.ts";
import { CLEANUP_COMMAND } from "./cleanup_options.ts";
import { FAULTS_COMMAND, listFaults } from "./faults.ts";
import { completions, COMPLETIONS_COMMAND } from "./completions/mod.ts";
import type { Io } from "./io.ts";
import { known, KNOWN_UPDATE_COMMAND } from "./known.ts";
import { matrix } from "./matrix.ts";
import { MATRIX_COMMAND } from "./matrix_options.ts";
import { report } from "./report/report.ts";
import { REPORT_COMMANDS } from "./report/options.ts";
import { listRequirements, REQUIREMENTS_COMMAND } from "./requirements.ts";
import { serve } from "./serve/serve.ts";
import { SERVE_COMMAND } from "./serve/options.ts";

/** A first word of the command line. */
export interface Command {
  readonly name: string;
  /** What the help tells: one entry, or one for each second word. */
  readonly facts: readonly CommandFacts[];
  /** Runs it on the words behind its name; a test may bring checks of its own. */
  run(words: readonly string[], io: Io, checks?: readonly Check[]): number | Promise<number>;
}

/** All commands, in the order the help tells them. */
export const COMMANDS: readonly Command[] = [
  { name: "check", facts: [CHECK_COMMAND], run: check },
  { name: "cleanup", facts: [CLEANUP_COMMAND], run: (words, io) => cleanup(words, io) },
  { name: "serve", facts: [SERVE_COMMAND], run: (words, io) => serve(words, io) },
  {
    name: "requirements",
    facts: [REQUIREMENTS_COMMAND],
    run: (words, io) => listRequirements(words, io),
  },
  { name: "known", facts: [KNOWN_UPDATE_COMMAND], run: (words, io) => known(words, io) },
  { name: "report", facts: REPORT_COMMANDS, run: report },
  { name: "faults", facts: [FAULTS_COMMAND], run: (words, io) => listFaults(words, io) },
  { name: "matrix", facts: [MATRIX_COMMAND], run: (words, io) => matrix(words, io) },
  {
    name: "completions",
    facts: [COMPLETIONS_COMMAND],
    run: (words, io) => completions(words, io, COMMANDS.flatMap(({ facts }) => facts)),
  },
];
