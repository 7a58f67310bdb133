/**
 * Reads files and creates directories that options name.
 *
 * @module
 */
import { describeFileError } from "@plumbline/reports/file_error";
import { makeDirectory as createDirectory, readTextFile } from "@plumbline/runtime/files";
import { UsageError } from "./option.ts";

/**
 * Reads a file as text; `what` names its role in an error, such as "the report".
 *
 * @throws {UsageError} if it cannot be read
 */
export async function readTextOf(path: string, what: string): Promise<string> {
  try {
    return await readTextFile(path);
  } catch (error) {
    throw new UsageError(`Cannot read ${what} ${path}: ${describeFileError(error)}`);
  }
}

/**
 * Creates a directory, with its parents, unless it exists.
 *
 * @throws {UsageError} if it cannot be created
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await createDirectory(path);
  } catch (error) {
    throw new UsageError(`Cannot write to ${path}: ${describeFileError(error)}`);
  }
}
