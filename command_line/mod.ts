/**
 * Command lines by tables: what a program reads its words by, it tells its help by. Shared by all
 * programs of the project.
 *
 * @module
 */
export {
  addValue,
  type CommandFacts,
  type Given,
  type GivenOptions,
  type OptionFacts,
  parseArguments,
  UsageError,
} from "./arguments.ts";
export { makeDirectory, readTextOf } from "./files.ts";
export { commandHelp, programHelp } from "./help.ts";
export { nearest, suggestion } from "./nearest.ts";
export { type ProgramStreams, runProgram, USAGE_EXIT_CODE } from "./program.ts";
export { choiceOf, durationOf, integerOf, listOf, pairOf, textOf } from "./values.ts";
