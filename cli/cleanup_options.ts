/**
 * The options of `cleanup`.
 *
 * @module
 */
import type { CommandFacts } from "../command_line/mod.ts";
import { LOAD_OPTIONS, TARGET_OPTIONS } from "./target_options.ts";

/** The command as data. */
export const CLEANUP_COMMAND: CommandFacts = {
  name: "cleanup",
  argument: "URL",
  examples: [
    ['cleanup https://localhost:6443 --token "$TOKEN"', "name the runs that left something"],
    ['cleanup https://localhost:6443 --token "$TOKEN" --run r3f2a91b', "remove what this one left"],
  ],
  help: "Name the runs that left something on a server, or remove what one of them left",
  options: [
    { name: "run", value: "ID", help: "remove what the run with this id left, and nothing else" },
    ...TARGET_OPTIONS,
    ...LOAD_OPTIONS,
    { name: "help", help: "show this" },
  ],
};
