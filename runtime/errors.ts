/**
 * Errors of the operating system, the same in every runtime.
 *
 * @module
 */

/** Thrown if another program listens on a port already. */
export class AddressInUse extends Error {
  /** The class of the error. */
  override readonly name = "AddressInUse";
}

/**
 * Returns the code of an error of the operating system, such as `ENOENT`; undefined for others.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readTextFile } from "./files.ts";
 *
 * const error = await readTextFile("no/such/file").catch((error) => error);
 * assertEquals(systemCodeOf(error), "ENOENT");
 * ```
 */
export function systemCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
