/**
 * Command-line options, commands and their help, for the program in `cli/` and for the laboratory.
 *
 * @module
 */
export {
  type Command,
  defineCommand,
  type Given,
  type OutputStreams,
  parseCommandLine,
  PROCESS_STREAMS,
  runCommands,
  type RunnableCommand,
  runTool,
  USAGE_EXIT_CODE,
} from "./command.ts";
export { makeDirectory, readTextOf } from "./files.ts";
export {
  choice,
  flag,
  flagOf,
  integer,
  list,
  oneOf,
  type Option,
  optionGroup,
  type OptionTable,
  pair,
  path,
  repeatable,
  text,
  UsageError,
  value,
  type ValuesOf,
} from "./option.ts";
export { suggestion } from "./suggestion.ts";
export { milliseconds } from "./time.ts";
