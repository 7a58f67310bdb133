/**
 * The command-line program.
 *
 * @module
 */
import { runProgram } from "./cli/program.ts";

if (import.meta.main) await runProgram();
