/**
 * Reads the files that options name.
 *
 * @module
 */
import { describeFileError } from "../../reports/file_error.ts";
import { ConfigurationError } from "./configuration_error.ts";

/**
 * Reads a text file; `what` names it in an error.
 *
 * @throws {ConfigurationError} when it cannot be read
 */
export async function readText(path: string, what: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new ConfigurationError(`Cannot read ${what}: ${describeFileError(error)}`);
  }
}
