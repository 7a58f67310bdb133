/**
 * Output of the programs.
 *
 * @module
 */

const encoder = new TextEncoder();

/** Prints a line. */
export function print(line: string): void {
  Deno.stdout.writeSync(encoder.encode(`${line}\n`));
}

/** Returns bytes as a number of MiB with one decimal. */
export const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
