/**
 * Runs the program in this process.
 *
 * @module
 */
import { exit, programArguments } from "@plumbline/runtime/process";
import { main } from "./main.ts";
import { systemTerminal } from "./terminal.ts";

/** Runs the command of the arguments, and ends the process with its exit code. */
export async function runProgram(): Promise<never> {
  exit(await main(programArguments(), systemTerminal()));
}
