/**
 * Servers in processes of their own, so that client and server do not share a thread.
 *
 * @module
 */
import { type Process, startProcess } from "../program/process.ts";

/** A server in a process of its own. */
export interface ServerProcess extends Process {
  readonly port: number;
}

/**
 * Starts a program that prints its port, and ends it when disposed of.
 *
 * @param file its name in this folder, or an absolute path, such as in another tree
 * @param words the arguments
 */
export async function startServerProcess(
  file: string,
  words: readonly string[] = [],
): Promise<ServerProcess> {
  const process = file.startsWith("/")
    ? startProcess(file, words, [], new URL("../../", `file://${file}`))
    : startProcess(`lab/bench/${file}`, words);
  return { ...process, port: Number(await process.line()) };
}
