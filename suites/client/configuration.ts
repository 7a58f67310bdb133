/**
 * Reads configuration files, and the error for invalid configuration.
 *
 * @module
 */
import { describeFileError } from "@plumbline/reports/file_error";
import { readTextFile } from "@plumbline/runtime/files";

/** Thrown if options or files that describe a run are invalid; the message names them. */
export class ConfigurationError extends Error {
  /** The class of the error. */
  override readonly name = "ConfigurationError";
}

/**
 * Reads a text file; `what` names it in an error.
 *
 * @throws {ConfigurationError} if it cannot be read
 */
export async function readText(path: string, what: string): Promise<string> {
  try {
    return await readTextFile(path);
  } catch (error) {
    throw new ConfigurationError(`Cannot read ${what}: ${describeFileError(error)}`);
  }
}
