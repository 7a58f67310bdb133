/**
 * Every check draws from a seed of its own, made of the run's: leaving other checks out changes
 * nothing for it.
 *
 * @module
 */

/** The seed of a check within a run: a 32-bit integer, always the same for the same two. */
export function seedOfCheck(runSeed: number, check: string): number {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${runSeed}/${check}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash | 0;
}
