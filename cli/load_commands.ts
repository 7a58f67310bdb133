/**
 * Loads the commands that a command line needs.
 *
 * @module
 */
import type { RunnableCommand } from "@plumbline/options";
import type { CommandContext } from "./terminal.ts";

/** Returns all commands, or for `serve` that one only: it starts without loading the checks. */
export async function loadCommands(
  [first]: readonly string[],
): Promise<readonly RunnableCommand<CommandContext>[]> {
  if (first === "serve") return [(await import("./serve/serve.ts")).serveCommand];
  return (await import("./commands.ts")).COMMANDS;
}
