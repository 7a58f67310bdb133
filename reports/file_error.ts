/**
 * Says what is wrong with a file, to whoever named it.
 *
 * @module
 */

const PROBLEMS: readonly (readonly [error: new () => Error, problem: string])[] = [
  [Deno.errors.NotFound, "there is no such file"],
  [Deno.errors.IsADirectory, "it is a directory"],
  [Deno.errors.NotADirectory, "its path leads through what is no directory"],
  [Deno.errors.AlreadyExists, "it is no directory"],
  [Deno.errors.PermissionDenied, "permission denied"],
];

/** Why a file or directory could not be read or made, without its name, as the end of a sentence. */
export function describeFileError(error: unknown): string {
  const known = PROBLEMS.find(([one]) => error instanceof one);
  if (known) return known[1];
  // The runtime repeats what it did with which file.
  return (error instanceof Error ? error.message : String(error)).replace(/: \w+ '.*'$/s, "");
}
