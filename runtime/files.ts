/**
 * Files and directories. Errors have the codes of the operating system, see `systemCodeOf`.
 *
 * @module
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns true if there is a file or folder. */
export const exists = (path: string | URL): Promise<boolean> =>
  access(path).then(() => true, () => false);

/** Reads a file as UTF-8. */
export const readTextFile = (path: string | URL): Promise<string> => readFile(path, "utf8");

/** Options of {@linkcode writeTextFile}. */
export interface WriteOptions {
  /** The permissions of a new file. @default {0o666} */
  readonly mode?: number;
}

/** Writes a file as UTF-8; creates it, or replaces its content. */
export const writeTextFile = (
  path: string | URL,
  text: string,
  { mode = 0o666 }: WriteOptions = {},
): Promise<void> => writeFile(path, text, { mode });

/** Writes a file like {@linkcode writeTextFile}, before it returns. */
export const writeTextFileSync = (path: string | URL, text: string): void =>
  writeFileSync(path, text);

/** Creates a directory with its parents, unless it exists. */
export async function makeDirectory(path: string | URL): Promise<void> {
  await mkdir(path, { recursive: true });
}

/** Creates a directory like {@linkcode makeDirectory}, before it returns. */
export function makeDirectorySync(path: string | URL): void {
  mkdirSync(path, { recursive: true });
}

/** Creates a directory of its own for temporary files, and returns its path. */
export const makeTemporaryDirectory = (prefix: string): Promise<string> =>
  mkdtemp(join(tmpdir(), prefix));

/** Removes a file, or a directory with its content. */
export const remove = (path: string | URL): Promise<void> => rm(path, { recursive: true });

/** A file that is written piece by piece. */
export class OutputFile implements Disposable {
  readonly #descriptor: number;

  /** Creates the file, or truncates an existing one. */
  constructor(path: string) {
    this.#descriptor = openSync(path, "w");
  }

  /** Appends a text. It is in the file when this returns. */
  write(text: string): void {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length;) {
      at += writeSync(this.#descriptor, bytes, at, bytes.length - at);
    }
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
