/**
 * All commands of the program.
 *
 * @module
 */
import type { RunnableCommand } from "@plumbline/options";
import { checkCommand } from "./check/check.ts";
import { cleanupCommand } from "./cleanup.ts";
import { completionsCommand } from "./completions/completions.ts";
import { knownUpdateCommand } from "./known.ts";
import { matrixCommand } from "./matrix.ts";
import { compareTrafficCommand } from "./traffic/compare.ts";
import { recordCommand } from "./traffic/record.ts";
import { compareCommand } from "./report/compare.ts";
import { mergeCommand } from "./report/merge.ts";
import { renderCommand } from "./report/render.ts";
import { showCommand } from "./report/show.ts";
import { verifyCommand } from "./report/verify.ts";
import { requirementsCommand } from "./requirements.ts";
import { serveCommand } from "./serve/serve.ts";
import type { CommandContext } from "./terminal.ts";

/** The commands in the order of the help. */
export const COMMANDS: readonly RunnableCommand<CommandContext>[] = [
  checkCommand,
  cleanupCommand,
  serveCommand,
  recordCommand,
  compareTrafficCommand,
  requirementsCommand,
  knownUpdateCommand,
  renderCommand,
  showCommand,
  compareCommand,
  verifyCommand,
  mergeCommand,
  matrixCommand,
  completionsCommand(() => COMMANDS),
];
