/**
 * Locks with the operating system's locks of files, which end with the process.
 *
 * @module
 */

/** Locks a file; undefined if another process has locked it. */
export function lockDeno(path: string): (() => void) | undefined {
  for (;;) {
    const file = Deno.openSync(path, { read: true, write: true, create: true });
    if (!file.tryLockSync(true)) {
      file.close();
      return undefined;
    }
    // The previous owner may have removed the file in between.
    if (isSame(file, path)) {
      return () => {
        Deno.removeSync(path);
        file.close();
      };
    }
    file.close();
  }
}

function isSame(file: Deno.FsFile, path: string): boolean {
  try {
    return Deno.statSync(path).ino === file.statSync().ino;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
