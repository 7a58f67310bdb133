/**
 * The command-line program.
 *
 * @module
 */
import { main } from "./cli/main.ts";
import { systemTerminal } from "./cli/terminal.ts";
import { exit, programArguments } from "./runtime/process.ts";

if (import.meta.main) exit(await main(programArguments(), systemTerminal()));
