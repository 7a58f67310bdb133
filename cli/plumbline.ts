#!/usr/bin/env node
/**
 * The program `plumbline` of the npm package.
 *
 * @module
 */
import module from "node:module";
import process from "node:process";

// Node 22 and later keep the compiled modules between runs; the types of Deno lack it.
(module as { readonly enableCompileCache?: () => unknown }).enableCompileCache?.();
// Node reports features of its own that are not stable, which users of the program cannot change.
process.removeAllListeners("warning");
// What is imported before the cache is enabled is not in it.
const { runProgram } = await import("./program.ts");
await runProgram();
