/**
 * The runtime that the program runs in. Only files of this folder ask for it.
 *
 * @module
 */

/** A supported runtime. */
export type RuntimeName = "deno" | "node" | "bun";

/** The runtime of this process, by its global object: `node:process` takes long to load in Deno. */
export const RUNTIME: RuntimeName = "Deno" in globalThis
  ? "deno"
  : "Bun" in globalThis
  ? "bun"
  : "node";
