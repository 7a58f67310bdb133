/**
 * The files that a change touches, as git knows them.
 *
 * @module
 */

const ROOT = new URL("../../", import.meta.url);

/** What differs from the base. */
export interface Changes {
  /** The commit that the change is compared with. */
  readonly base: string;
  /** Paths of the files that were added or modified, committed or not. */
  readonly files: readonly string[];
  /** Paths of the files that were deleted. */
  readonly deleted: readonly string[];
}

/**
 * Reads what differs from a commit.
 *
 * @param since the commit; if absent, where this branch left `main`, or HEAD on `main` itself
 * @throws {Error} if git does not know the commit
 */
export async function readChanges(since?: string): Promise<Changes> {
  const base = since === undefined ? await baseOfBranch() : await git("rev-parse", since);
  const names = (filter: string) =>
    git("diff", "--name-only", "--no-renames", `--diff-filter=${filter}`, base);
  const [changed, deleted, untracked] = await Promise.all([
    names("d"),
    names("D"),
    git("ls-files", "--others", "--exclude-standard"),
  ]);
  return {
    base,
    files: [...new Set([...linesOf(changed), ...linesOf(untracked)])].sort(),
    deleted: linesOf(deleted),
  };
}

/** Returns the paths of all files, committed or not, without ignored and deleted ones. */
export async function allFiles(): Promise<string[]> {
  const [known, deleted] = await Promise.all([
    git("ls-files", "--cached", "--others", "--exclude-standard"),
    git("ls-files", "--deleted"),
  ]);
  const gone = new Set(linesOf(deleted));
  return [...new Set(linesOf(known))].filter((path) => !gone.has(path)).sort();
}

async function baseOfBranch(): Promise<string> {
  for (const main of ["main", "origin/main"]) {
    const base = await git("merge-base", "HEAD", main).catch(() => undefined);
    if (base !== undefined) return base;
  }
  return await git("rev-parse", "HEAD");
}

async function git(...words: string[]): Promise<string> {
  const command = new Deno.Command("git", { args: words, cwd: ROOT, stderr: "piped" });
  const { success, stdout, stderr } = await command.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  if (!success) throw new Error(`Cannot read the change: git ${words.join(" ")}: ${text(stderr)}`);
  return text(stdout);
}

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");
