/**
 * Suggests the word that was probably meant.
 *
 * @module
 */
import { levenshteinDistance } from "@std/text";

/** Longer lists are not printed; the sentence names the command that prints them. */
const MAX_LISTED = 25;

/**
 * Returns a sentence with the nearest word or, where none is near, all of them.
 *
 * @param lookUp how to list the words, for lists too long to print here
 */
export function suggestion(
  given: string,
  words: readonly string[],
  lookUp = "See --help.",
): string {
  const [nearest] = words.map((word) => ({ word, edits: levenshteinDistance(given, word) }))
    .sort((a, b) => a.edits - b.edits);
  if (nearest && nearest.edits <= nearest.word.length / 2) return `Did you mean ${nearest.word}?`;
  return words.length > MAX_LISTED ? lookUp : `Choose from ${words.join(", ")}.`;
}
