/**
 * How users call the program, for help and messages.
 *
 * @module
 */
import { RUNTIME } from "./name.ts";

/** What precedes a command: `deno task check`, or `npx plumbline check` from the npm package. */
export const PROGRAM: string = RUNTIME === "deno" ? "deno task" : "npx plumbline";
