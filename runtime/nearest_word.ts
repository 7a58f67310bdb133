/**
 * Finds the word that was probably meant.
 *
 * @module
 */
import { levenshteinDistance } from "@std/text";

/** Returns the word that differs least from a given one; undefined if all differ too much. */
export function nearestWord(given: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((word) => ({ word, edits: levenshteinDistance(given.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest && nearest.edits <= nearest.word.length / 2 ? nearest.word : undefined;
}
