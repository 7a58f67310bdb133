/**
 * Locks that keep two processes from using one file.
 *
 * @module
 */
import { lockDeno } from "./deno/file_lock.ts";
import { RUNTIME } from "./name.ts";
import { lockNode } from "./node/file_lock.ts";

/**
 * Locks a file by another one beside it, until the returned function is called or the process ends.
 *
 * @param path the path of the lock file, which is created
 * @returns a function that ends the lock and removes the file; undefined if another process has it
 */
export const lockFile: (path: string) => (() => void) | undefined = RUNTIME === "deno"
  ? lockDeno
  : lockNode;
