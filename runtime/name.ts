/**
 * The runtime that the program runs in. Only files of this folder ask for it.
 *
 * @module
 */
import process from "node:process";

/** A supported runtime. */
export type RuntimeName = "deno" | "node" | "bun";

/** The runtime of this process. */
export const RUNTIME: RuntimeName = "deno" in process.versions
  ? "deno"
  : "bun" in process.versions
  ? "bun"
  : "node";
