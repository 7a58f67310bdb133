/**
 * Reads and makes what options name.
 *
 * @module
 */
import { describeFileError } from "../reports/file_error.ts";
import { UsageError } from "./arguments.ts";

/**
 * The text of a file; `what` says what it is to whoever named it, as `the report`.
 *
 * @throws {UsageError} when it cannot be read
 */
export async function readTextOf(path: string, what: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new UsageError(`Cannot read ${what} ${path}: ${describeFileError(error)}`);
  }
}

/**
 * Makes a directory, and those it lies in, unless it is there.
 *
 * @throws {UsageError} when that cannot be
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { recursive: true });
  } catch (error) {
    throw new UsageError(`Cannot write to ${path}: ${describeFileError(error)}`);
  }
}
