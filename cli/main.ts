/**
 * Runs the program and maps errors to exit codes.
 *
 * @module
 */
import { AddressInUse, systemCodeOf } from "@plumbline/runtime/errors";
import { runCommands, UsageError } from "@plumbline/options";
import { safeText } from "@plumbline/reports/text";
import type { Check } from "@plumbline/suites/check";
import { loadCommands } from "./load_commands.ts";
import { EXIT } from "./exit_codes.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/**
 * Runs the program and returns its exit code.
 *
 * @param checks checks to use in place of all that exist; for tests
 */
export async function main(
  words: readonly string[],
  terminal: Terminal,
  checks?: readonly Check[],
): Promise<number> {
  try {
    return await runCommands(await loadCommands(words), words, {
      context: { terminal, ...(checks && { checks }) },
      streams: terminal,
      version: VERSION,
      description: "Conformance tests for servers of the Kubernetes-style API.",
    });
  } catch (error) {
    const code = await exitCodeOf(error);
    // A message can quote a server or a file.
    terminal.error(`${safeText(describe(error, code))}\n`);
    return code;
  }
}

/** Codes of the operating system for files that may not be used. */
const PERMISSION = ["EACCES", "EPERM"];

async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof UsageError) return EXIT.usage;
  // The caller can free a port and make a directory writable.
  if (error instanceof AddressInUse || PERMISSION.includes(systemCodeOf(error) ?? "")) {
    return EXIT.usage;
  }
  // Loaded with the first error, as `serve` starts faster without the suites.
  const { ConfigurationError } = await import("@plumbline/suites/client/configuration");
  if (error instanceof ConfigurationError) return EXIT.usage;
  const { CredentialsRejected, PermissionMissing } = await import(
    "@plumbline/suites/connect/rejections"
  );
  const { TargetUnreachable } = await import("@plumbline/suites/client/http_client");
  const unreachable = [TargetUnreachable, CredentialsRejected, PermissionMissing];
  if (unreachable.some((type) => error instanceof type)) return EXIT.unreachable;
  return EXIT.suiteBroke;
}

/** Returns the message of an error, with the stack if it is an internal error. */
function describe(error: unknown, code: number): string {
  if (!(error instanceof Error)) return String(error);
  return code === EXIT.suiteBroke ? error.stack ?? error.message : error.message;
}
