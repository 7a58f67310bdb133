/**
 * Locks with a file that names its process: Node and Bun have no access to the locks of the
 * operating system.
 *
 * @module
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { systemCodeOf } from "../errors.ts";

/** The locks of this process. */
const own = new Set<string>();

/** Locks a file; undefined if another process that still runs has locked it. */
export function lockNode(path: string): (() => void) | undefined {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      own.add(path);
      return () => {
        own.delete(path);
        rmSync(path, { force: true });
      };
    } catch (error) {
      if (systemCodeOf(error) !== "EEXIST") throw error;
    }
    if (isHeld(path)) return undefined;
    // Its process was killed.
    rmSync(path, { force: true });
  }
}

function isHeld(path: string): boolean {
  const owner = Number(readOwner(path));
  // A process of the same number was one of an earlier start, as in a container.
  if (owner === process.pid) return own.has(path);
  if (!Number.isSafeInteger(owner) || owner <= 0) return false;
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === "EPERM";
  }
}

function readOwner(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return "";
    throw error;
  }
}
