/**
 * Reads the file of `--nemesis`, if its commands may be run.
 *
 * @module
 */
import { mayRunPrograms } from "@plumbline/runtime/process";
import { UsageError } from "@plumbline/options";
import { type NemesisConfiguration, readNemesis } from "@plumbline/suites/nemesis/configuration";

/**
 * Reads the file.
 *
 * @throws {UsageError} if the program may not run commands
 * @throws {ConfigurationError} if the file cannot be read or has wrong fields
 */
export async function readNemesisFile(path: string): Promise<NemesisConfiguration> {
  const configuration = await readNemesis(path);
  if (await mayRunPrograms()) return configuration;
  throw new UsageError(
    `Cannot run the commands of ${path}: this program may not start others. ` +
      "Use `deno task nemesis` in place of `deno task check`.",
  );
}
