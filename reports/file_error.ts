/**
 * Describes errors of the file system to the user who named the file.
 *
 * @module
 */
import { systemCodeOf } from "@plumbline/runtime/errors";

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of its path is not a directory",
  EEXIST: "it is not a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
};

/** Returns the reason why a file could not be read or created, as the end of a sentence. */
export function describeFileError(error: unknown): string {
  const known = PROBLEMS[systemCodeOf(error) ?? ""];
  if (known) return known;
  // The runtime appends the operation and the path.
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/: \w+ '.*'$/s, "").replace(/^[A-Z]+: (.*), \w+(?: '.*')?$/s, "$1");
}
