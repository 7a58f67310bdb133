/**
 * Suggests the word that was probably meant.
 *
 * @module
 */
import { nearestWord } from "@plumbline/runtime/nearest_word";

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
  const nearest = nearestWord(given, words);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return words.length > MAX_LISTED ? lookUp : `Choose from ${words.join(", ")}.`;
}
