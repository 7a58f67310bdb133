/**
 * How many columns of a terminal a text takes, and how it is made to take fewer. Sequences that
 * dress text up take none.
 *
 * @module
 */

// deno-lint-ignore no-control-regex -- colours begin with an escape
const DRESS = /^\x1b\[[\d;]*m/;

/** What takes two columns: East Asian wide and full-width characters, and pictures. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u;

/** What takes none: marks that stand on another character, and what is not seen. */
const NARROWLESS = /^[\p{Mn}\p{Me}\p{Cf}]/u;

const segments = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How many columns the text takes on a terminal. */
export function displayWidth(text: string): number {
  return piecesOf(text).reduce((sum, { width }) => sum + width, 0);
}

/** The beginning of the text that fits, with an ellipsis where it was cut. */
export function clip(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let left = columns - 1;
  let kept = "";
  for (const { piece, width } of piecesOf(text)) {
    // Dress that comes behind the cut is kept, or its colour would go on.
    if (width > left) left = 0;
    if (width <= left || width === 0 && DRESS.test(piece)) kept += piece;
    left -= Math.min(left, width);
  }
  return columns < 1 ? "" : `${kept}…`;
}

/**
 * The line as lines that fit, broken at spaces where there are some; those behind the first stand
 * further in, two columns by default.
 */
export function wrap(
  line: string,
  columns: number,
  { hanging = 2 }: { readonly hanging?: number } = {},
): string[] {
  if (displayWidth(line) <= columns) return [line];
  const margin = Math.min(/^ */.exec(line)![0].length + hanging, Math.floor(columns / 2));
  const lines: string[] = [];
  let current = "";
  for (
    const word of line.split(/(?<=[^ ]) +(?=[^ ])/).flatMap((long) => hewn(long, columns - margin))
  ) {
    const joined = current === "" ? word : `${current} ${word}`;
    if (displayWidth(joined) <= columns || current === "") {
      current = joined;
    } else {
      lines.push(current);
      current = " ".repeat(margin) + word;
    }
  }
  return [...lines, current];
}

/** The text with spaces behind it, so that it takes so many columns. */
export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

/** A word as parts that fit. */
function hewn(word: string, columns: number): string[] {
  const parts = [""];
  let left = columns;
  for (const { piece, width } of piecesOf(word)) {
    if (width > left) {
      parts.push("");
      left = columns;
    }
    parts[parts.length - 1] += piece;
    left -= width;
  }
  return parts;
}

/** The text in pieces that nobody can divide, with the columns each takes. */
function piecesOf(text: string): { piece: string; width: number }[] {
  // deno-lint-ignore no-control-regex -- colours begin with an escape
  return text.split(/(\x1b\[[\d;]*m)/).flatMap((part) => {
    if (DRESS.test(part)) return [{ piece: part, width: 0 }];
    return Array.from(segments.segment(part), ({ segment }) => ({
      piece: segment,
      width: NARROWLESS.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1,
    }));
  });
}
