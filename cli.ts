/**
 * The command-line program.
 *
 * @module
 */
import { main } from "./cli/main.ts";
import { systemTerminal } from "./cli/terminal.ts";

if (import.meta.main) Deno.exit(await main(Deno.args, systemTerminal()));
