/**
 * Regular expressions in the syntax of Go (RE2), as schemas and CEL have them.
 *
 * @module
 */

const compiled = new Map<string, RegExp>();

/** The number of expressions to remember. */
const LIMIT = 1_000;

/**
 * Returns the expression of a pattern in the syntax of Go.
 *
 * @throws {SyntaxError} for a pattern that is not valid
 */
export function goPattern(pattern: string): RegExp {
  let expression = compiled.get(pattern);
  if (!expression) {
    expression = compile(pattern);
    if (compiled.size >= LIMIT) compiled.clear();
    compiled.set(pattern, expression);
  }
  return expression;
}

/** The character classes of POSIX, which Go allows within brackets. */
const POSIX: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7F",
  blank: "\\t ",
  cntrl: "\\x00-\\x1F\\x7F",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\t\\n\\v\\f\\r ",
  upper: "A-Z",
  word: "0-9A-Za-z_",
  xdigit: "0-9A-Fa-f",
};

function compile(pattern: string): RegExp {
  let flags = "";
  let source = pattern;
  // Flags at the beginning apply to the whole expression.
  const leading = /^\(\?([ims]+)\)/.exec(source);
  if (leading) {
    flags = leading[1]!;
    source = source.slice(leading[0].length);
  }
  source = source
    .replaceAll(/\(\?P<(\w+)>/g, "(?<$1>")
    .replaceAll(/\[:(\w+):\]/g, (whole, name: string) => POSIX[name] ?? whole)
    .replaceAll("\\A", "^")
    .replaceAll("\\z", "$");
  try {
    return new RegExp(source, `u${flags}`);
  } catch (error) {
    // Escapes of ordinary characters, such as `\-` or `\_`, are errors only with the flag `u`.
    try {
      return new RegExp(source, flags);
    } catch {
      throw error;
    }
  }
}
