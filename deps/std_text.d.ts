/** Returns the number of single-character edits that turn one text into the other. */
export function levenshteinDistance(str1: string, str2: string): number;
