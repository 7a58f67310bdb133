/**
 * The program: `check` and `serve`.
 *
 * @module
 */
import { systemIo } from "./cli/io.ts";
import { main } from "./cli/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args, systemIo()));
