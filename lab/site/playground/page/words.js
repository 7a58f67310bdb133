/**
 * Splits a command line into words, as a shell does without its expansions.
 *
 * @module
 */

/** Returns the words of a line. @throws {Error} if a quote is not closed */
export function wordsOf(line) {
  const words = [];
  let word;
  let quote;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (quote === undefined && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else if (character === quote) {
      quote = undefined;
    } else if (character === "\\" && quote !== "'" && at + 1 < line.length) {
      const next = line[++at];
      if (next !== "\n") word = (word ?? "") + next;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== undefined) throw new Error(`a quote (${quote}) is not closed`);
  return word === undefined ? words : [...words, word];
}

/**
 * Separates options from other words. `flags` take no value; `names` gives the long name of short
 * ones.
 */
export function optionsOf(words, { values, flags, names = {} }) {
  const options = {};
  const rest = [];
  const add = (name, value) => (options[name] ??= []).push(value);
  for (let at = 0; at < words.length; at++) {
    const [, dashes, written, given] = /^(--?)([^=]+)(?:=([\s\S]*))?$/.exec(words[at]) ?? [];
    if (dashes === undefined) {
      rest.push(words[at]);
      continue;
    }
    // The value of a short option may follow it at once, as in -ojson.
    const short = dashes === "-" && written.length > 1 && !(written in names);
    const name = short ? names[written[0]] ?? written : names[written] ?? written;
    if (short && values.includes(name)) add(name, written.slice(1) + (given ? `=${given}` : ""));
    else if (values.includes(name)) {
      const value = given ?? words[++at];
      if (value === undefined) throw new Error(`${dashes}${written} needs a value`);
      add(name, value);
    } else if (flags.includes(name)) add(name, given ?? "true");
    else throw new Error(`unknown option ${dashes}${written}`);
  }
  return { options, rest };
}
