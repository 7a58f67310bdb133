/**
 * Reads what containers do from a file, for `serve --containers`: programs in all languages state it
 * there as tests in TypeScript state it with `containers()`.
 *
 * @module
 */
import { parseAll } from "@std/yaml";
import { readTextOf, UsageError } from "@plumbline/options";
import {
  ConfigurationError,
  type ContainerPlayer,
  containers,
  type ContainersOptions,
} from "@plumbline/reference";

/**
 * Reads a file of YAML or JSON: one statement or a list of them, in one document or several.
 *
 * @throws {UsageError} if it cannot be read, or states something unknown or of a wrong type
 */
export async function readContainers(file: string): Promise<readonly ContainerPlayer[]> {
  const text = await readTextOf(file, "the containers");
  let documents: unknown[];
  try {
    documents = parseAll(text) as unknown[];
  } catch (error) {
    throw new UsageError(`Cannot read the containers from ${file}: ${messageOf(error)}`);
  }
  const statements = documents.flat().filter((one) => one !== null);
  return statements.map((statement) => {
    try {
      return containers(statement as ContainersOptions);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      throw new UsageError(`${error.message} (in ${file})`);
    }
  });
}

const messageOf = (error: unknown): string => error instanceof Error ? error.message : `${error}`;
