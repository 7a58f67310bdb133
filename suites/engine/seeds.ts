/**
 * Derives the seed of each check from that of the run, so that selecting other checks does not
 * change it.
 *
 * @module
 */

/** Returns the seed of a check within a run: a 32-bit integer, deterministic. */
export function seedOfCheck(runSeed: number, check: string): number {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${runSeed}/${check}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash | 0;
}
