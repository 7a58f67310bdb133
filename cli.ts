/**
 * The command-line program.
 *
 * @module
 */
import { runProgram } from "@plumbline/cli";

if (import.meta.main) await runProgram();
