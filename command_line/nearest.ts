/**
 * Finds what somebody may have meant.
 *
 * @module
 */

/** More words than this are not read out: somebody looks them up instead. */
const MANY = 25;

/** The words with the nearest one to what was given, as the end of a sentence. */
export function suggestion(
  given: string,
  words: readonly string[],
  lookUp = "--help names them",
): string {
  const near = nearest(given, words);
  if (near !== undefined) return `: did you mean ${near}?`;
  return words.length > MANY
    ? `: there are ${words.length}, ${lookUp}`
    : `: choose from ${words.join(", ")}`;
}

/** The word that takes the fewest edits, undefined where all take more than half of its letters. */
export function nearest(given: string, words: readonly string[]): string | undefined {
  const [best] = words.map((word) => ({ word, edits: distance(given, word) }))
    .sort((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= best.word.replace(/^-+/, "").length / 2
    ? best.word
    : undefined;
}

/** How many letters must be added, taken away or replaced (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
