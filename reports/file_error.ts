/**
 * Describes errors of the file system to the user who named the file.
 *
 * @module
 */

const PROBLEMS: readonly (readonly [error: new () => Error, problem: string])[] = [
  [Deno.errors.NotFound, "there is no such file"],
  [Deno.errors.IsADirectory, "it is a directory"],
  [Deno.errors.NotADirectory, "a part of its path is not a directory"],
  [Deno.errors.AlreadyExists, "it is not a directory"],
  [Deno.errors.PermissionDenied, "permission denied"],
];

/** Returns the reason why a file could not be read or created, as the end of a sentence. */
export function describeFileError(error: unknown): string {
  const known = PROBLEMS.find(([one]) => error instanceof one);
  if (known) return known[1];
  // Deno appends the operation and the path.
  return (error instanceof Error ? error.message : String(error)).replace(/: \w+ '.*'$/s, "");
}
