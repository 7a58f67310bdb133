/**
 * A file that keeps data over a crash: bytes are appended, and synchronized with the disk.
 *
 * @module
 */
import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { systemCodeOf } from "./errors.ts";

/** A file that is appended to. Errors have the codes of the operating system. */
export class DataFile {
  #path: string;
  readonly #descriptor: number;
  #size: number;

  private constructor(path: string, flags: string) {
    this.#path = path;
    // It may contain secrets.
    this.#descriptor = openSync(path, flags, 0o600);
    this.#size = fstatSync(this.#descriptor).size;
  }

  /** Opens an existing file. */
  static open(path: string): DataFile {
    return new DataFile(path, "r+");
  }

  /** Creates a file that only its owner can read, or truncates an existing one. */
  static create(path: string): DataFile {
    return new DataFile(path, "w+");
  }

  /** The number of bytes. */
  get size(): number {
    return this.#size;
  }

  /**
   * Appends bytes: all of them, or none if it throws. They survive the end of the process then, and
   * that of the machine after the next synchronization.
   *
   * @throws {AppendError} if some of them could not be removed again
   */
  append(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length;) {
        at += writeSync(this.#descriptor, bytes, at, bytes.length - at, this.#size + at);
      }
    } catch (error) {
      try {
        this.truncate(this.#size);
      } catch {
        throw new AppendError("Cannot remove what was written in part", { cause: error });
      }
      throw error;
    }
    this.#size += bytes.length;
  }

  /** Returns the bytes from an offset on, at most `length`; fewer at the end of the file. */
  read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(Math.min(length, Math.max(0, this.#size - offset)));
    for (let at = 0; at < bytes.length;) {
      const count = readSync(this.#descriptor, bytes, at, bytes.length - at, offset + at);
      if (count === 0) return bytes.subarray(0, at);
      at += count;
    }
    return bytes;
  }

  /** Removes the bytes from an offset on. */
  truncate(size: number): void {
    ftruncateSync(this.#descriptor, size);
    this.#size = size;
  }

  /** Synchronizes with the disk: resolves once all bytes that were appended before are on it. */
  sync(): Promise<void> {
    return new Promise((resolve, reject) =>
      fdatasync(this.#descriptor, (error) => error ? reject(error) : resolve())
    );
  }

  /** Synchronizes with the disk before it returns. */
  syncNow(): void {
    fdatasyncSync(this.#descriptor);
  }

  /** Renames the file; replaces an existing file of the new name. */
  rename(path: string): void {
    renameSync(this.#path, path);
    this.#path = path;
  }

  /** Synchronizes the file's name with the disk before it returns, where a system can do so. */
  syncName(): void {
    // Windows opens no directories.
    if (process.platform === "win32") return;
    const directory = openSync(dirname(this.#path), "r");
    try {
      fsyncSync(directory);
    } catch (error) {
      // Some file systems synchronize names on their own only.
      if (systemCodeOf(error) !== "EINVAL") throw error;
    } finally {
      closeSync(directory);
    }
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Thrown if the end of a file is unknown after a failed write. */
export class AppendError extends Error {
  /** The class of the error. */
  override readonly name = "AppendError";
}
