/**
 * The program: `check`, `serve` and `report`.
 *
 * @module
 */
import { systemIo } from "./cli/io.ts";
import { main } from "./cli/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args, systemIo()));
